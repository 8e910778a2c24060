/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/recover/recover_inside.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "hpm_stream.h"
#include "aggregate/input/rank_list.h"
#include "aggregate/recover/recover_list.h"

#define MOST_GROUPS 64

/* ---- one rank ----------------------------------------------------------- */

/* The name of a function, from the head; "?" where that makes no sense.  */
static void
name_function (char *name, size_t size, const struct hpm_checkpoint_data *saved,
               int32_t function)
{
    struct hpm_function_record record;
    size_t bytes;
    const char *from = hpm_checkpoint_data_chunk (
        saved->head, saved->head_bytes, HPM_CHUNK_FUNCTIONS, &bytes);

    snprintf (name, size, "?");
    if (!from || function < 0 || (size_t)function >= bytes / sizeof record)
        return;
    memcpy (&record, from + (size_t)function * sizeof record, sizeof record);
    snprintf (name, size, "%.*s", (int)sizeof record.name - 1, record.name);
    hpm_text_tame (name);
}

/* The number of the thread in a row; the largest where there is none.  */
static int32_t
number_of_thread (const struct hpm_checkpoint_data *saved, int32_t row)
{
    struct hpm_thread_record record;
    size_t bytes;
    const char *from = hpm_checkpoint_data_chunk (saved->buffer, saved->bytes,
                                                  HPM_CHUNK_THREADS, &bytes);

    if (!from || row < 0 || (size_t)row >= bytes / sizeof record)
        return INT32_MAX;
    memcpy (&record, from + (size_t)row * sizeof record, sizeof record);
    return record.number;
}

void
hpm_recovered_inside_read (struct hpm_recovered_inside *inside,
                           const struct hpm_checkpoint_data *saved)
{
    struct hpm_inside_record record;
    int32_t lowest = INT32_MAX;
    size_t bytes;
    const char *from = hpm_checkpoint_data_chunk (saved->buffer, saved->bytes,
                                                  HPM_CHUNK_INSIDE, &bytes);

    memset (inside, 0, sizeof *inside);
    inside->mpi = saved->record.thread_level >= 0;
    inside->known = from != NULL;
    for (size_t at = 0; from && at + sizeof record <= bytes;
         at += sizeof record) {
        int32_t number;

        memcpy (&record, from + at, sizeof record);
        number = number_of_thread (saved, record.thread);
        if (number > lowest || (*inside->function && number == lowest))
            continue;
        lowest = number;
        inside->since = record.since;
        name_function (inside->function, sizeof inside->function, saved,
                       record.function);
    }
}

/* ---- all ranks ---------------------------------------------------------- */

/* Ranks that are alike.  */
struct group {
    const struct hpm_recovered_inside *like;
    double shortest, longest; /* s */
};

static int
belongs (const struct hpm_recovered_rank *rank, const struct group *group)
{
    return rank->status == HPM_RANK_PARTIAL
           && rank->inside.known == group->like->known
           && !strcmp (rank->inside.function, group->like->function);
}

/* The list of a group's ranks from the i-th on, and how long they were inside.
 * Returns it, malloc'ed, or NULL.  */
static char *
list_group (const struct hpm_recovery *recovery, int i, struct group *group)
{
    struct hpm_rank_list list;

    if (hpm_rank_list_begin (&list) < 0)
        return NULL;
    for (; i < recovery->rank_count; i++) {
        const struct hpm_recovered_rank *rank = &recovery->ranks[i];
        double seconds = 1e-9 * (double)(rank->until - rank->inside.since);

        if (!belongs (rank, group))
            continue;
        if (seconds < group->shortest || !list.count)
            group->shortest = seconds;
        if (seconds > group->longest || !list.count)
            group->longest = seconds;
        hpm_rank_list_add (&list, rank->rank);
    }
    hpm_rank_list_end (&list);
    return list.text;
}

static void
put_group (FILE *out, const struct hpm_recovery *recovery, int i)
{
    struct group group = { .like = &recovery->ranks[i].inside };
    char *list = list_group (recovery, i, &group);
    char shortest[32], longest[32];

    snprintf (shortest, sizeof shortest, "%.1f", fmax (0, group.shortest));
    snprintf (longest, sizeof longest, "%.1f", fmax (0, group.longest));
    if (!group.like->known)
        fputs ("not known whether inside MPI, as calls are not recorded "
               "(--mpi)",
               out);
    else if (!*group.like->function)
        fputs ("outside MPI", out);
    else if (!strcmp (longest, "0.0")) /* entered just before the snapshot */
        fprintf (out, "inside %s", group.like->function);
    else if (!strcmp (shortest, longest))
        fprintf (out, "inside %s for %s s", group.like->function, longest);
    else
        fprintf (out, "inside %s for %s to %s s", group.like->function,
                 shortest, longest);
    fprintf (out, ": %s %s", list && strpbrk (list, ",-") ? "ranks" : "rank",
             list ? list : "?");
    free (list);
}

/* The first rank of each group; of more groups than fit, those are left out.
 * Returns how many.  */
static int
find_groups (const struct hpm_recovery *recovery, int heads[MOST_GROUPS])
{
    int count = 0;

    for (int i = 0; i < recovery->rank_count && count < MOST_GROUPS; i++) {
        struct group group = { .like = &recovery->ranks[i].inside };
        int known
            = recovery->ranks[i].status != HPM_RANK_PARTIAL || !group.like->mpi;

        for (int j = 0; j < count && !known; j++)
            known = belongs (&recovery->ranks[heads[j]], &group);
        if (!known)
            heads[count++] = i;
    }
    return count;
}

int
hpm_recovery_knows_inside (const struct hpm_recovery *recovery)
{
    for (int i = 0; i < recovery->rank_count; i++)
        if (recovery->ranks[i].inside.known)
            return 1;
    return 0;
}

char *
hpm_recovery_inside (const struct hpm_recovery *recovery, const char *between)
{
    int heads[MOST_GROUPS], count = find_groups (recovery, heads);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    for (int i = 0; i < count; i++) {
        fputs (i ? between : "", out);
        put_group (out, recovery, heads[i]);
    }
    fclose (out);
    return text;
}
