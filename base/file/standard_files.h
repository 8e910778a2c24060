/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Standard input, output and error of a tool that may have been started without
 * them.
 */
#ifndef HPM_BASE_STANDARD_FILES_H
#define HPM_BASE_STANDARD_FILES_H

/* Give those that are closed a file that can be neither read nor written, so
 * that no other file gets their number, and what is written to them is an
 * error.  A program that is executed finds them closed.  */
void hpm_standard_files_open (void);

#endif /* HPM_BASE_STANDARD_FILES_H */
