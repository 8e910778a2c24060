/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the threads of a rank may use together, where they are bound one by one.
 */
#ifndef HPM_AGGREGATE_BOUND_THREADS_H
#define HPM_AGGREGATE_BOUND_THREADS_H

#include <sched.h>
#include <stddef.h>

#include "aggregate/binding/mask.h"

/* Lists of processors that were added; zero it first.  */
struct hpm_bound_threads {
    cpu_set_t cpus[HPM_MASK_PROCESSORS / CPU_SETSIZE];
    const char *first; /* the caller's */
    int differ, unknown;
};

/* Whether a list of processors, as the kernel has it, is whole and there.  */
int hpm_cpu_list_is_known (const char *list);

/* Add the list of a thread, which must stay.  */
void hpm_bound_threads_add (struct hpm_bound_threads *threads,
                            const char *list);

/* Where the threads differ, and the lists of all of them and of their rank are
 * known: the list of what any of these has, into text[size].  Returns 1 then,
 * else 0.  */
int hpm_bound_threads_unite (struct hpm_bound_threads *threads,
                             const char *mask, char *text, size_t size);

#endif /* HPM_AGGREGATE_BOUND_THREADS_H */
