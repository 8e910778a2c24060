/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The account of the job and of its hosts, and the time in MPI of one rank.
 */
#include "config.h"

#include "aggregate/judge/judge.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

static size_t
host_count (const struct hpm_judge *judge)
{
    return (size_t)judge->result->hosts.count;
}

int
hpm_judge_add_account (struct hpm_judge *judge,
                       const struct hpm_rank_data *data, int host)
{
    struct hpm_account errors;

    if (!judge->hosts && host_count (judge) > 1)
        judge->hosts = calloc (host_count (judge), sizeof *judge->hosts);
    if (!judge->hosts && host_count (judge) > 1)
        return -1;
    hpm_account_of_rank (&judge->rank, &errors, judge->result, data);
    hpm_account_add (&judge->job, &judge->rank);
    hpm_account_add (&judge->errors, &errors);
    if (judge->hosts && host >= 0)
        hpm_account_add (&judge->hosts[host], &judge->rank);
    return 0;
}

/* A copy that is its owner's; NULL of none, or without memory.  */
static struct hpm_account *
copied (const struct hpm_account *accounts, size_t count)
{
    struct hpm_account *copy
        = accounts ? malloc (count * sizeof *accounts) : NULL;

    return copy ? memcpy (copy, accounts, count * sizeof *accounts) : NULL;
}

int
hpm_judge_account (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    verdict->account = copied (&judge->job, 1);
    verdict->errors = copied (&judge->errors, 1);
    verdict->host_account = copied (judge->hosts, host_count (judge));
    return verdict->account && verdict->errors
                   && (!judge->hosts || verdict->host_account)
               ? 0
               : -1;
}

double
hpm_judge_in_mpi (const struct hpm_judge *judge, size_t rank)
{
    return hpm_judge_known (fmax (0, HPM_REAL_OF (judge, rank, wall)
                                         - HPM_REAL_OF (judge, rank, useful)));
}

double
hpm_judge_slowest_in_mpi (const struct hpm_judge *judge,
                          const struct hpm_verdict *verdict)
{
    return hpm_judge_in_mpi (
        judge, (size_t)verdict->efficiency[HPM_EFFICIENCY_SLOWEST]);
}
