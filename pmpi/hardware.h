/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether it is worth loading PAPI.
 */
#ifndef HPM_PMPI_HARDWARE_H
#define HPM_PMPI_HARDWARE_H

#include "include/hpm_backend.h"

/* Ask the kernel for a cycle counter on the calling thread, and give it back.
 * Returns HPM_REASON_NONE when there is one, or why there is none.  */
enum hpm_reason hpm_hardware_obstacle (enum hpm_domain domain);

/* Whether the program is linked to PAPI's libsde and may export events.  */
int hpm_hardware_program_may_export (void);

#endif /* HPM_PMPI_HARDWARE_H */
