/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/text_table.h"

#include <search.h>
#include <stdlib.h>
#include <string.h>

struct text_entry {
    int index;
    char text[];
};

static int
compare (const void *a, const void *b)
{
    return strcmp (((const struct text_entry *)a)->text,
                   ((const struct text_entry *)b)->text);
}

void
hpm_text_table_init (struct hpm_text_table *table)
{
    memset (table, 0, sizeof *table);
}

void
hpm_text_table_release (struct hpm_text_table *table)
{
    tdestroy (table->tree, free);
    free (table->texts);
    memset (table, 0, sizeof *table);
}

static struct text_entry *
text_entry_create (const char *text, int index)
{
    size_t bytes = strlen (text) + 1;
    struct text_entry *entry = malloc (sizeof *entry + bytes);

    if (entry) {
        entry->index = index;
        memcpy (entry->text, text, bytes);
    }
    return entry;
}

static int
grow (struct hpm_text_table *table)
{
    int capacity = table->capacity ? 2 * table->capacity : 16;
    char **texts;

    if (table->count < table->capacity)
        return 0;
    texts = realloc (table->texts, (size_t)capacity * sizeof *texts);
    if (!texts)
        return -1;
    table->texts = texts;
    table->capacity = capacity;
    return 0;
}

int
hpm_text_table_add (struct hpm_text_table *table, const char *text)
{
    struct text_entry *entry, **found;

    if (grow (table))
        return -1;
    entry = text_entry_create (text, table->count);
    if (!entry)
        return -1;
    found = tsearch (entry, &table->tree, compare);
    if (!found || *found != entry) {
        free (entry);
        return found ? (*found)->index : -1;
    }
    table->texts[table->count++] = entry->text;
    return entry->index;
}

int
hpm_text_table_find (const struct hpm_text_table *table, const char *text)
{
    struct text_entry *key = text_entry_create (text, 0), **found;
    int index;

    if (!key)
        return -1;
    found = tfind (key, &table->tree, compare);
    index = found ? (*found)->index : -1;
    free (key);
    return index;
}

const char *
hpm_text_table_get (const struct hpm_text_table *table, long index)
{
    return index >= 0 && index < table->count ? table->texts[index] : "";
}
