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

static struct slots
look (const struct hpm_binding_cores *cores,
      const struct hpm_binding_core *core)
{
    struct slots slots = { .in_order = -1 };
    const uint64_t *before = NULL;

    for (int i = 0; i < core->count; i++) {
        const uint64_t *set = hpm_binding_set (cores, core->processors[i]);
        int count = hpm_binding_set_count (cores, set);

        if (!count)
            continue;
        slots.used++;
        slots.most = count > slots.most ? count : slots.most;
        slots.ranks
            += !before || memcmp (before, set, cores->words * sizeof *set) != 0;
        if (!before)
            slots.in_order = hpm_binding_set_first (cores, set);
        before = set;
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

/* Cores that a rank has in all.  */
static int
count_cores (const struct hpm_binding_cores *cores, int rank)
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
    int all = count_cores (cores, slots->in_order);

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

/* Of the processors that its threads may use.  */
static int
count_processors (const char *list)
{
    struct hpm_mask mask;

    hpm_mask_parse (&mask, list);
    return mask.count;
}

/* Several ranks on a processor: all of the host's, where they may go anywhere.
 */
static void
put_shared (FILE *out, const struct hpm_binding_cores *cores,
            const struct hpm_binding *binding, const struct slots *slots)
{
    const char *list = binding->lists.texts[cores->ranks[slots->in_order].mask];

    if (cores->known && count_processors (list) == cores->online)
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
        put_shared (out, cores, binding, &slots);
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
