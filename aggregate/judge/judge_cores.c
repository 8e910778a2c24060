/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranks on processors of their own that are hyper-threads of the same cores,
 * while the host has cores that no rank may use.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/judge/judge.h"
#include "aggregate/binding/bound_threads.h"
#include "aggregate/binding/mask.h"

/* The place of a list; -1 where it is not known, or, in *failed, memory ran
 * out.
 */
static int64_t
place_of (struct hpm_judge *judge, const char *list, int *failed)
{
    int place;

    if (!hpm_cpu_list_is_known (list))
        return -1;
    place = hpm_text_table_add (&judge->masks, list);
    *failed |= place < 0;
    return place;
}

/* What all threads of the program may use together, into text[size], where they
 * differ; 0 where they do not, or where that of one is not known.  */
static int
unite_threads (char *text, size_t size, const struct hpm_rank_data *data)
{
    struct hpm_bound_threads threads = { .first = NULL };

    for (int64_t i = 0; i < data->thread_count; i++)
        if (data->threads[i].role == HPM_ROLE_MAIN
            || data->threads[i].role == HPM_ROLE_WORKER)
            hpm_bound_threads_add (&threads, data->threads[i].cpus_allowed);
    return hpm_bound_threads_unite (&threads, data->record.cpus_allowed, text,
                                    size);
}

/* Threads that are bound one by one share what the rank has: its list is that
 * of all of them, whose cores nobody told.  */
int
hpm_judge_note_processors (struct hpm_judge *judge, struct hpm_profile *profile,
                           const struct hpm_rank_data *data)
{
    const struct hpm_rank_record *record = &data->record;
    char all[2048];
    int failed = 0;

    if (record->status == HPM_RANK_MISSING)
        return 0;
    if (unite_threads (all, sizeof all, data)) {
        profile->mask = profile->cores = place_of (judge, all, &failed);
    } else {
        profile->mask = place_of (judge, record->cpus_allowed, &failed);
        profile->cores = *record->cores_allowed
                             ? place_of (judge, record->cores_allowed, &failed)
                             : profile->mask;
    }
    profile->online = record->cpus_online;
    return failed ? -1 : 0;
}

/* What is known of a rank; places.  */
struct rank {
    int64_t host, mask, cores;
    double number, online;
    int busy; /* wants a processor for a good part of the run */
};

/* By host, and there in their own order.  */
static int
compare_ranks (const void *a, const void *b)
{
    const struct rank *first = a, *second = b;

    if (first->host != second->host)
        return first->host < second->host ? -1 : 1;
    return (first->number > second->number) - (first->number < second->number);
}

static struct rank *
make_ranks (const struct hpm_judge *judge)
{
    struct rank *ranks = malloc ((judge->count + 1) * sizeof *ranks);

    for (size_t i = 0; ranks && i < judge->count; i++)
        ranks[i] = (struct rank){
            .host = HPM_NUMBER_OF (judge, i, host),
            .mask = HPM_NUMBER_OF (judge, i, mask),
            .cores = HPM_NUMBER_OF (judge, i, cores),
            .number = (double)i,
            .online = (double)HPM_NUMBER_OF (judge, i, online),
            .busy = HPM_REAL_OF (judge, i, threads_busy) >= 1,
        };
    if (ranks)
        qsort (ranks, judge->count, sizeof *ranks, compare_ranks);
    return ranks;
}

/* Processors of a host on cores that none of its ranks may use; 0 where the
 * cores of one are not known, or none has more than its mask: a host without
 * hyper-threads does not say what is online.  */
static double
count_unused (const struct rank *ranks, size_t count,
              const struct hpm_mask *masks)
{
    struct hpm_mask used = { .words = 0 };
    double online = 0;

    for (size_t i = 0; i < count; i++) {
        if (ranks[i].mask < 0 || ranks[i].cores < 0
            || !masks[ranks[i].mask].count
            || masks[ranks[i].mask].count > HPM_CORES_MOST)
            return 0;
        online = ranks[i].online > online ? ranks[i].online : online;
    }
    for (size_t i = 0; online > 0 && i < count; i++)
        hpm_mask_add (&used, &masks[ranks[i].cores]);
    return online > used.count ? online - used.count : 0;
}

/* Whether two ranks have no processor in common, but a core.  */
static int
share_core (const struct rank *a, const struct rank *b,
            const struct hpm_mask *masks)
{
    return a->busy && b->busy
           && !hpm_mask_shared (&masks[a->mask], &masks[b->mask])
           && hpm_mask_shared (&masks[a->cores], &masks[b->mask]);
}

/* Ranks of a host that share a core with another one, and the first of them. */
static double
count_sharing (const struct rank *ranks, size_t count,
               const struct hpm_mask *masks, double *first)
{
    double sharing = 0;

    for (size_t i = 0; i < count; i++) {
        size_t other = 0;

        while (other < count && !share_core (&ranks[i], &ranks[other], masks))
            other++;
        if (other < count && !sharing++)
            *first = ranks[i].number;
    }
    return sharing;
}

/* It is told of the first host; its share says on how many hosts it is.  */
static int
judge_host (const struct rank *ranks, size_t count,
            const struct hpm_mask *masks, size_t *told,
            struct hpm_verdict *verdict)
{
    double unused = count_unused (ranks, count, masks), first = -1, sharing;

    if (unused < 2)
        return 0;
    sharing = count_sharing (ranks, count, masks, &first);
    if (sharing < 2 || sharing > unused)
        return 0;
    if (*told) {
        verdict->findings[*told - 1].share++;
        return 0;
    }
    *told = verdict->count + 1;
    return hpm_verdict_add (verdict, hpm_finding (HPM_FINDING_SHARED_CORES,
                                                  first, (double)ranks->host,
                                                  sharing, unused, 1));
}

/* The ranks of hosts, which are sorted.  A rank that left no record may be on
 * any host, and on the cores that the others leave.  */
static int
judge_hosts (const struct rank *ranks, size_t count,
             const struct hpm_mask *masks, struct hpm_verdict *verdict)
{
    size_t first = 0, told = 0;
    int failed = 0;

    if (!count || ranks[0].host < 0)
        return 0;
    for (size_t i = 1; !failed && i <= count; i++)
        if (i == count || ranks[i].host != ranks[first].host) {
            failed
                = judge_host (ranks + first, i - first, masks, &told, verdict);
            first = i;
        }
    return failed;
}

int
hpm_judge_cores (const struct hpm_judge *judge, struct hpm_verdict *verdict)
{
    struct rank *ranks = make_ranks (judge);
    struct hpm_mask *masks
        = calloc ((size_t)judge->masks.count + 1, sizeof *masks);
    int failed = !ranks || !masks;

    for (int i = 0; !failed && i < judge->masks.count; i++)
        hpm_mask_parse (&masks[i], judge->masks.texts[i]);
    failed = failed || judge_hosts (ranks, judge->count, masks, verdict);
    free (ranks);
    free (masks);
    return failed;
}
