/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether a file is in use by a process that mapped it.
 */
#ifndef HPM_WRAPPER_MAPPED_H
#define HPM_WRAPPER_MAPPED_H

#include <sys/stat.h>

/* Whether some process that may be looked at has the file mapped.  Reads the
 * maps of all of them: some 0.1 ms each.  */
int hpm_is_mapped (const struct stat *file);

#endif /* HPM_WRAPPER_MAPPED_H */
