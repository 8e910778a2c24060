/* SPDX-License-Identifier: BSD-3-Clause */
#ifndef HPM_AGGREGATE_SAME_FILE_H
#define HPM_AGGREGATE_SAME_FILE_H

/* Whether two paths are of one regular file, by whatever names, or would be, of
 * one that is not there yet.  */
int hpm_same_file (const char *one, const char *other);

#endif /* HPM_AGGREGATE_SAME_FILE_H */
