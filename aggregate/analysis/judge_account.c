/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The account of the job, of its hosts and of its ranks.
 */
#include "config.h"

#include "aggregate/analysis/judge.h"

#include <stdlib.h>

/* Room for them; none where no rank left a record.  */
static int
make_room (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    size_t hosts = (size_t)judge->result->hosts.count;

    verdict->account = calloc (1, sizeof *verdict->account);
    verdict->errors = calloc (1, sizeof *verdict->errors);
    verdict->rank_account
        = calloc (judge->count + 1, sizeof *verdict->rank_account);
    if (hosts > 1)
        verdict->host_account = calloc (hosts, sizeof *verdict->host_account);
    return verdict->account && verdict->errors && verdict->rank_account
                   && (hosts <= 1 || verdict->host_account)
               ? 0
               : -1;
}

int
hpm_judge_account (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    if (make_room (judge, verdict))
        return -1;
    verdict->ranks = judge->count;
    for (size_t i = 0; i < judge->count; i++) {
        const struct hpm_profile *profile = &judge->profiles[i];

        verdict->rank_account[i] = profile->all;
        hpm_account_add (verdict->account, &profile->all);
        hpm_account_add (verdict->errors, &profile->errors);
        if (verdict->host_account && profile->host >= 0)
            hpm_account_add (&verdict->host_account[profile->host],
                             &profile->all);
    }
    return 0;
}
