/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/compare/quantity.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const struct {
    const char *word, *before;
} kinds[HPM_QUANTITY_KIND_COUNT] = {
#define HPM_X(identifier, word, before) { word, before },
    HPM_QUANTITY_KINDS (HPM_X)
#undef HPM_X
};

const char *
hpm_quantity_kind_word (enum hpm_quantity_kind kind)
{
    return kinds[kind].word;
}

int
hpm_compared_run_init (struct hpm_compared_run *run, const char *path)
{
    int failed = 0;

    memset (run, 0, sizeof *run);
    run->path = path;
    for (int i = 0; i < HPM_COMPARED_TEXT_COUNT; i++) {
        run->text[i] = strdup ("");
        failed |= !run->text[i];
    }
    run->start = strdup ("");
    run->hosts = strdup ("");
    run->job = strdup ("");
    return failed || !run->start || !run->hosts || !run->job ? -1 : 0;
}

void
hpm_compared_run_release (struct hpm_compared_run *run)
{
    for (int i = 0; i < HPM_COMPARED_TEXT_COUNT; i++)
        free (run->text[i]);
    for (int i = 0; i < run->count; i++)
        free (run->list[i].key);
    free (run->start);
    free (run->hosts);
    free (run->job);
    free (run->list);
    memset (run, 0, sizeof *run);
}

static int
grow (struct hpm_compared_run *run)
{
    int capacity = run->capacity ? 2 * run->capacity : 64;
    struct hpm_quantity *list;

    if (run->count < run->capacity)
        return 0;
    list = realloc (run->list, (size_t)capacity * sizeof *list);
    if (!list)
        return -1;
    run->list = list;
    run->capacity = capacity;
    return 0;
}

int
hpm_quantity_add (struct hpm_compared_run *run, enum hpm_quantity_kind kind,
                  const char *name, const char *measure, const char *unit,
                  double value, int is_count)
{
    const char *before = kinds[kind].before;
    struct hpm_quantity *quantity;
    char *key;

    if (!isfinite (value))
        return 0;
    if (grow (run)
        || asprintf (&key, "%s%s%s%s", before, name, *measure ? ":" : "",
                     measure)
               < 0)
        return -1;
    quantity = &run->list[run->count++];
    memset (quantity, 0, sizeof *quantity);
    quantity->kind = kind;
    quantity->key = key;
    quantity->name = key + strlen (before);
    quantity->measure = measure;
    quantity->value = value;
    /* A double tells neighbours apart up to here.  */
    quantity->is_count = is_count && fabs (value) < 9007199254740992.0;
    snprintf (quantity->unit, sizeof quantity->unit, "%s",
              strcmp (unit, "1") ? unit : "");
    return 0;
}

int
hpm_quantity_compare (const void *a, const void *b)
{
    const struct hpm_quantity *x = a, *y = b;

    return x->kind != y->kind ? (x->kind < y->kind ? -1 : 1)
                              : strcmp (x->key, y->key);
}

void
hpm_compared_run_sort (struct hpm_compared_run *run)
{
    int kept = 0;

    if (run->count)
        qsort (run->list, (size_t)run->count, sizeof *run->list,
               hpm_quantity_compare);
    for (int i = 0; i < run->count; i++) {
        struct hpm_quantity *last = kept ? &run->list[kept - 1] : NULL;

        if (last && !hpm_quantity_compare (last, &run->list[i])) {
            last->value += run->list[i].value;
            free (run->list[i].key);
        } else
            run->list[kept++] = run->list[i];
    }
    run->count = kept;
}

const struct hpm_quantity *
hpm_quantity_find (const struct hpm_compared_run *run, const char *key)
{
    for (int i = 0; i < run->count; i++)
        if (!strcmp (run->list[i].key, key))
            return &run->list[i];
    return NULL;
}

static const char *const ranges[][2] = {
#define HPM_X(whole) { whole, whole HPM_QUANTITY_LEAST },
    HPM_QUANTITY_RANGES (HPM_X)
#undef HPM_X
};
enum { RANGES = sizeof ranges / sizeof *ranges };

const char *
hpm_quantity_whole (const char *key)
{
    for (int r = 0; r < RANGES; r++)
        if (!strcmp (key, ranges[r][1]))
            return ranges[r][0];
    return NULL;
}

const char *
hpm_quantity_least (const char *key)
{
    for (int r = 0; r < RANGES; r++)
        if (!strcmp (key, ranges[r][0]))
            return ranges[r][1];
    return NULL;
}
