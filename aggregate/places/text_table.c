/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/places/text_table.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

void
hpm_text_table_init (struct hpm_text_table *table)
{
    memset (table, 0, sizeof *table);
}

void
hpm_text_table_release (struct hpm_text_table *table)
{
    for (int i = 0; i < table->count; i++)
        free (table->texts[i]);
    free (table->texts);
    free (table->place);
    memset (table, 0, sizeof *table);
}

/* FNV-1a.  */
static uint32_t
hash_of (const char *text)
{
    uint32_t hash = 2166136261u;

    for (; *text; text++)
        hash = (hash ^ (unsigned char)*text) * 16777619u;
    return hash ^ hash >> 15;
}

/* Where a text stands, or would; half of the places are free.  */
static int *
place_of (const struct hpm_text_table *table, const char *text)
{
    uint32_t mask = 2 * (uint32_t)table->capacity - 1;
    uint32_t at = hash_of (text) & mask;

    while (table->place[at]
           && strcmp (table->texts[table->place[at] - 1], text))
        at = (at + 1) & mask;
    return &table->place[at];
}

static int
grow (struct hpm_text_table *table)
{
    int capacity = table->capacity ? 2 * table->capacity : 16;
    int *place = NULL;
    char **texts;

    if (table->count < table->capacity)
        return 0;
    if (table->capacity <= INT_MAX / 4)
        place = calloc (2 * (size_t)capacity, sizeof *place);
    texts = place ? realloc (table->texts, (size_t)capacity * sizeof *texts)
                  : NULL;
    if (!texts) {
        free (place);
        return -1;
    }
    free (table->place);
    table->texts = texts;
    table->place = place;
    table->capacity = capacity;
    for (int i = 0; i < table->count; i++)
        *place_of (table, texts[i]) = i + 1;
    return 0;
}

int
hpm_text_table_add (struct hpm_text_table *table, const char *text)
{
    int number = hpm_text_table_find (table, text);
    char *copy;

    if (number >= 0)
        return number;
    copy = grow (table) ? NULL : strdup (text);
    if (!copy)
        return -1;
    *place_of (table, text) = table->count + 1;
    table->texts[table->count] = copy;
    return table->count++;
}

int
hpm_text_table_find (const struct hpm_text_table *table, const char *text)
{
    return table->place ? *place_of (table, text) - 1 : -1;
}

const char *
hpm_text_table_get (const struct hpm_text_table *table, long index)
{
    return index >= 0 && index < table->count ? table->texts[index] : "";
}
