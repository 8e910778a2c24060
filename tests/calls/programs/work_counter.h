/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The counter that work_backend.c reads: units of work of the calling thread.
 * Other threads read it while it grows.
 */
#ifndef WORK_COUNTER_H
#define WORK_COUNTER_H

long *program_work (void);

static _Thread_local long work;

long *
program_work (void)
{
    return &work;
}

static void
do_work (long units)
{
    __atomic_store_n (&work, work + units, __ATOMIC_RELAXED);
}

#endif /* WORK_COUNTER_H */
