/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/launch.h"

#include <stdlib.h>

/* The number in the first of these variables that holds one.  */
static int
first_number (const char *const *variables, int none)
{
    for (; *variables; variables++) {
        const char *text = getenv (*variables);
        char *end;
        long number;

        if (!text || *text == '\0')
            continue;
        number = strtol (text, &end, 10);
        if (*end == '\0' && number >= 0 && number <= 0x7fffffff)
            return (int)number;
    }
    return none;
}

int
hpm_launch_number (enum hpm_launch_number which, int none)
{
    static const char *const variables[][5] = {
        [HPM_LAUNCH_RANK]
        = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK", "PMI_RANK", "SLURM_PROCID" },
        [HPM_LAUNCH_RANKS]
        = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_NTASKS" },
        [HPM_LAUNCH_LOCAL_RANK]
        = { "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID" },
        [HPM_LAUNCH_LOCAL_RANKS]
        = { "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS" },
    };

    return first_number (variables[which], none);
}
