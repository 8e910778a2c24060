/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Software defined events whose value between MPI_Init and MPI_Finalize is
 * known: on rank r, sde:::exact::COUNT is 1000 (r + 1) + 7 and
 * sde:::exact::BIG is 10^15 + r.  Called from C, C++ and Fortran.
 */
#ifndef HPM_TESTS_KNOWN_H
#define HPM_TESTS_KNOWN_H

#ifdef __cplusplus
extern "C" {
#endif

/* Before MPI_Init: register both, with counts on them that nobody asked for. */
void known_register (void);

/* Once between MPI_Init and MPI_Finalize: count what is known.  */
void known_count (int rank);

/* After MPI_Finalize: counts that nobody asked for either.  */
void known_after (void);

#ifdef __cplusplus
}
#endif

#endif /* HPM_TESTS_KNOWN_H */
