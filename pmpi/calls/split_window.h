/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arithmetic of a stretch of a thread's time between two looks at its counters,
 * part of which it spent in MPI calls.  Pure.
 */
#ifndef HPM_PMPI_SPLIT_WINDOW_H
#define HPM_PMPI_SPLIT_WINDOW_H

#include <stdint.h>

/* How long it was outside of calls, in MPI and in MPI I/O: at most, and no less
 * than 0, in ns.  */
struct hpm_split_window {
    int64_t outside, inside[2];
};

/* What a count is at least, and how much more it may be.  */
struct hpm_split_part {
    int64_t least, unsure;
};

/* What of `value`, by which a counter went on in the window, was in MPI (`io`
 * is 0) or in MPI I/O (1).  One that is a time, in ns, goes on in each part by
 * no more than that took.  Nothing is unsure where there is one part.  */
struct hpm_split_part
hpm_split_window_part (const struct hpm_split_window *window, int io,
                       int64_t value, int is_time);

#endif /* HPM_PMPI_SPLIT_WINDOW_H */
