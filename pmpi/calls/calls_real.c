/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>

#include "pmpi/calls/calls_real.h"
#include "pmpi/wire/mpi_api.h"

struct hpm_calls_real hpm_calls_real;

int
hpm_calls_real_find (const void *caller)
{
    int missing = 0;

#define HPM_X(name)                                                            \
    hpm_calls_real.name                                                        \
        = (__typeof__ (PMPI_##name) *)hpm_mpi_next ("PMPI_" #name, caller);    \
    missing |= !hpm_calls_real.name;
    HPM_CALLS_REAL (HPM_X)
#undef HPM_X
    hpm_calls_real.no_op = (MPI_Op)hpm_mpi_handle ("ompi_mpi_op_no_op", caller);
    return missing ? -1 : 0;
}
