/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Definition files: where they come from, and writing them.
 */
#include "base/metric/metric_private.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX (1 << 20)
#define SUFFIX ".metric"

int
hpm_metric_set_read_file (struct hpm_metric_set *set, const char *path,
                          struct hpm_error *error)
{
    char *text = hpm_text_read_file (path, FILE_MAX, error);
    int result;

    if (!text)
        return -1;
    result = hpm_metric_set_read_text (set, path, text, error);
    free (text);
    return result;
}

static int
is_definition_file (const struct dirent *entry)
{
    size_t length = strlen (entry->d_name), suffix = strlen (SUFFIX);

    return entry->d_name[0] != '.' && length > suffix
           && !strcmp (entry->d_name + length - suffix, SUFFIX);
}

/* alphasort would follow the locale.  */
static int
compare_names (const struct dirent **a, const struct dirent **b)
{
    return strcmp ((*a)->d_name, (*b)->d_name);
}

static int
read_entry (struct hpm_metric_set *set, const char *directory, const char *name,
            struct hpm_error *error)
{
    size_t size = strlen (directory) + strlen (name) + 2;
    char *path = malloc (size);
    int result;

    if (!path)
        return hpm_error_set (error, "out of memory for %s", name);
    snprintf (path, size, "%s/%s", directory, name);
    result = hpm_metric_set_read_file (set, path, error);
    free (path);
    return result;
}

int
hpm_metric_set_read_directory (struct hpm_metric_set *set, const char *path,
                               struct hpm_error *error)
{
    struct dirent **entries;
    struct hpm_metric_set read;
    int count = scandir (path, &entries, is_definition_file, compare_names);
    int result = 0;

    if (count < 0)
        return hpm_error_set (error, "cannot read %s: %m", path);
    hpm_metric_set_init (&read);
    for (int i = 0; i < count; i++) {
        if (result == 0)
            result = read_entry (&read, path, entries[i]->d_name, error);
        free (entries[i]);
    }
    free (entries);
    if (result == 0)
        result = hpm_metric_set_merge (set, &read, error);
    hpm_metric_set_release (&read);
    return result;
}

static void
write_alias (FILE *out, const struct hpm_alias *alias)
{
    fprintf (out, "event %s =", alias->name);
    for (int i = 0; i < alias->count; i++)
        fprintf (out, "%s %s", i ? " |" : "", alias->alternatives[i]);
    fputc ('\n', out);
}

static void
write_word (FILE *out, const char *word, const char *text)
{
    if (text)
        fprintf (out, "  %-8s %s\n", word, text);
}

/* All digits a double has, with a point in every locale.  */
static void
write_threshold (FILE *out, const char *word,
                 const struct hpm_threshold *threshold)
{
    char number[32];

    if (!threshold->given)
        return;
    snprintf (number, sizeof (number), "%.17g", threshold->value);
    for (char *c = number; *c; c++)
        if (*c == ',')
            *c = '.';
    fprintf (out, "  %-8s %s %s\n", word, threshold->above ? "above" : "below",
             number);
}

static void
write_names (FILE *out, const char *word, char *const *names, int count)
{
    if (count)
        fprintf (out, "  %-8s", word);
    for (int i = 0; i < count; i++)
        fprintf (out, "%s %s", i ? "," : "", names[i]);
    if (count)
        fputc ('\n', out);
}

static void
write_group (FILE *out, const struct hpm_group *group)
{
    fprintf (out, "group %s\n", group->name);
    write_word (out, "title", group->title);
    write_word (out, "about", group->about);
    write_names (out, "metrics", group->metrics, group->metric_count);
    write_names (out, "events", group->events, group->event_count);
}

/* What is at its default is left out: every result file has this text.  */
static void
write_metric (FILE *out, const struct hpm_metric *metric)
{
    static const char *const senses[] = { "none", "higher", "lower" };

    fprintf (out, "metric %s\n", metric->name);
    write_word (out, "title", metric->title);
    write_word (out, "unit", metric->unit);
    write_word (out, "formula", metric->formula_text);
    write_word (out, "sense", metric->sense ? senses[metric->sense] : NULL);
    write_word (out, "total", metric->total ? NULL : "no");
    write_threshold (out, "good", &metric->good);
    write_threshold (out, "poor", &metric->poor);
    write_word (out, "range", metric->range_text);
    write_word (out, "about", metric->about);
    write_word (out, "caution", metric->caution);
}

char *
hpm_metric_set_text (const struct hpm_metric_set *set)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    for (int i = 0; i < set->alias_count; i++)
        write_alias (out, &set->aliases[i]);
    for (int i = 0; i < set->count; i++)
        write_metric (out, &set->metrics[i]);
    for (int i = 0; i < set->group_count; i++)
        write_group (out, &set->groups[i]);
    if (fclose (out) == 0)
        return text;
    free (text);
    return NULL;
}
