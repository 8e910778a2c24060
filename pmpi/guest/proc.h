/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Files below /proc, read without malloc: threads of ours read them while the
 * program runs, and its malloc may be one of its own, for one thread.
 *
 * On any thread.  errno may change.
 */
#ifndef HPM_PMPI_PROC_H
#define HPM_PMPI_PROC_H

#include <stddef.h>

/* Read a file as a text of at most `size` - 1 bytes.  Returns its length, 0
 * when it can't be read or is empty.  */
size_t hpm_proc_read (char *text, size_t size, const char *path);

/* Give each entry of a folder whose name is a number.  Returns 0, or -1 when
 * the folder can't be read.  */
int hpm_proc_each (const char *folder, void (*each) (int number, void *data),
                   void *data);

#endif /* HPM_PMPI_PROC_H */
