/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Samples of several ranks as functions and lines, and chunks that are damaged.
 */
#include "config.h"

#include "aggregate/places/spots.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/input/rank_samples.h"
#include "base/number_pack.h"
#include "tests/tap.h"

/* ---- ranks as spots ------------------------------------------------------ */

/* One program under two paths, with one build id.  */
static const char *const modules[2] = { "/a/x\0id1\0", "/b/x\0id1\0" };
#define MODULE_BYTES 9

static struct hpm_site_record
at (int64_t address, int64_t samples, int64_t inside)
{
    return (struct hpm_site_record){ .module = address ? 0 : HPM_SITE_UNKNOWN,
                                     .address = address,
                                     .calls = samples,
                                     .time = samples,
                                     .sent = inside };
}

/* 0x10 and 0x20 are two lines of f, 0x30 is one of g; 0x40 has no name.  */
static void
name (struct hpm_sites *addresses)
{
    for (int i = 0; i < addresses->count; i++) {
        struct hpm_site *site = &addresses->list[i];

        site->place = strdup ("place");
        if (site->where < 0 || site->address == 0x40)
            continue;
        site->routine = strdup (site->address == 0x30 ? "g" : "f");
        site->file = strdup ("x.c");
        site->line = (int32_t)site->address / 16;
    }
}

static const struct hpm_spot *
find (const struct hpm_spots *spots, const char *routine, int line)
{
    for (int i = 0; i < spots->count; i++)
        if (!strcmp (spots->list[i].routine ? spots->list[i].routine : "",
                     routine)
            && spots->list[i].line == line)
            return &spots->list[i];
    return NULL;
}

static void
take_ranks (struct hpm_samples *samples)
{
    const struct hpm_site_record first[]
        = { at (0x10, 5, 1), at (0x20, 7, 0), at (0x30, 40, 40) };
    const struct hpm_site_record second[]
        = { at (0x10, 2, 0), at (0x40, 3, 0), at (0, 4, 0) };

    hpm_samples_clear (samples);
    hpm_samples_take (samples, 0, first, 3, modules[0], MODULE_BYTES);
    hpm_samples_take (samples, 1, second, 3, modules[1], MODULE_BYTES);
    hpm_samples_take (samples, 2, NULL, 0, "", 0);
    hpm_samples_settle (samples, 3);
}

static void
make (struct hpm_samples *samples)
{
    static const int same[] = { 0 };
    const struct hpm_site_record first[]
        = { at (0x10, 5, 1), at (0x20, 7, 0), at (0x30, 40, 40) };
    const struct hpm_site_record second[]
        = { at (0x10, 2, 0), at (0x40, 3, 0), at (0, 4, 0) };

    hpm_sites_add_rank (&samples->addresses, 0, first, 3, modules[0],
                        MODULE_BYTES);
    hpm_sites_add_rank (&samples->addresses, 1, second, 3, modules[1],
                        MODULE_BYTES);
    hpm_sites_finish (&samples->addresses, same);
    name (&samples->addresses);
    tap_ok (hpm_samples_group (samples) == 0, "addresses are grouped");
}

static void
check_spots (const struct hpm_samples *samples, const char *when)
{
    const struct hpm_spot *f = find (&samples->routines, "f", 0);
    const struct hpm_spot *g = find (&samples->routines, "g", 0);
    const struct hpm_spot *line = find (&samples->lines, "f", 1);

    tap_ok (samples->routines.count == 4 && samples->lines.count == 5,
            "%s: functions and lines are those of the addresses", when);
    tap_ok (samples->routines.list[0].routine == g->routine,
            "%s: the function with most samples comes first", when);
    tap_ok (f && f->samples == 14 && f->inside == 1 && f->ranks == 2,
            "%s: a function has the samples of its lines on all ranks", when);
    tap_ok (f && f->min == 0 && f->max == 12 && f->max_rank == 0,
            "%s: a rank without samples has the least", when);
    tap_ok (g && g->samples == 40 && g->inside == 40 && g->ranks == 1
                && g->max == 40,
            "%s: what one rank has alone is its", when);
    tap_ok (line && line->samples == 7 && line->max == 5,
            "%s: a line is one on all ranks, whatever the path", when);
}

/* ---- callers ------------------------------------------------------------ */

/* g calls f, which calls itself by another line; f in what lies nowhere; and
 * what there was no room for.  */
static const struct hpm_chain_record ways[]
    = { { -1, 0, 0x30, 1, 1 },
        { 0, 0, 0x20, 0, 0 },
        { 1, 0, 0x10, 6, 2 },
        { 0, 0, 0x10, 3, 0 },
        { -1, HPM_SAMPLE_OTHERS, 0, 4, 0 } };
#define WAYS 5

static void
add_ways (struct hpm_samples *samples, int make)
{
    static const int same[] = { 0 };
    struct hpm_site_record frames[WAYS];

    for (int i = 0; i < WAYS; i++)
        frames[i] = (struct hpm_site_record){ .module = ways[i].module,
                                              .address = ways[i].address };
    if (!make) {
        hpm_samples_clear (samples);
        hpm_samples_take_chains (samples, ways, frames, WAYS, modules[0],
                                 MODULE_BYTES);
        hpm_samples_take_chains (samples, ways, frames, WAYS, modules[1],
                                 MODULE_BYTES);
        hpm_samples_take_chains (samples, NULL, NULL, 0, "", 0);
        return;
    }
    hpm_sites_add_rank (&samples->addresses, 0, frames, WAYS, modules[0],
                        MODULE_BYTES);
    hpm_sites_finish (&samples->addresses, same);
    name (&samples->addresses);
    hpm_samples_group (samples);
}

static int
is_routine (const struct hpm_samples *samples, int place, const char *name)
{
    const char *routine = samples->routines.list[place].routine;

    return routine && !strcmp (routine, name);
}

/* The samples of a stack of functions, the innermost last, NULL behind it.  */
static int64_t
stack_samples (const struct hpm_samples *samples, const char *const *names)
{
    int at = -1;

    for (; *names; names++) {
        int found = -1;

        for (int i = 1; i < samples->stacks.count; i++) {
            const struct hpm_stack *stack = &samples->stacks.list[i];

            if (stack->parent == at
                && is_routine (samples, stack->routine, *names))
                found = i;
        }
        if (found < 0)
            return -1;
        at = found;
    }
    return samples->stacks.list[at].samples;
}

static const struct hpm_caller *
find_caller (const struct hpm_samples *samples,
             const struct hpm_callers *callers, const char *caller,
             const char *callee)
{
    for (int i = 0; i < callers->count; i++)
        if (is_routine (samples, callers->list[i].caller, caller)
            && is_routine (samples, callers->list[i].callee, callee))
            return &callers->list[i];
    return NULL;
}

static void
check_callers (const struct hpm_samples *samples, const char *when)
{
    struct hpm_callers callers = { NULL, 0 };
    const struct hpm_caller *outer, *inner;

    tap_ok (hpm_callers_find (&callers, &samples->stacks) == 0
                && callers.count == 2,
            "%s: each function that called another one is there once", when);
    outer = find_caller (samples, &callers, "g", "f");
    inner = find_caller (samples, &callers, "f", "f");
    tap_ok (outer && outer->samples == 18 && outer->own == 6
                && outer->inside == 4,
            "%s: a caller has the samples of what is below it, once", when);
    tap_ok (inner && inner->samples == 12 && inner->own == 12,
            "%s: a function that calls itself is its own caller", when);
    free (callers.list);
}

static void
check_ways (const struct hpm_samples *samples, const char *when)
{
    const struct hpm_spot *f = find (&samples->routines, "f", 0);
    const struct hpm_spot *g = find (&samples->routines, "g", 0);

    tap_ok (f && f->total == 18, "%s: a way through a function twice is one",
            when);
    tap_ok (g && g->total == 20, "%s: a function has what it calls", when);
    tap_ok (find (&samples->lines, "f", 2)->total == 12
                && find (&samples->lines, "f", 1)->total == 18,
            "%s: a line has what it calls", when);
    tap_ok (
        stack_samples (samples, (const char *[]){ "g", "f", NULL }) == 6
            && stack_samples (samples, (const char *[]){ "g", "f", "f", NULL })
                   == 12
            && stack_samples (samples, (const char *[]){ "g", NULL }) == 2,
        "%s: a stack has the samples of both ranks", when);
    check_callers (samples, when);
}

static void
check_tree (void)
{
    struct hpm_samples samples = { .lines = { NULL, 0 } };
    struct hpm_stacks full = { NULL, 0, 0, NULL };
    int place = 0;

    add_ways (&samples, 1);
    add_ways (&samples, 0);
    check_ways (&samples, "callers once");
    add_ways (&samples, 0);
    check_ways (&samples, "callers gone through again");
    hpm_samples_release (&samples);
    for (int i = 0; i < HPM_STACKS_MOST + 9; i++)
        place = hpm_stacks_find (&full, -1, i);
    tap_ok (full.count == HPM_STACKS_MOST && place == 0
                && hpm_stacks_find (&full, 0, 7) == 0
                && hpm_stacks_find (&full, -1, 7) == 8,
            "where there is no room for functions they are others");
    hpm_stacks_release (&full);
}

/* ---- chunks ---------------------------------------------------------------
 */

static int
take (struct hpm_rank_samples *samples, enum hpm_chunk_type type,
      const void *payload, size_t bytes)
{
    const struct hpm_chunk chunk = { type, 0, bytes, payload };

    return hpm_rank_samples_take (samples, &chunk);
}

static size_t
pack (unsigned char *to, const uint64_t *values, int count)
{
    size_t bytes = 0;

    for (int i = 0; i < count; i++)
        bytes += hpm_number_pack (values[i], to + bytes);
    return bytes;
}

/* Returns what comes of the three chunks with that record and these numbers.
 */
static int
take_all (const struct hpm_sampling_record *record, const uint64_t *values,
          int count)
{
    struct hpm_rank_samples samples = { 0 };
    unsigned char packed[128];
    size_t bytes = pack (packed, values, count);
    int result
        = take (&samples, HPM_CHUNK_SAMPLING, record, sizeof *record)
          || take (&samples, HPM_CHUNK_SAMPLE_MODULES, modules[0], MODULE_BYTES)
          || take (&samples, HPM_CHUNK_SAMPLES, packed, bytes);

    hpm_rank_samples_clear (&samples);
    return result;
}

/* Of chains of 5 numbers each, behind a sample; how many are kept, -1: refused.
 */
static int64_t
take_chains (int callers, const uint64_t *values, int count)
{
    const struct hpm_sampling_record record
        = { .period = 1000, .samples = 5, .callers = callers };
    const uint64_t sample[] = { 2, 0x10, 5, 5 };
    struct hpm_rank_samples samples = { 0 };
    unsigned char packed[128];
    size_t bytes = pack (packed, sample, 4);
    int failed
        = take (&samples, HPM_CHUNK_SAMPLING, &record, sizeof record)
          || take (&samples, HPM_CHUNK_SAMPLE_MODULES, modules[0], MODULE_BYTES)
          || take (&samples, HPM_CHUNK_SAMPLES, packed, bytes);
    int64_t kept;

    bytes = pack (packed, values, count);
    failed = failed || take (&samples, HPM_CHUNK_SAMPLE_CHAINS, packed, bytes);
    kept = failed ? -1 : samples.chain_count;
    hpm_rank_samples_clear (&samples);
    return kept;
}

static void
check_chain_chunks (void)
{
    const uint64_t two[]
        = { 0, 2, 0x30, 0, 0, 1, 2, 0x10, 5, 5 },
        nowhere[] = { 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 2, 2, 0x10, 5, 0 },
        itself[] = { 1, 2, 0x30, 5, 0 }, beyond[] = { 0, 3, 0x30, 5, 0 },
        more_inside[] = { 0, 2, 0x30, 5, 6 };

    tap_ok (take_chains (1, two, 10) == 2, "callers are taken");
    tap_ok (take_chains (1, nowhere, 15) == 1,
            "outermost callers in no object are left out");
    tap_ok (take_chains (0, two, 10) < 0,
            "callers that were not asked for are refused");
    tap_ok (take_chains (1, itself, 5) < 0,
            "a caller that does not come before is refused");
    tap_ok (take_chains (1, beyond, 5) < 0,
            "a caller in a module that is not there is refused");
    tap_ok (take_chains (1, more_inside, 5) < 0,
            "more samples of a caller inside than there are is refused");
    tap_ok (take_chains (1, two, 9) < 0, "callers that are cut are refused");
}

static void
check_chunks (void)
{
    const struct hpm_sampling_record good = { .period = 1000, .samples = 5 };
    const struct hpm_sampling_record no_period = { .samples = 5 };
    const struct hpm_sampling_record no_event
        = { .event = HPM_SAMPLE_EVENT_COUNT, .period = 1 };
    const uint64_t sample[] = { 2, 0x10, 5, 5 }, beyond[] = { 3, 0x10, 5, 0 },
                   more_inside[] = { 2, 0x10, 5, 6 }, cut[] = { 2, 0x10, 5 },
                   huge[] = { 2, 0x10, UINT64_C (1) << 40, 0 };
    struct hpm_rank_samples samples = { 0 };

    tap_ok (take_all (&good, sample, 4) == 0, "whole chunks are taken");
    tap_ok (take_all (&good, NULL, 0) == 0, "no samples are taken, too");
    tap_ok (take_all (&no_period, sample, 4) != 0, "no period is refused");
    tap_ok (take_all (&no_event, sample, 4) != 0,
            "an event that is not known is refused");
    tap_ok (take_all (&good, beyond, 4) != 0,
            "a module that is not there is refused");
    tap_ok (take_all (&good, more_inside, 4) != 0,
            "more samples inside than there are is refused");
    tap_ok (take_all (&good, cut, 3) != 0, "a sample that is cut is refused");
    tap_ok (take_all (&good, huge, 4) != 0,
            "more samples than sums could hold are refused");
    tap_ok (take (&samples, HPM_CHUNK_SAMPLES, "", 0) != 0,
            "samples before their record are refused");
    tap_ok (take (&samples, HPM_CHUNK_SAMPLING, &good, sizeof good - 1) != 0,
            "a record of another size is refused");
    hpm_rank_samples_clear (&samples);
}

int
main (void)
{
    struct hpm_samples samples = { .lines = { NULL, 0 } };

    make (&samples);
    take_ranks (&samples);
    check_spots (&samples, "once");
    take_ranks (&samples);
    check_spots (&samples, "gone through again");
    hpm_samples_release (&samples);
    check_tree ();
    check_chunks ();
    check_chain_chunks ();
    return tap_done ();
}
