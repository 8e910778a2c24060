/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The functions that have wrappers; made by pmpi/wrap/calls.awk.
 */
#ifndef HPM_PMPI_CALLS_FUNCTIONS_H
#define HPM_PMPI_CALLS_FUNCTIONS_H

#include "include/hpm_mpi_record.h"

extern const struct hpm_function_record hpm_calls_functions[];
extern const int hpm_calls_function_count;

/* What a call comes to when there is no MPI library behind us.  Says so;
 * returns an error code.  */
int hpm_calls_no_mpi (const char *name);

#endif /* HPM_PMPI_CALLS_FUNCTIONS_H */
