/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which processors are hyper-threads of one core, as far as it matters to a
 * rank: those of the cores that it may use some of.
 *
 * On any thread; no malloc, a file for each core, and one more where a core has
 * others than the rank may use.  errno may change.
 */
#ifndef HPM_PMPI_CORES_H
#define HPM_PMPI_CORES_H

#include "hpm_record.h"

/* Fill cores_allowed and cpus_online from cpus_allowed, by what sysfs, mounted
 * at `sysfs`, tells.  */
void hpm_cores_find (struct hpm_rank_record *record, const char *sysfs);

#endif /* HPM_PMPI_CORES_H */
