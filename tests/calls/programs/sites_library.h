/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls of MPI in a library of the program.
 */
#ifndef HPM_TESTS_SITES_LIBRARY_H
#define HPM_TESTS_SITES_LIBRARY_H

void sites_from_library (void);

#endif /* HPM_TESTS_SITES_LIBRARY_H */
