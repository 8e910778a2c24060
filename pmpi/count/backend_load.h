/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Finding and loading the counter backend.
 */
#ifndef HPM_PMPI_BACKEND_LOAD_H
#define HPM_PMPI_BACKEND_LOAD_H

#include <stddef.h>

#include "base/error.h"
#include "include/hpm_backend.h"

/* The backend at that path; NULL stands for the installed plug-in, PAPI.
 * Returns it, never to be unloaded, or NULL and why.  */
const struct hpm_backend *hpm_backend_load (const char *name,
                                            struct hpm_error *error);

/* Path of an installed part (an absolute configured path), seen from where this
 * library really is.  Returns 0 or -1.  */
int hpm_installed_path (char *buffer, size_t size, const char *target);

#endif /* HPM_PMPI_BACKEND_LOAD_H */
