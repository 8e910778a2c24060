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

/* struct hpm_backend has the contracts of these two.  */
int hpm_papi_program_events (hpm_text128 *names, int most);
void hpm_papi_list (int (*each) (const struct hpm_event_record *event,
                                 int available, void *data),
                    void *data);

/* The event set of what the program exports: one a process, used by the thread
 * that created it.  `values` are in the order of addition; an event that the
 * program never exported reads -1.  Return 0 or -1.  */
enum hpm_reason hpm_papi_program_add (int code);
int hpm_papi_program_start (void);
int hpm_papi_program_read (int64_t *values);
void hpm_papi_program_release (void);

#endif /* HPM_PMPI_PAPI_NAMES_H */
