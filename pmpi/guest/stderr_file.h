/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which file standard error is.
 */
#ifndef HPM_PMPI_STDERR_FILE_H
#define HPM_PMPI_STDERR_FILE_H

/* Whether this descriptor is the file that descriptor 2 was when this library
 * was loaded.  Where 2 is not, it is closed, or a file of the program's that
 * happened to get this number, into which nothing is to be written.  Any
 * thread; keeps errno.  */
int hpm_stderr_is (int descriptor);

#endif /* HPM_PMPI_STDERR_FILE_H */
