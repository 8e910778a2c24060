/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A zero can be a fact, or a counter that the hardware accepts and never moves.
 * To tell them apart, do something that must count.
 */
#ifndef HPM_PMPI_PAPI_PROBE_H
#define HPM_PMPI_PAPI_PROBE_H

/* Execute instructions, branches (some of them hard to predict), code that is
 * in no cache, loads and stores over more memory than caches and TLBs hold, and floating-point
 * operations in both precisions.  Takes about 2 ms and 8 MiB for the time of
 * the call; does nothing where the memory can't be had.  */
void hpm_papi_probe_exercise (void);

/* Whether the exercise must move this event (a PAPI preset).  */
int hpm_papi_probe_covers (const char *name);

#endif /* HPM_PMPI_PAPI_PROBE_H */
