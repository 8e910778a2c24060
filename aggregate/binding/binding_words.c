/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How the ranks of some cores are bound, in words.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/binding/binding_private.h"
#include "aggregate/binding/mask.h"

/* What the hyper-threads of a core have.  */
struct slots {
    int used;     /* that a rank may use */
    int ranks;    /* different sets of them */
    int most;     /* ranks of a set */
    int in_order; /* the first rank of the first of these */
};

/* Whether a processor of the core before this one has the same ranks.  */
static int
is_repeated (const struct hpm_binding_cores *cores,
             const struct hpm_binding_core *core, int at)
{
    const uint64_t *set = hpm_binding_set (cores, core->processors[at]);

    for (int i = 0; i < at; i++)
        if (!memcmp (hpm_binding_set (cores, core->processors[i]), set,
                     cores->words * sizeof *set))
            return 1;
    return 0;
}

static struct slots
look (const struct hpm_binding_cores *cores,
      const struct hpm_binding_core *core)
{
    struct slots slots = { .in_order = -1 };

    for (int i = 0; i < core->count; i++) {
        const uint64_t *set = hpm_binding_set (cores, core->processors[i]);
        int count = hpm_binding_set_count (cores, set);

        if (!count)
            continue;
        slots.used++;
        slots.most = count > slots.most ? count : slots.most;
        slots.ranks += !is_repeated (cores, core, i);
        if (slots.in_order < 0)
            slots.in_order = hpm_binding_set_first (cores, set);
    }
    return slots;
}

static const char *
plural (int count)
{
    return count == 1 ? "" : "s";
}

static int
has (const struct hpm_binding_cores *cores, int processor, int rank)
{
    return hpm_binding_set (cores, processor)[rank / 64] >> (rank % 64) & 1;
}

int
hpm_binding_rank_cores (const struct hpm_binding_cores *cores, int rank)
{
    int count = 0;

    for (int i = 0; i < cores->count; i++) {
        int any = 0;

        for (int j = 0; j < cores->list[i].count; j++)
            any |= has (cores, cores->list[i].processors[j], rank);
        count += any;
    }
    return count;
}

/* Where it has others than those of the row.  */
static void
put_all (FILE *out, const struct hpm_binding_cores *cores,
         const struct hpm_binding_span *span, const struct slots *slots)
{
    int all = hpm_binding_rank_cores (cores, slots->in_order);

    if (all > span->block)
        fprintf (out, " of %d", all);
}

/* Ranks that have the cores for themselves: "4 cores each", "1/2 core".  */
static void
put_own (FILE *out, const struct hpm_binding_cores *cores,
         const struct hpm_binding_span *span, const struct slots *slots)
{
    const struct hpm_binding_core *core = &cores->list[span->first];
    const char *each = span->end - span->first > span->block ? " each" : "";
    const char *what = cores->known ? "core" : "processor";

    if (slots->ranks > 1) {
        fprintf (out, "%d ranks a core", slots->ranks);
        return;
    }
    if (slots->used == core->count)
        fprintf (out, "%d %s%s%s", span->block, what, plural (span->block),
                 each);
    else if (span->block == 1)
        fprintf (out, "%d/%d %s%s", slots->used, core->count, what, each);
    else
        fprintf (out, "%d/%d of %d %ss%s", slots->used, core->count,
                 span->block, what, each);
    put_all (out, cores, span, slots);
}

/* Whether a rank may use all of a host that has several processors, whatever
 * its threads do.  */
static int
is_free (const struct hpm_binding_cores *cores,
         const struct hpm_binding *binding, int rank)
{
    if (!cores->known || cores->online < 2
        || *binding->lists.texts[cores->ranks[rank].words])
        return 0;
    for (int i = 0; i < cores->count; i++)
        for (int j = 0; j < cores->list[i].count; j++)
            if (!has (cores, cores->list[i].processors[j], rank))
                return 0;
    return 1;
}

/* Several ranks on a processor: all of the host's, where all of them may go
 * anywhere.  */
static void
put_shared (FILE *out, const struct hpm_binding_cores *cores,
            const struct hpm_binding *binding,
            const struct hpm_binding_span *span, const struct slots *slots)
{
    const struct hpm_binding_core *core = &cores->list[span->first];
    int free = 1;

    for (size_t r = 0; free && r < cores->rank_count; r++)
        for (int j = 0; free && j < core->count; j++)
            if (has (cores, core->processors[j], (int)r))
                free = is_free (cores, binding, (int)r);
    if (free)
        fputs ("not bound", out);
    else
        fprintf (out, "shared by %d", slots->most);
}

/* Lists that follow each other, "0;1;2;3".  */
struct lists {
    int count, least, most; /* processors of one */
    int overlap;
};

static struct lists
count_lists (const char *threads)
{
    struct hpm_mask all = { .words = 0 }, mask;
    struct lists lists = { 0 };
    char list[256];

    for (const char *at = threads; at; at = strchr (at, ';')) {
        at += *at == ';';
        snprintf (list, sizeof list, "%.*s", (int)strcspn (at, ";"), at);
        hpm_mask_parse (&mask, list);
        lists.overlap |= hpm_mask_shared (&all, &mask) > 0;
        hpm_mask_add (&all, &mask);
        if (!lists.count++ || mask.count < lists.least)
            lists.least = mask.count;
        if (mask.count > lists.most)
            lists.most = mask.count;
    }
    return lists;
}

void
hpm_binding_thread_words (char *text, size_t size, const char *threads)
{
    struct lists lists = count_lists (threads);

    char least[16] = "";

    if (lists.least < lists.most)
        snprintf (least, sizeof least, "%d-", lists.least);
    snprintf (text, size, "%d threads, %s%d%s", lists.count, least, lists.most,
              lists.overlap ? ", some the same" : " each");
}

char *
hpm_binding_words (const struct hpm_binding_cores *cores,
                   const struct hpm_binding *binding,
                   const struct hpm_binding_span *span)
{
    struct slots slots = look (cores, &cores->list[span->first]);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    if (!slots.used)
        fputs ("no rank", out);
    else if (slots.most > 1)
        put_shared (out, cores, binding, span, &slots);
    else if (is_free (cores, binding, slots.in_order))
        fputs ("not bound", out);
    else
        put_own (out, cores, span, &slots);
    if (slots.used) {
        const char *words
            = binding->lists.texts[cores->ranks[slots.in_order].words];

        fprintf (out, *words ? "; %s" : "%s", words);
    }
    if (!fclose (out))
        return text;
    free (text);
    return NULL;
}
