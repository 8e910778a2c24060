/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What PAPI is used for: the names and meanings of events, and the counts that
 * the program itself exports (software defined events).  Everything that a
 * processor or the kernel counts is counted without it.
 */
#ifndef HPM_PMPI_PAPI_NAMES_H
#define HPM_PMPI_PAPI_NAMES_H

#include <stdint.h>

#include "hpm_backend.h"

#define HPM_PAPI_MOST_TERMS 12
#define HPM_PAPI_TERM_BYTES 256
#define HPM_PAPI_MOST_PROGRAM_EVENTS 64
#define HPM_PAPI_MOST_COMPONENTS 16

/* Events that a program exports, and what PAPI's libsde tells of one that it
 * has not registered (a registered one may have that value, too).  */
#define HPM_PAPI_PROGRAM "sde:::"
#define HPM_PAPI_NOT_EXPORTED (-1)

/* An event as PAPI explains it.  */
struct hpm_papi_event {
    int scope; /* enum hpm_event_scope */
    int code;  /* PAPI's */
    int count; /* native events it is made of */
    char names[HPM_PAPI_MOST_TERMS][HPM_PAPI_TERM_BYTES];
    char kind[64];     /* how: "NOT_DERIVED", "DERIVED_ADD", ... */
    char formula[256]; /* "DERIVED_POSTFIX" */
};

/* Start PAPI.  Returns HPM_REASON_NONE with its version, which lives as long as
 * the library, or OTHER_PAPI.  Nothing stops PAPI: the program may use it.  */
enum hpm_reason hpm_papi_start (const char **version);

/* Look a name up and describe it in its record.  A name that PAPI does not
 * know is taken for a native event: where PAPI finds no counters, it is blind
 * for the kernel's software events, too.  Returns HPM_REASON_NONE, or why
 * there is no such event.  */
enum hpm_reason hpm_papi_explain (struct hpm_event_record *record,
                                  struct hpm_papi_event *event);

typedef int hpm_papi_each_fn (const struct hpm_event_record *event,
                              int available, void *data);

/* struct hpm_backend has the contracts of these two.  */
int hpm_papi_program_events (hpm_text128 *names, int most);
void hpm_papi_list (hpm_papi_each_fn *each, void *data);

/* The event sets of what components count beside the processor and the kernel:
 * one of each component a process; those of the process are started by the
 * thread that created them. `values` are in the order of addition; what can't
 * be read, and an event that the program never exported, reads -1.  Any thread
 * may read.  Return 0, or -1 where one of the sets fails.  */
enum hpm_reason hpm_papi_program_add (int code);
int hpm_papi_program_start (void);
int hpm_papi_program_read (int64_t *values);
void hpm_papi_program_release (void);

/* Whether an event counts for all that runs on the host.  */
int hpm_papi_is_of_host (int code);

/* Start the sets that count for the host, or stop them, which keeps what they
 * have counted.  Returns 0, or -1 where one of them fails.  */
int hpm_papi_host_run (int on);

/* Whether PAPI looks at the event of that place now and then only, and had not
 * looked when it was read last.  Else 0.  */
enum { HPM_PAPI_LOOKED = 1, HPM_PAPI_NOT_LOOKED_YET };
int hpm_papi_looks_seldom (int place);

/* What papi_sets.c makes these of: an event set of PAPI's, and the component
 * that it or a code is of.  Return 0 or -1, but for the reason why an event
 * can't be added.  */
int hpm_papi_raw_create (int *set);
enum hpm_reason hpm_papi_raw_add (int set, int code);
int hpm_papi_raw_start (int set);
int hpm_papi_raw_read (int set, long long *values);
int hpm_papi_raw_stop (int set, long long *values);
void hpm_papi_raw_destroy (int *set);
int hpm_papi_component_of (int code);

/* How old what a component tells may be, ns.  */
int64_t hpm_papi_age (int component);

/* Whether the component has what the program exports.  */
int hpm_papi_is_exported (int component);

/* The components that this PAPI has, in one text that lives until the next
 * call.  */
const char *hpm_papi_components (void);

#endif /* HPM_PMPI_PAPI_NAMES_H */
