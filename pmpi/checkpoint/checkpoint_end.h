/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Between the thread that takes snapshots (checkpoint.c) and those who end the
 * process and ask for a last one (checkpoint_end.c).  Nobody else includes it.
 */
#ifndef HPM_PMPI_CHECKPOINT_END_H
#define HPM_PMPI_CHECKPOINT_END_H

#include <semaphore.h>
#include <sys/types.h>

/* How far the end of a process by itself is.  */
enum hpm_checkpoint_finish {
    HPM_CHECKPOINT_FINISH_NOT,
    HPM_CHECKPOINT_FINISH_WANTED,
    HPM_CHECKPOINT_FINISH_LASTS, /* the stream is written */
    HPM_CHECKPOINT_FINISH_OVER
};

/* Everything is read and written atomically but `wake` and `may_finish`, which
 * are there before the owner is.  */
struct hpm_checkpoint_end {
    pid_t owner; /* the process that counts; 0: nothing runs */
    sem_t wake;
    unsigned wanted, done; /* snapshots asked for, and taken */
    int stop;              /* take no more */
    int may_finish;        /* the thread can write the result */
    pid_t process;         /* whose snapshots they are */
    pid_t finishes;        /* the process that ends by it; 0: none yet */
    int watch;             /* who asks does not wake */
    int finish;            /* enum hpm_checkpoint_finish */
};
extern struct hpm_checkpoint_end hpm_checkpoint_end;

/* As it is before there is an owner; `wake` is the owner's.  */
void hpm_checkpoint_end_begin (int may_finish);

int hpm_checkpoint_end_stopped (void);

/* For the thread, often: whether the program has confined itself without the C
 * library, which is seen within a second.  */
void hpm_checkpoint_end_look (void);

/* Whether this is the process that counts, and its thread runs.  */
int hpm_checkpoint_end_is_owner (void);

#endif /* HPM_PMPI_CHECKPOINT_END_H */
