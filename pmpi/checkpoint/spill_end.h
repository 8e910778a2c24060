/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Between the thread that takes snapshots (spill.c) and those who end the
 * process and ask for a last one (spill_end.c).  Nobody else includes it.
 */
#ifndef HPM_PMPI_SPILL_END_H
#define HPM_PMPI_SPILL_END_H

#include <semaphore.h>
#include <sys/types.h>

/* How far the end of a process by itself is.  */
enum hpm_spill_finish {
    HPM_SPILL_FINISH_NOT,
    HPM_SPILL_FINISH_WANTED,
    HPM_SPILL_FINISH_LASTS,    /* the stream is written */
    HPM_SPILL_FINISH_OVER
};

/* Everything is read and written atomically but `wake` and `may_finish`, which
 * are there before the owner is.  */
struct hpm_spill_end {
    pid_t owner;               /* the process that counts; 0: nothing runs */
    sem_t wake;
    unsigned wanted, done;     /* snapshots asked for, and taken */
    int stop;                  /* take no more */
    int may_finish;            /* the thread can write the result */
    int finish;                /* enum hpm_spill_finish */
};
extern struct hpm_spill_end hpm_spill_end;

/* As it is before there is an owner; `wake` is the owner's.  */
void hpm_spill_end_begin (int may_finish);

int hpm_spill_end_stopped (void);

/* Whether this is the process that counts, and its thread runs.  */
int hpm_spill_end_is_owner (void);

#endif /* HPM_PMPI_SPILL_END_H */
