/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Who speaks.
 */
#ifndef HPM_BASE_TOOL_NAME_H
#define HPM_BASE_TOOL_NAME_H

/* The name before what hpmagg says: its own, or that of the library where the
 * library has started it as its writer: who called hpmrun knows no hpmagg.
 * Never freed.  */
const char *hpm_tool_name (void);

#endif /* HPM_BASE_TOOL_NAME_H */
