/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists of processors that the ranks of a host may use: too few of them for the
 * threads that want one, or lists that overlap without being the same.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/judge/judge.h"
#include "aggregate/binding/mask.h"

/* One list of processors on one host.  */
struct group {
    int host, mask; /* places */
    double threads; /* busy ones of ranks that have this list */
    double able;    /* that may have been ready at the same time */
    double ran;     /* processor time of all their threads, s */
    double waited;  /* s that these waited for one */
    double wall;    /* s of the rank that was there longest */
    double rank;    /* the first of them */
};

static int
compare_groups (const void *a, const void *b)
{
    const struct group *first = a, *second = b;

    if (first->host != second->host)
        return first->host < second->host ? -1 : 1;
    if (first->mask != second->mask)
        return first->mask < second->mask ? -1 : 1;
    return (first->rank > second->rank) - (first->rank < second->rank);
}

static void
add_group (struct group *sum, const struct group *group)
{
    sum->threads += group->threads;
    sum->able += group->able;
    sum->ran += group->ran;
    sum->waited += group->waited;
    sum->wall = fmax (sum->wall, group->wall);
}

/* One group for each host and list, in the order of hosts.  */
static size_t
make_groups (struct group *groups, const struct hpm_judge *judge)
{
    size_t count = 0, merged = 0;

    for (size_t i = 0; i < judge->count; i++) {
        int64_t host = HPM_NUMBER_OF (judge, i, host);
        int64_t mask = HPM_NUMBER_OF (judge, i, mask);

        if (host >= 0 && mask >= 0)
            groups[count++]
                = (struct group){ (int)host,
                                  (int)mask,
                                  HPM_REAL_OF (judge, i, threads_busy),
                                  HPM_REAL_OF (judge, i, threads_able),
                                  HPM_REAL_OF (judge, i, ran),
                                  HPM_REAL_OF (judge, i, waited),
                                  HPM_REAL_OF (judge, i, wall),
                                  (double)i };
    }
    qsort (groups, count, sizeof *groups, compare_groups);
    for (size_t i = 0; i < count; i++)
        if (merged && groups[merged - 1].host == groups[i].host
            && groups[merged - 1].mask == groups[i].mask)
            add_group (&groups[merged - 1], &groups[i]);
        else
            groups[merged++] = groups[i];
    return merged;
}

/* All that have no processor outside this list.  */
static struct group
all_within (const struct group *groups, size_t count, size_t of,
            const struct hpm_mask *masks)
{
    const struct hpm_mask *mask = &masks[groups[of].mask];
    struct group sum = { .mask = groups[of].mask };

    for (size_t i = 0; i < count; i++) {
        const struct hpm_mask *other = &masks[groups[i].mask];

        if (hpm_mask_shared (mask, other) == other->count)
            add_group (&sum, &groups[i]);
    }
    return sum;
}

/* Who had processors that so many threads wanted: alone, these are on one for
 * the processors' part of the time that they want one, at least.  Where they
 * are not all there at a time it is more, but nobody knows how much; as if they
 * wanted one evenly, ranks that had next to nothing did not take it from each
 * other.  */
static enum hpm_crowd
who_had (const struct group *all, double processors)
{
    double most = all->able > all->threads ? all->able : all->threads;
    double wanted = all->ran + all->waited;
    double evenly = fmin (wanted, processors * all->wall);

    return all->ran < HPM_LIMIT_SHARE * processors / most * wanted
               ? HPM_CROWD_BOTH
           : all->ran < HPM_LIMIT_SHARE / 2 * evenly ? HPM_CROWD_UNKNOWN
                                                     : HPM_CROWD_ITSELF;
}

/* The most crowded list of a host, and who had its processors.  Returns 1 if
 * there is one.  */
static int
find_crowded (const struct group *groups, size_t count,
              const struct hpm_mask *masks, struct hpm_finding *finding,
              enum hpm_crowd *crowd)
{
    double worst = 1;

    for (size_t i = 0; i < count; i++) {
        struct group all = all_within (groups, count, i, masks);
        int processors = masks[groups[i].mask].count;

        if (!processors || all.threads <= worst * processors)
            continue;
        worst = all.threads / processors;
        *crowd = who_had (&all, processors);
        *finding = hpm_finding (HPM_FINDING_CROWDED, groups[i].rank,
                                groups[i].host, all.threads, processors, 1);
    }
    return worst > 1;
}

/* Whether more threads may have been ready on a host than it has processors for
 * them: on all it may use together, or on one that several may use.  */
static int
may_be_crowded (const struct group *groups, size_t count,
                const struct hpm_mask *masks)
{
    for (size_t i = 0; i < count; i++) {
        const struct hpm_mask *mask = &masks[groups[i].mask];
        double able = 0;

        for (size_t j = 0; j < count; j++)
            if (hpm_mask_shared (mask, &masks[groups[j].mask]))
                able += groups[j].able;
        if (able > mask->count)
            return 1;
    }
    return 0;
}

/* Two lists of a host that overlap, and neither is a part of the other.  */
static int
find_overlap (const struct group *groups, size_t count,
              const struct hpm_mask *masks, struct hpm_finding *finding)
{
    for (size_t i = 0; i < count; i++)
        for (size_t j = i + 1; j < count; j++) {
            const struct hpm_mask *a = &masks[groups[i].mask];
            const struct hpm_mask *b = &masks[groups[j].mask];
            int both = hpm_mask_shared (a, b);

            if (!both || both == a->count || both == b->count)
                continue;
            *finding = hpm_finding (HPM_FINDING_OVERLAP, groups[i].rank,
                                    groups[i].host, both, -1, 1);
            finding->subject = groups[j].rank;
            return 1;
        }
    return 0;
}

/* What was told already, one of each kind: 0 if nothing, or a place + 1.  */
struct told {
    size_t crowded, overlap;
};

/* A kind is told of its first host; its share says on how many hosts it is.  */
static int
judge_host (const struct hpm_judge *judge, const struct group *groups,
            size_t count, const struct hpm_mask *masks, struct told *told,
            struct hpm_verdict *verdict, enum hpm_crowd *crowd)
{
    struct hpm_finding finding;
    size_t *place = &told->crowded;

    if (count > HPM_MASK_PROCESSORS)
        return 0;
    if (!find_crowded (groups, count, masks, &finding, crowd)) {
        if (!may_be_crowded (groups, count, masks))
            *crowd = HPM_CROWD_OTHERS;
        if (!find_overlap (groups, count, masks, &finding))
            return 0;
        place = &told->overlap;
    }
    if (finding.rule == HPM_FINDING_CROWDED)
        finding.subject = hpm_judge_unused (judge, groups->host);
    if (*place) {
        struct hpm_finding *told_of = &verdict->findings[*place - 1];

        told_of->share++;
        if (told_of->subject != finding.subject
            && finding.rule == HPM_FINDING_CROWDED)
            told_of->subject = -1; /* no number is true of all of them */
        return 0;
    }
    *place = verdict->count + 1;
    return hpm_verdict_add (verdict, finding);
}

/* A host with a rank whose processors are not known is not judged.  */
static void
forget_unknown (const struct hpm_judge *judge, enum hpm_crowd *crowds)
{
    for (size_t i = 0; i < judge->count; i++) {
        int64_t host = HPM_NUMBER_OF (judge, i, host);

        if (host >= 0 && HPM_NUMBER_OF (judge, i, mask) < 0
            && crowds[host] == HPM_CROWD_OTHERS)
            crowds[host] = HPM_CROWD_UNKNOWN;
    }
}

int
hpm_judge_masks (const struct hpm_judge *judge, struct hpm_verdict *verdict,
                 enum hpm_crowd *crowds)
{
    struct group *groups = malloc ((judge->count + 1) * sizeof *groups);
    struct hpm_mask *masks
        = calloc ((size_t)judge->masks.count + 1, sizeof *masks);
    struct told told = { 0, 0 };
    size_t count, first = 0;
    int failed = !groups || !masks;

    for (int i = 0; i < judge->result->hosts.count; i++)
        crowds[i] = HPM_CROWD_UNKNOWN;
    for (int i = 0; !failed && i < judge->masks.count; i++)
        hpm_mask_parse (&masks[i], judge->masks.texts[i]);
    count = failed ? 0 : make_groups (groups, judge);
    for (size_t i = 1; !failed && i <= count; i++)
        if (i == count || groups[i].host != groups[first].host) {
            failed = judge_host (judge, groups + first, i - first, masks, &told,
                                 verdict, &crowds[groups[first].host]);
            first = i;
        }
    forget_unknown (judge, crowds);
    free (groups);
    free (masks);
    return failed;
}
