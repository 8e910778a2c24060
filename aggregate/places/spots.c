/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/places/spots.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void
release_spots (struct hpm_spots *spots)
{
    for (int i = 0; i < spots->count; i++) {
        free (spots->list[i].place);
        free (spots->list[i].routine);
        free (spots->list[i].file);
        free (spots->list[i].module);
        free (spots->list[i].build_id);
    }
    free (spots->list);
}

void
hpm_samples_release (struct hpm_samples *samples)
{
    release_spots (&samples->routines);
    release_spots (&samples->lines);
    hpm_sites_release (&samples->addresses);
    free (samples->routine_of);
    free (samples->line_of);
    free (samples->by_routine);
    free (samples->by_line);
    free (samples->seen_routine);
    free (samples->seen_line);
    hpm_stacks_release (&samples->stacks);
    memset (samples, 0, sizeof *samples);
}

/* ---- functions and lines ------------------------------------------------ */

static const char *
or_empty (const char *text)
{
    return text ? text : "";
}

/* What addresses of one spot have in common.  malloc'ed, NULL without memory.
 */
static char *
key_of (const struct hpm_site *site, int by_line)
{
    int known = site->file && site->line > 0;
    char *key;
    int length = asprintf (
        &key, "%d\n%s\n%s\n%d\n%llx", site->where, or_empty (site->routine),
        by_line && known ? site->file : "", by_line && known ? site->line : 0,
        by_line && !known ? (unsigned long long)site->address : 0ull);

    return length < 0 ? NULL : key;
}

static const char *
base_of (const char *path)
{
    const char *slash = path ? strrchr (path, '/') : NULL;

    return slash ? slash + 1 : or_empty (path);
}

/* A function that has no name is all of its object's that have none.  */
static char *
name_routine (const struct hpm_site *site)
{
    char *name;

    if (site->where < 0 || site->routine)
        return strdup (site->where < 0 ? or_empty (site->place)
                                       : site->routine);
    return asprintf (&name, "(%s)", base_of (site->module)) < 0 ? NULL : name;
}

/* Copy a text that may be unknown.  Returns 0, or -1 without memory.  */
static int
copy (char **into, const char *text)
{
    *into = text ? strdup (text) : NULL;
    return !text || *into ? 0 : -1;
}

static int
fill (struct hpm_spot *spot, const struct hpm_site *site, int by_line)
{
    memset (spot, 0, sizeof *spot);
    spot->place
        = by_line ? strdup (or_empty (site->place)) : name_routine (site);
    spot->line = by_line ? site->line : 0;
    return (spot->place ? 0 : -1) | copy (&spot->routine, site->routine)
           | copy (&spot->file, site->file) | copy (&spot->module, site->module)
           | copy (&spot->build_id, site->build_id);
}

/* Without equals that differ from run to run.  */
static int
compare (const void *a, const void *b)
{
    const struct hpm_spot *x = a, *y = b;
    int order;

    if (x->samples != y->samples)
        return x->samples < y->samples ? 1 : -1;
    order = strcmp (x->place, y->place);
    return order ? order : strcmp (or_empty (x->module), or_empty (y->module));
}

/* Sort them by the samples that all ranks have there.  While it is at that,
 * `max_rank` of a spot is where it was.  Returns 0, or -1 without memory.  */
static int
sort (struct hpm_spots *spots, int *spot_of, int addresses)
{
    int *now = calloc ((size_t)spots->count + 1, sizeof *now);

    if (!now)
        return -1;
    for (int i = 0; i < spots->count; i++)
        spots->list[i].max_rank = i;
    if (spots->count)
        qsort (spots->list, (size_t)spots->count, sizeof *spots->list, compare);
    for (int i = 0; i < spots->count; i++)
        now[spots->list[i].max_rank] = i;
    for (int i = 0; i < addresses; i++)
        spot_of[i] = now[spot_of[i]];
    free (now);
    return 0;
}

/* ---- objects of one name ------------------------------------------------ */

#define BUILD_DIGITS 8 /* of a build id, enough to tell a few apart */

/* What has no names, of an object; others have what they are called by.  */
static int
is_nameless (const struct hpm_spot *spot)
{
    return spot->module && !spot->routine && *spot->place == '(';
}

/* How a spot of no names must be told from others: 1 by the path of its object,
 * 2 by its build id besides, since one was replaced by the other.  */
static int
tell_by (const struct hpm_spots *spots, const struct hpm_spot *spot)
{
    int by = 0;

    for (int i = 0; i < spots->count && by < 2; i++) {
        const struct hpm_spot *other = &spots->list[i];

        if (other == spot || !is_nameless (other)
            || strcmp (base_of (other->module), base_of (spot->module)) != 0)
            continue;
        by = strcmp (other->module, spot->module) ? 1 : 2;
    }
    return by;
}

static char *
tell_apart (const struct hpm_spot *spot, int by)
{
    char *text;
    int length
        = by < 2
              ? asprintf (&text, "(%s)", spot->module)
              : asprintf (&text, "(%s, build %.*s)", spot->module, BUILD_DIGITS,
                          spot->build_id && *spot->build_id ? spot->build_id
                                                            : "unknown");

    return length < 0 ? NULL : text;
}

/* Objects of one name are two where they lie in two places, or where a file was
 * replaced between two ranks' starts.  */
static int
tell_all_apart (struct hpm_spots *spots)
{
    for (int i = 0; i < spots->count; i++) {
        struct hpm_spot *spot = &spots->list[i];
        int by = is_nameless (spot) ? tell_by (spots, spot) : 0;
        char *place = by ? tell_apart (spot, by) : NULL;

        if (by && !place)
            return -1;
        if (!by)
            continue;
        free (spot->place);
        spot->place = place;
    }
    return 0;
}

/* Make spots of all addresses, and tell which one each is of.  */
static int
group (const struct hpm_sites *addresses, struct hpm_spots *spots, int *spot_of,
       int by_line)
{
    struct hpm_text_table keys;
    int failed = 0;

    hpm_text_table_init (&keys);
    spots->list = calloc ((size_t)addresses->count + 1, sizeof *spots->list);
    for (int i = 0; spots->list && !failed && i < addresses->count; i++) {
        const struct hpm_site *site = &addresses->list[i];
        char *key = key_of (site, by_line);

        spot_of[i] = key ? hpm_text_table_add (&keys, key) : -1;
        free (key);
        failed = spot_of[i] < 0;
        if (!failed && spot_of[i] == spots->count)
            failed = fill (&spots->list[spots->count++], site, by_line);
        if (!failed)
            spots->list[spot_of[i]].samples += site->calls;
    }
    hpm_text_table_release (&keys);
    failed = failed || (spots->list && !by_line && tell_all_apart (spots));
    return spots->list && !failed ? sort (spots, spot_of, addresses->count)
                                  : -1;
}

int
hpm_samples_group (struct hpm_samples *samples)
{
    const struct hpm_sites *addresses = &samples->addresses;
    size_t most = (size_t)addresses->count + 1;

    samples->routine_of = calloc (most, sizeof *samples->routine_of);
    samples->line_of = calloc (most, sizeof *samples->line_of);
    samples->by_routine = calloc (most, sizeof *samples->by_routine);
    samples->by_line = calloc (most, sizeof *samples->by_line);
    samples->seen_routine = calloc (most, sizeof *samples->seen_routine);
    samples->seen_line = calloc (most, sizeof *samples->seen_line);
    return samples->routine_of && samples->line_of && samples->by_routine
                   && samples->by_line && samples->seen_routine
                   && samples->seen_line
                   && !group (addresses, &samples->routines,
                              samples->routine_of, 0)
                   && !group (addresses, &samples->lines, samples->line_of, 1)
               ? 0
               : -1;
}

/* ---- ranks -------------------------------------------------------------- */

static void
clear (struct hpm_spots *spots)
{
    for (int i = 0; i < spots->count; i++) {
        struct hpm_spot *spot = &spots->list[i];

        spot->samples = spot->inside = spot->total = spot->ranks = 0;
        spot->min = spot->max = spot->max_rank = 0;
    }
}

void
hpm_samples_clear (struct hpm_samples *samples)
{
    if (!samples->routine_of)
        return;
    clear (&samples->routines);
    clear (&samples->lines);
    hpm_stacks_clear (&samples->stacks);
}

/* What the rank has of each spot goes into it.  */
static void
fold (struct hpm_spots *spots, int64_t *of_rank, int64_t rank)
{
    for (int i = 0; i < spots->count; i++) {
        struct hpm_spot *spot = &spots->list[i];
        int64_t count = of_rank[i];

        of_rank[i] = 0;
        if (!count)
            continue;
        if (!spot->ranks || count < spot->min)
            spot->min = count;
        if (count > spot->max) {
            spot->max = count;
            spot->max_rank = rank;
        }
        spot->ranks++;
    }
}

static void
add (struct hpm_spots *spots, int spot, int64_t *of_rank,
     const struct hpm_site_record *record)
{
    spots->list[spot].samples += record->calls;
    spots->list[spot].inside += record->sent;
    of_rank[spot] += record->calls;
}

int
hpm_samples_take (struct hpm_samples *samples, int64_t rank,
                  const struct hpm_site_record *records, int64_t count,
                  const char *modules, int64_t bytes)
{
    int *numbers = hpm_sites_locate (&samples->addresses, records, count,
                                     modules, bytes);

    if (!numbers)
        return -1;
    for (int64_t i = 0; i < count; i++) {
        if (numbers[i] < 0)
            continue; /* of a file that changed between two readings */
        add (&samples->routines, samples->routine_of[numbers[i]],
             samples->by_routine, &records[i]);
        add (&samples->lines, samples->line_of[numbers[i]], samples->by_line,
             &records[i]);
    }
    free (numbers);
    fold (&samples->routines, samples->by_routine, rank);
    fold (&samples->lines, samples->by_line, rank);
    return 0;
}

/* A rank without samples of a spot has the least there, too.  */
static void
settle (struct hpm_spots *spots, int64_t ranks)
{
    for (int i = 0; i < spots->count; i++)
        if (spots->list[i].ranks < ranks)
            spots->list[i].min = 0;
}

void
hpm_samples_settle (struct hpm_samples *samples, int64_t ranks)
{
    if (!samples->routine_of)
        return;
    settle (&samples->routines, ranks);
    settle (&samples->lines, ranks);
}
