/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/launch/launch.h"

#include "base/launch.h"

void
hpm_launch_read (struct hpm_launch *launch)
{
    launch->rank = hpm_launch_number (HPM_LAUNCH_RANK, 0);
    launch->local_rank = hpm_launch_number (HPM_LAUNCH_LOCAL_RANK, -1);
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
