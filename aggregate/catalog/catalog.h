/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Many result files as a list of jobs, and sums of them by program and by user.
 *
 * Hours are processor-hours: the run time on as many processors as there are
 * ranks.  Hours lost are those times (1 - efficiency), of the jobs
 * whose efficiency is known.
 */
#ifndef HPM_AGGREGATE_CATALOG_H
#define HPM_AGGREGATE_CATALOG_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

/* What became of a file.  X(identifier, word, what such files are) */
#define HPM_CATALOG_STATES(X)                                                  \
    X (UNREAD, "unread", "not read")                                           \
    X (RESULT, "result", "results")                                            \
    X (DAMAGED, "damaged", "damaged or cut short")                             \
    X (VERSION, "version", "of a format of another version")                   \
    X (FOREIGN, "foreign", "no result of hpmmpi")                              \
    X (OBSERVED, "observed", "of hpmstat, which are no jobs")                  \
    X (COPY, "copy", "of a run that is listed already")                        \
    X (UNREADABLE, "unreadable", "not to be read by this user")                \
    X (STREAM, "stream", "no result yet: hpmagg --recover")                    \
    X (SNAPSHOTS, "snapshots", "of runs under way or cut: hpmagg --recover")

enum hpm_catalog_state {
#define HPM_X(identifier, word, meaning) HPM_CATALOG_##identifier,
    HPM_CATALOG_STATES (HPM_X)
#undef HPM_X
        HPM_CATALOG_STATE_COUNT
};

/* A job.  Of fixed size, as it is handed from one process to another; texts are
 * cut to fit.  Numbers that are not known are NAN, integers HPM_NO_INTEGER.  */
struct hpm_catalog_entry {
    int state;        /* enum hpm_catalog_state */
    const char *path; /* the catalog's */
    char start[32];   /* ISO 8601, UTC */
    char user[64], program[256], command[256], job[128], status[16];
    int64_t ranks, hosts;
    double run_time;         /* s */
    double efficiency;       /* of processors x balance x communication */
    double efficiency_least; /* the same where it is no range */
    double processors, balance, communication;
    double mflops;
    double hours, hours_lost;
};

/* Sums over jobs that have something in common.  */
struct hpm_catalog_sum {
    const char *name;           /* an entry's, or NULL */
    const char *program, *user; /* the same; NULL: of any */
    int64_t jobs;
    int64_t judged;          /* jobs whose efficiency is known */
    double hours;            /* of all jobs */
    double hours_judged;     /* of those */
    double hours_lost;       /* of those */
    double hours_lost_most;  /* what may be lost of those */
    double efficiency;       /* 1 - hours_lost / hours_judged */
    double efficiency_least; /* by what may be lost */
};

struct hpm_catalog {
    struct hpm_catalog_entry *entries; /* the caller's */
    size_t count;
    size_t counts[HPM_CATALOG_STATE_COUNT];
    struct hpm_catalog_entry **jobs; /* results, the oldest first; owned */
    size_t job_count;
    struct hpm_catalog_sum total;
    struct hpm_catalog_sum *programs, *users,
        *both; /* most lost first; owned */
    size_t program_count, user_count, both_count;
};

/* An entry of which nothing is known but its file.  */
void hpm_catalog_entry_init (struct hpm_catalog_entry *entry, const char *path);

/* The hours of an entry whose times are known.  */
void hpm_catalog_entry_finish (struct hpm_catalog_entry *entry);

/* Sort and sum up what is in entries[count], which outlive the catalog; of
 * results of one run all but the first become copies.  In n log n of the jobs.
 * Returns 0, or -1 without memory; release either way.
 */
int hpm_catalog_make (struct hpm_catalog *catalog,
                      struct hpm_catalog_entry *entries, size_t count);
void hpm_catalog_release (struct hpm_catalog *catalog);

/* "damaged", and what such files are.  */
const char *hpm_catalog_word (enum hpm_catalog_state state);
const char *hpm_catalog_meaning (enum hpm_catalog_state state);

#endif /* HPM_AGGREGATE_CATALOG_H */
