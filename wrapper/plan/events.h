/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The events asked for with -e, looked at before the program starts.
 */
#ifndef HPM_WRAPPER_EVENTS_H
#define HPM_WRAPPER_EVENTS_H

#include "base/error.h"
#include "base/event/event_list.h"
#include "base/option/option.h"
#include "wrapper/plan/backend_load.h"
#include "wrapper/launch/places.h"

/* How an event is known without asking a backend.  */
enum hpm_event_origin {
    HPM_ORIGIN_OS,      /* a counter of the operating system */
    HPM_ORIGIN_ALIAS,   /* one of perf's names for those */
    HPM_ORIGIN_PROGRAM, /* sde:::, exported by the program itself */
    HPM_ORIGIN_SYSFS,   /* counted for a whole node, "PMU/EVENT/" */
    HPM_ORIGIN_BACKEND  /* to be asked for */
};

enum hpm_event_origin hpm_event_origin (const char *name);

/* Check the list of the setting `events`.  A name that nobody knows is an error
 * with the nearest ones, and so are events that can't be counted together, with
 * the ways out; what this machine can't count is told to `warn`, one
 * text for each reason.  Returns 0 or -1.  */
int hpm_events_check (const struct hpm_options *options,
                      const struct hpm_places *places, hpm_warn_fn *warn,
                      void *data, struct hpm_error *error);

/* The same for the events of the list that are counted for a whole node: one
 * that sysfs does not have is an error where it has one like it; what can't be
 * counted is told to `warn`.  */
int hpm_events_check_nodes (const struct hpm_options *options,
                            const struct hpm_event_list *list,
                            hpm_warn_fn *warn, void *data,
                            struct hpm_error *error);

/* "unknown event NAME", with the nearest of the names known.  Returns -1.  */
int hpm_events_unknown (const char *name, const struct hpm_event_list *known,
                        struct hpm_error *error);

/* Whether `count` events that are asked for at once (the backend was, and
 * events[].reason tells) need several runs: an error that names them and the
 * ways out.  The backend is open with nothing selected afterwards.  An event
 * that finds no counter even by itself is not one of them.  Returns 0 or -1. */
int hpm_events_check_conflict (const struct hpm_options *options,
                               const struct hpm_backend *backend,
                               struct hpm_backend_event *events, int count,
                               struct hpm_error *error);

#endif /* HPM_WRAPPER_EVENTS_H */
