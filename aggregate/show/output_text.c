/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables of hosts, ranks or threads for people.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/sampling.h"
#include "aggregate/console/number.h"
#include "aggregate/show/rows/binding_made.h"
#include "aggregate/show/rows/rating_text.h"
#include "aggregate/show/report_rows.h"
#include "aggregate/show/summary/summary.h"
#include "aggregate/show/text_columns.h"
#include "base/real_text.h"

#define CELL_TEXT (HPM_NUMBER_TEXT + 34)

#define NAME_BEGIN 28 /* bytes of a long name that are shown ... */
#define NAME_END 18   /* ... and of its end */
#define NAME_TEXT (NAME_BEGIN + NAME_END + 3)

#define PATH_LONG 64 /* bytes of a path of regions that is shown whole ... */
#define PATH_DEEP 8  /* ... or labels */

#define KEY_TEXT 160
_Static_assert((int)KEY_TEXT >= (int)HPM_REAL_TEXT, "room for a number");
_Static_assert((int)KEY_TEXT >= (int)NAME_TEXT, "room for a name");

static int
is_inside_character (char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

/* Instances of templates have names of a thousand bytes.  */
static const char *
shorten (const char *name, char text[KEY_TEXT])
{
    const char *end = name + strlen (name) - NAME_END;
    int begin = NAME_BEGIN;

    if (strlen (name) < NAME_TEXT)
        return name;
    while (begin > 0 && is_inside_character (name[begin]))
        begin--;
    while (is_inside_character (*end))
        end++;
    snprintf (text, NAME_TEXT, "%.*s..%s", begin, name, end);
    return text;
}

/* "main/(48)/solve/halo" of a region nested that deep: the outermost label, how
 * many are left out, and the last two; else its path.  A label may have slashes
 * in it.  */
static const char *
path_text (const struct hpm_region_tree *tree,
           const struct hpm_marked_region *region, char text[KEY_TEXT])
{
    const struct hpm_marked_region *outermost = region;
    int labels = 1, length;

    if (strlen (region->path) <= PATH_LONG)
        return region->path;
    for (; outermost->parent >= 0; labels++)
        outermost = &tree->regions[outermost->parent];
    if (labels <= PATH_DEEP)
        return region->path;
    length = snprintf (text, KEY_TEXT, "%s/(%d)/%s/%s", outermost->label,
                       labels - 3, tree->regions[region->parent].label,
                       region->label);
    return length < KEY_TEXT ? text : region->path;
}

/* Whether a key is the labels of a region and of those around it.  */
static int
is_path (const struct hpm_column *key, const struct hpm_rows *rows)
{
    return rows->row.marked
           && hpm_column_at (key, &rows->row) == &rows->row.path;
}

/* What stands in the column of a key; "(no record)" where it is not known, or
 * "-" where no rank may run, or no cores are known.  */
static const char *
key_text (const struct hpm_column *key, const struct hpm_rows *rows,
          char text[KEY_TEXT])
{
    const void *at = hpm_column_at (key, &rows->row);

    if (key->kind == HPM_TEXT) {
        const char *name = *(const char *const *)at;

        return !name && rows->per == HPM_PER_BINDING ? "-"
               : !name                               ? "(no record)"
               : hpm_rows_of_samples (rows)          ? shorten (name, text)
               : is_path (key, rows)
                   ? path_text (&rows->result->tree, rows->row.marked, text)
                   : name;
    }
    if (*(const int64_t *)at == HPM_NO_INTEGER)
        return "-";
    hpm_integer_text (text, *(const int64_t *)at);
    return text;
}

/* "~12.34 (2.1 %)!": marked where it is not exact, with its error and rating,
 * which is returned; "- (140 %)" where the error is all that is known.  */
static enum hpm_rating
value_text (char *text, const struct hpm_rows *rows,
            const struct hpm_text_column *column)
{
    uint32_t quality = column->quality ? *column->quality : HPM_QUALITY_EXACT;
    double error = column->error ? *column->error : NAN;
    double value = hpm_error_hides (error)
                       ? NAN
                       : hpm_column_number (&column->column, &rows->row);
    int marked = !isnan (value)
                 && (isfinite (error) || quality == HPM_QUALITY_SCALED
                     || quality == HPM_QUALITY_PARTIAL);
    char percent[HPM_NUMBER_TEXT];
    enum hpm_rating rating;
    size_t length;

    text[0] = '~';
    hpm_number_text (text + marked, value * column->scale.factor);
    if (isfinite (error))
        snprintf (text + strlen (text), 30, " (%.20s)",
                  hpm_percent_text (percent, error));
    if (!column->marks)
        return HPM_RATING_NONE;
    rating = hpm_rows_rate (rows, column->metric, value).rating;
    length = strlen (text);
    text[length] = hpm_rating_mark (rating);
    text[length + 1] = '\0';
    return rating;
}

/* A table in the making.  */
struct table {
    struct hpm_report_rows *rows;
    struct hpm_heading *headings; /* of keys and values */
    const char **texts;           /* of a row, in the same order */
    char (*numbers)[CELL_TEXT];
    int shortened;  /* 1: a path of regions was */
    unsigned marks; /* 1 << rating of a value */
};

static int
add_row (struct table *table, const struct hpm_output *output,
         const struct hpm_text_columns *columns, struct hpm_error *error)
{
    char keys[HPM_ROW_KEYS][KEY_TEXT];
    int count = 0;

    for (int i = 0; i < columns->key_count; i++) {
        const char *text = key_text (&columns->keys[i], output->rows, keys[i]);

        table->shortened
            |= text == keys[i] && is_path (&columns->keys[i], output->rows);
        table->texts[count++] = text;
    }
    for (int i = 0; i < columns->count; i++) {
        table->marks |= 1u << value_text (table->numbers[i], output->rows,
                                          &columns->list[i]);
        table->texts[count++] = table->numbers[i];
    }
    return hpm_report_rows_add (table->rows, table->texts, error);
}

/* Columns that tell which row it is, from the first one on.  */
static int
is_name (const char *name)
{
    static const char *const names[]
        = { "rank",   "thread", "host",    "processor", "process", "region",
            "from_s", "to_s",   "phase",   "function",  "place",   "caller",
            "callee", "role",   "mapping", "hosts" };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strcmp (name, names[i]))
            return 1;
    return 0;
}

/* What of samples goes first where there is little room, from 1 on; 0: it
 * stays.  */
static int
spare_order (const char *name)
{
    static const char *const spare[]
        = { "error_s", "rank_mean", "max_rank",   "rank_min",
            "own",     "rank_max",  "mpi_samples" };

    for (size_t i = 0; i < sizeof spare / sizeof *spare; i++)
        if (!strcmp (name, spare[i]))
            return (int)i + 1;
    return 0;
}

static const char *
column_name (const struct hpm_text_columns *columns, int column)
{
    return column < columns->key_count
               ? columns->keys[column].name
               : columns->list[column - columns->key_count].column.name;
}

/* How the table is to fit a screen.  */
static void
set_layout (struct hpm_report_rows *rows, const struct hpm_output *output,
            const struct hpm_text_columns *columns)
{
    int count = columns->key_count + columns->count, names = 0;

    while (names < count && is_name (column_name (columns, names)))
        names++;
    hpm_report_rows_repeat (rows, names);
    for (int i = 0; hpm_rows_of_samples (output->rows) && i < count; i++)
        hpm_report_rows_spare (rows, i, spare_order (column_name (columns, i)));
}

static int
fill_table (struct table *table, const struct hpm_output *output,
            const struct hpm_text_columns *columns, struct hpm_error *error)
{
    int count = 0, got;

    for (int i = 0; i < columns->key_count; i++)
        table->headings[count++]
            = (struct hpm_heading){ columns->keys[i].title,
                                    columns->keys[i].kind == HPM_INTEGER,
                                    columns->keys[i].kind == HPM_TEXT };
    for (int i = 0; i < columns->count; i++)
        table->headings[count++]
            = (struct hpm_heading){ columns->list[i].heading, 1, 0 };
    table->rows = hpm_report_rows_create (table->headings, count, error);
    if (!table->rows)
        return -1;
    set_layout (table->rows, output, columns);
    while ((got = hpm_rows_next (output->rows, error)) == 1)
        if (add_row (table, output, columns, error))
            return -1;
    return got;
}

static int
print_rows (const struct hpm_output *output,
            const struct hpm_text_columns *columns, unsigned *marks,
            struct hpm_error *error)
{
    size_t count = (size_t)columns->count + HPM_ROW_KEYS;
    struct table table = { NULL,
                           calloc (count, sizeof *table.headings),
                           calloc (count, sizeof *table.texts),
                           calloc (count, sizeof *table.numbers),
                           0,
                           0 };
    int failed;

    if (!table.headings || !table.texts || !table.numbers)
        failed = hpm_error_set (error, "out of memory");
    else
        failed = fill_table (&table, output, columns, error)
                 || hpm_report_rows_print (table.rows, output->out, error);
    if (!failed && table.shortened)
        fprintf (output->out, "a/(N)/b: N regions between are left out; "
                              "--format=csv has whole paths\n");
    *marks = table.marks;
    hpm_report_rows_destroy (table.rows);
    free (table.headings);
    free (table.texts);
    free (table.numbers);
    return failed;
}

/* What the marks mean that stand in a table.  */
static void
print_legend (const struct hpm_output *output, unsigned marks)
{
    hpm_rating_legend (output->out, marks);
    if (marks & (1u << HPM_RATING_BELOW | 1u << HPM_RATING_ABOVE))
        fprintf (output->out, "? suspect: beyond what the machine can do\n");
}

/* It is told why, and that is why no event has a value.  */
static int
has_no_regions (const struct hpm_output *output)
{
    return output->rows->per == HPM_PER_REGION && !output->result->tree.count;
}

static void
tell_left_out (FILE *out, int metrics)
{
    char text[128];

    if (!metrics)
        return;
    snprintf (text, sizeof text,
              "%d more metric%s: choose with --metrics=NAME,... or see all "
              "with --format=csv",
              metrics, metrics == 1 ? "" : "s");
    hpm_report_fold (out, "", 2, text);
}

static int
print_table (const struct hpm_output *output, const struct hpm_rows_seen *seen,
             struct hpm_error *error)
{
    size_t most = 3 * (size_t)output->result->event_count
                  + (size_t)output->chosen->count + HPM_ROW_KEYS;
    struct hpm_text_columns columns
        = { .list = calloc (most + 1, sizeof *columns.list) };
    unsigned marks = 0;
    int failed;

    if (!columns.list)
        return hpm_error_set (error, "out of memory");
    hpm_summary_head (output->out, output->result);
    hpm_summary_joined (output->out, output->result);
    fputc ('\n', output->out);
    hpm_text_columns_choose (&columns, output, seen);
    failed = print_rows (output, &columns, &marks, error);
    print_legend (output, marks);
    if (!has_no_regions (output))
        hpm_list_print (&columns.empty, output->out,
                        "no row has a value of: ", 2);
    if (output->rows->per == HPM_PER_HOST)
        failed |= hpm_summary_hosts (output->out, output->result);
    if (output->rows->per == HPM_PER_REGION) {
        hpm_summary_region_times (output->out, output->result);
        hpm_summary_region_pauses (output->out, output->result);
    }
    if (has_no_regions (output))
        hpm_summary_no_regions (output->out, output->result);
    if (output->rows->per == HPM_PER_BINDING
        && !hpm_made_binding_count (output->rows->binding))
        hpm_summary_no_binding (output->out, output->result);
    if (output->rows->per == HPM_PER_SITE && !output->result->sites.count)
        hpm_summary_no_sites (output->out, output->result);
    if (hpm_rows_of_samples (output->rows))
        hpm_summary_samples (output->out, output->result,
                             output->rows->per == HPM_PER_CALLER);
    if (output->rows->per == HPM_PER_MAPPING)
        hpm_summary_mappings (output->out, output->result);
    tell_left_out (output->out, columns.left_out);
    free (columns.list);
    return failed;
}

int
hpm_output_text (const struct hpm_output *output, struct hpm_error *error)
{
    struct hpm_rows_seen seen = { 0 };
    int failed;

    if (output->rows->per == HPM_PER_JOB)
        return hpm_summary_print (output->out, output->result,
                                  output->selection, output->path);
    failed = (!hpm_rows_foresee (output->rows, &seen)
              && hpm_rows_look (output->rows, &seen, error))
             || print_table (output, &seen, error);
    hpm_rows_seen_release (&seen);
    return failed || ferror (output->out) ? -1 : 0;
}
