/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libperfex(3): the counters of two events between two places, as on IRIX: link
 * with -lperfex, and run under hpmrun, which counts the events.  Events are the
 * numbers of the R10000, 0 to 31.
 */
#ifndef LIBPERFEX_H
#define LIBPERFEX_H

#ifdef __cplusplus
extern "C" {
#endif

/* A number, the same for a start and its read, or -1 and errno.  */
int start_counters (int e0, int e1);
int read_counters (int e0, long long *c0, int e1, long long *c1);

/* On stderr.  Return 0, or -1 and errno.  */
int print_counters (int e0, long long c0, int e1, long long c1);
int print_costs (int e0, long long c0, int e1, long long c1);

/* A table of costs (hpm-costs(5)), for print_costs.  Returns 0, or -1 and
 * errno.  */
int load_costs (const char *file);

#ifdef __cplusplus
}
#endif

#endif /* LIBPERFEX_H */
