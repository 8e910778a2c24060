/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sections of libhpm(3) of a program that runs without hpmrun: kept here,
 * thread by thread, and written to a file at the end.
 */
#ifndef HPM_ANCESTORS_OWN_SECTIONS_H
#define HPM_ANCESTORS_OWN_SECTIONS_H

#include <stdint.h>

#include "ancestors/own_counts.h"

/* Sections are kept in so many lists, by id: section_lists[HPM_OWN_LISTS].  */
#define HPM_OWN_LISTS 4096

struct hpm_own_section {
    struct hpm_own_section *next;
    int id, line;       /* line 0: unknown */
    char *label, *file; /* owned, may be NULL */
    int open;           /* frames that are open */
    int threads;        /* in a sum; else 0 */
    long entries, unended;
    int64_t inclusive, exclusive, least, most; /* ns */
    double squares;                            /* of inclusive times, ns */
    long long counts[HPM_OWN_COUNTERS];        /* inclusive; -1: not counted */
};

/* Of the calling thread.  In a signal handler they may do nothing.  */
void hpm_own_start (int id, const char *label, const char *file, int line);
void hpm_own_stop (int id);

/* What the calling thread has counted since its first section, or since it
 * asked first: into the first `most` of values.  Returns how many events there
 * are, of which one that is not counted is -1; 0 without memory.  */
int hpm_own_read (long long *values, int most);

/* Of what is written: the run, as the program and the environment name it.  The
 * name is copied.  */
void hpm_own_name (int task_id, const char *program_name);

/* Write all sections, of all threads, those that are open as far as they got,
 * if any was started since this was written last.  */
void hpm_own_write (int64_t since);

/* ns, of CLOCK_MONOTONIC.  */
int64_t hpm_own_now (void);

/* ---- the file ----------------------------------------------------------- */

struct hpm_own_report {
    struct hpm_own_section *const *sections; /* [HPM_OWN_LISTS] */
    const char *program_name;
    int task_id;
    int64_t elapsed; /* ns */
    long strays;     /* stops without a start */
    long dropped;    /* marks in signal handlers, within others */
    const char *const *events;
    int event_count;
};

/* To perfhpm<task>.<pid>, or <HPM_OUTPUT_NAME>_<task>.hpm; where that fails,
 * says so on stderr.  */
void hpm_own_report_write (const struct hpm_own_report *report);

#endif /* HPM_ANCESTORS_OWN_SECTIONS_H */
