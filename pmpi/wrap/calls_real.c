/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>

#include "pmpi/wrap/calls_real.h"
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
#define HPM_X(field, ...)                                                      \
    hpm_calls_real.field = hpm_mpi_handle (                                    \
        (struct hpm_mpi_constant){ __VA_ARGS__ }, caller, NULL);
    HPM_CALLS_HANDLES (HPM_X)
#undef HPM_X
    if (hpm_mpi_abi.library == HPM_MPI_STANDARD) {
        hpm_calls_real.Get_count_c
            = (int (*) (const void *, hpm_handle, int64_t *))hpm_mpi_next (
                "PMPI_Get_count_c", caller);
        missing |= !hpm_calls_real.Get_count_c;
    }
    return missing ? -1 : 0;
}
