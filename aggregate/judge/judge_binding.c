/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How ranks are bound: whether each has processors of its own, or all of a host
 * share the same.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "aggregate/judge/judge.h"
#include "aggregate/binding/mask.h"
#include "aggregate/model/row_names.h"

/* What the ranks of a host may use.  */
struct host {
    struct hpm_mask all; /* of those seen so far */
    int ranks;
    int same;  /* 1: one list is that of all */
    int apart; /* 1: none has a processor of another */
    int mask;  /* of the first */
};

/* What is so on all hosts.  */
struct binding {
    int same, apart;
    int fewest, most; /* processors of a rank */
};

static void
take_rank (struct host *host, int place, const struct hpm_mask *mask)
{
    if (!host->ranks++) {
        host->mask = place;
        host->same = host->apart = 1;
    } else {
        host->same &= place == host->mask;
        host->apart &= !hpm_mask_shared (&host->all, mask);
    }
    hpm_mask_add (&host->all, mask);
}

/* Returns -1 where the processors of a rank are not known.  */
static int
take_ranks (const struct hpm_judge *judge, const struct hpm_mask *masks,
            struct host *hosts, struct binding *binding)
{
    for (size_t i = 0; i < judge->count; i++) {
        int64_t host = HPM_NUMBER_OF (judge, i, host);
        int64_t place = HPM_NUMBER_OF (judge, i, mask);
        const struct hpm_mask *mask;

        if (host < 0 || place < 0)
            return -1;
        mask = &masks[place];
        if (!mask->count)
            return -1;
        if (!i || mask->count < binding->fewest)
            binding->fewest = mask->count;
        if (mask->count > binding->most)
            binding->most = mask->count;
        take_rank (&hosts[host], (int)place, mask);
    }
    return judge->count ? 0 : -1;
}

static void
take_hosts (const struct host *hosts, int count, struct binding *binding)
{
    binding->same = binding->apart = 1;
    for (int i = 0; i < count; i++) {
        if (!hosts[i].ranks)
            continue;
        binding->same &= hosts[i].same;
        binding->apart &= hosts[i].apart;
    }
}

/* "1 processor each", "4 processors shared"; of one rank "2 processors".  */
static void
put_words (char *text, size_t size, const struct binding *binding, int alone)
{
    char count[32];

    snprintf (count, sizeof count,
              binding->fewest < binding->most ? "%d to %d" : "%d",
              binding->fewest, binding->most);
    if (binding->apart || binding->same)
        snprintf (text, size, "%s processor%s%s", count,
                  binding->most > 1 ? "s" : "",
                  alone            ? ""
                  : binding->apart ? " each"
                                   : " shared");
    else
        snprintf (text, size, "on processors that overlap");
}

int
hpm_judge_binding (const struct hpm_judge *judge, char *text, size_t size)
{
    size_t count = (size_t)judge->result->hosts.count;
    struct host *hosts = calloc (count + 1, sizeof *hosts);
    struct hpm_mask *masks
        = calloc ((size_t)judge->masks.count + 1, sizeof *masks);
    struct binding binding = { 0 };
    int failed = !hosts || !masks;

    *text = '\0';
    for (int i = 0; !failed && i < judge->masks.count; i++)
        hpm_mask_parse (&masks[i], judge->masks.texts[i]);
    if (!failed && !hpm_result_is_observed (judge->result)
        && !take_ranks (judge, masks, hosts, &binding)) {
        take_hosts (hosts, (int)count, &binding);
        put_words (text, size, &binding, judge->count == 1);
    }
    free (hosts);
    free (masks);
    return failed ? -1 : 0;
}
