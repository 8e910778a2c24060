/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a native event is one of any processor.
 */
#ifndef HPM_PMPI_PERF_KNOWN_H
#define HPM_PMPI_PERF_KNOWN_H

/* 0 when libpfm has no such event, or not with these masks and modifiers, on
 * any processor of this kind; 1 when it has, and where that can't be known:
 * without libpfm or its header, for a code (r01c2), for slots and their shares,
 * and for events of other components of PAPI (three colons).  Masks that do not
 * go together are not told.  Takes some 10 ms.  Not thread-safe, as libpfm is
 * not.  */
int hpm_perf_known (const char *name);

#endif /* HPM_PMPI_PERF_KNOWN_H */
