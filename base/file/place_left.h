/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Temporary files: each has the process that writes to it in its name, so that
 * one whose writer was killed can be told from one that is being written.
 */
#ifndef HPM_BASE_PLACE_LEFT_H
#define HPM_BASE_PLACE_LEFT_H

#include <stddef.h>

/* The template of a temporary file in the folder of `path`, for mkstemp.
 * Returns 0, or -1 when it does not fit.  */
int hpm_place_template (char *buffer, size_t size, const char *path);

/* Remove this user's temporary files from the folder of `path` whose writers
 * are gone: those of this machine and name space of processes whose process is
 * not there, and of others those that nobody wrote to for a day.  */
void hpm_place_sweep (const char *path);

#endif /* HPM_BASE_PLACE_LEFT_H */
