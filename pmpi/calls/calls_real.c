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

#define HPM_X(name, parameters)                                                \
    hpm_calls_real.name                                                        \
        = (int (*) parameters)hpm_mpi_next ("PMPI_" #name, caller);            \
    missing |= !hpm_calls_real.name;
    HPM_CALLS_REAL (HPM_X)
#undef HPM_X
    hpm_calls_real.no_op
        = hpm_mpi_handle (HPM_MPI_NO_OP_SYMBOL, HPM_MPI_NO_OP_VALUE, caller);
    return missing ? -1 : 0;
}
