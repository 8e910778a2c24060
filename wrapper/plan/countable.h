/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which of many events can be counted, each by itself.
 */
#ifndef HPM_WRAPPER_COUNTABLE_H
#define HPM_WRAPPER_COUNTABLE_H

#include "base/event/event_list.h"
#include "base/option/option.h"
#include "wrapper/plan/backend_load.h"

struct hpm_countable {
    struct hpm_source source; /* open, nothing selected */
    enum hpm_domain domain;
    unsigned flags;                   /* it was opened with */
    struct hpm_backend_event *events; /* those of the backend, with reasons */
    int count;
    int mpi; /* MPI calls will be timed */
    const char *sysfs;
    struct hpm_event_list nodes; /* counted for a node, that the system has */
    int program;                 /* the program may export events of its own */
};

/* Open the backend and ask it for all names that only a backend can tell about.
 * Never fails but for memory: returns 0 or -1.  Close in either case.  */
int hpm_countable_open (struct hpm_countable *countable,
                        const struct hpm_options *options, const char *backend,
                        const struct hpm_event_list *names, int program);
void hpm_countable_close (struct hpm_countable *countable);

/* An hpm_metric_can_fn over a struct hpm_countable.  */
int hpm_countable_can (const char *event, void *countable);

/* Why the event can't be counted: an enum hpm_reason.  */
int hpm_countable_reason (const struct hpm_countable *countable,
                          const char *event);

/* Add an event that can be counted to a list of names to ask for: of a pattern,
 * the events of the node that match; nothing of what the library makes itself,
 * of MPI calls, or takes from the program unasked.  Returns 0, or -1 without
 * memory.  */
int hpm_countable_add (const struct hpm_countable *countable,
                       struct hpm_event_list *list, const char *event);

/* 1 if the events of the list find counters beside one another, leaving out
 * those that can't be counted at all.  */
int hpm_countable_fits (struct hpm_countable *countable,
                        const struct hpm_event_list *list);

#endif /* HPM_WRAPPER_COUNTABLE_H */
