/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counting a program from outside, where no library can be preloaded: hpmrun
 * executes itself with the library in it, stays the parent, and passes on what
 * it is told and what becomes of the program.
 */
#ifndef HPM_WRAPPER_OUTSIDE_H
#define HPM_WRAPPER_OUTSIDE_H

#include "base/error.h"

/* Become the hpmrun that counts `program`; the environment is exported. Returns
 * only with an error.  */
void hpm_outside_become (char **program, struct hpm_error *error);

/* Run the program, with the library in this process.  Ends as the program did;
 * returns an exit status, and the error, only where it could not be executed.
 */
int hpm_outside_run (char **program, struct hpm_error *error);

#endif /* HPM_WRAPPER_OUTSIDE_H */
