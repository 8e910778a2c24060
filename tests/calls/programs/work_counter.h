/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The counters that work_backend.c reads: units of work of the calling thread,
 * and the cycles that it says they took.  Other threads read them while they
 * grow.
 */
#ifndef WORK_COUNTER_H
#define WORK_COUNTER_H

long *program_work (void);
long *program_cycles (void);

static _Thread_local long work, cycles;

long *
program_work (void)
{
    return &work;
}

long *
program_cycles (void)
{
    return &cycles;
}

static void
do_work (long units)
{
    __atomic_store_n (&work, work + units, __ATOMIC_RELAXED);
    __atomic_store_n (&cycles, cycles + 2 * units, __ATOMIC_RELAXED);
}

/* Cycles in which no work is done.  */
__attribute__ ((unused)) static void
do_cycles (long count)
{
    __atomic_store_n (&cycles, cycles + count, __ATOMIC_RELAXED);
}

#endif /* WORK_COUNTER_H */
