/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/launch.h"

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

void
hpm_launch_read (struct hpm_launch *launch)
{
    static const char *const ranks[] = { "OMPI_COMM_WORLD_RANK", "PMIX_RANK",
                                         "PMI_RANK", "SLURM_PROCID", NULL };
    static const char *const local_ranks[]
        = { "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID",
            NULL };

    launch->rank = first_number (ranks, 0);
    launch->local_rank = first_number (local_ranks, -1);
}

int
hpm_launch_beside_rank_0 (const struct hpm_launch *launch)
{
    return launch->local_rank < 0 || launch->local_rank == launch->rank;
}

int
hpm_launch_speaks_for_host (const struct hpm_launch *launch)
{
    return launch->rank == 0 || launch->local_rank == 0;
}
