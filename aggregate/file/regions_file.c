/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions that the program marked, in a result file: the tree, what each rank
 * did in them, where they are not too many, and over the ranks.  A run that
 * marked none has none of this.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_table.h"
#include "aggregate/file/result_parts.h"
#include "aggregate/file/statistics_rows.h"
#include "aggregate/model/region_split.h"

static const struct hpm_h5_member region_members[] = {
    HPM_H5_POINTER (PATH_LABEL, hpm_marked_region, label),
    HPM_H5_POINTER (PATH_FILE, hpm_marked_region, file),
    HPM_H5_MEMBER (PATH_LINE, hpm_marked_region, line),
    HPM_H5_MEMBER (PATH_PARENT, hpm_marked_region, parent),
    HPM_H5_MEMBER (PATH_MARK, hpm_marked_region, mark),
};
static const struct hpm_h5_table regions
    = { HPM_DIMENSION_PATH, HPM_H5_LABEL_POINTERS (hpm_marked_region, path),
        HPM_H5_MEMBERS (region_members) };
static const struct hpm_h5_member squares
    = HPM_H5_MEMBER (PATH_SQUARES, hpm_marked_region, squares);

/* The parts are there where counts were split.  */
enum { RANK_SUMS, RANK_COUNTS, RANK_PARTS };
enum { COLUMNS = RANK_PARTS + HPM_REGION_PART_COUNT };
static const enum hpm_variable column_variables[COLUMNS]
    = { HPM_VARIABLE_RANK_REGION, HPM_VARIABLE_RANK_REGION_COUNT,
        [RANK_PARTS + HPM_REGION_PART_MPI] = HPM_VARIABLE_RANK_REGION_MPI_COUNT,
        [RANK_PARTS + HPM_REGION_PART_USEFUL]
        = HPM_VARIABLE_RANK_REGION_USEFUL_COUNT };

static const enum hpm_variable part_variables[HPM_REGION_PART_COUNT]
    = { [HPM_REGION_PART_MPI] = HPM_VARIABLE_JOB_REGION_MPI_COUNT,
        [HPM_REGION_PART_USEFUL] = HPM_VARIABLE_JOB_REGION_USEFUL_COUNT };

struct hpm_region_columns {
    struct hpm_h5_writer *writer;
    struct hpm_result *result;
    struct hpm_h5_column columns[COLUMNS];
    int64_t *sums, *counts;                /* of a rank, owned */
    int64_t *parts[HPM_REGION_PART_COUNT]; /* of its counts, the same */
};

/* How many columns of ranks there are.  */
static int
count_columns (const struct hpm_region_tree *tree)
{
    if (tree->count < 1 || tree->count > HPM_REGION_DETAIL_MAX)
        return 0;
    return tree->parts[0] ? COLUMNS : RANK_PARTS;
}

/* ---- ranks -------------------------------------------------------------- */

static int
open_columns (struct hpm_region_columns *columns, struct hpm_error *error)
{
    const struct hpm_region_tree *tree = &columns->result->tree;
    int failed
        = hpm_h5_table_write (columns->writer, &regions, tree->regions,
                              (hsize_t)tree->count, error)
          || hpm_h5_dimension (columns->writer, HPM_DIMENSION_REGION_FIELD, 0,
                               NULL, error);

    for (int i = 0; !failed && i < count_columns (tree); i++)
        failed = hpm_h5_column_open (&columns->columns[i], columns->writer,
                                     column_variables[i], error);
    return failed;
}

/* Room for what a rank did, and for the statistics.  */
static int
make_room (struct hpm_region_columns *columns)
{
    struct hpm_result *result = columns->result;
    struct hpm_region_tree *tree = &result->tree;
    size_t count = (size_t)tree->count;
    size_t counts = count * (size_t)result->event_count;

    columns->sums
        = calloc (count * HPM_REGION_SUM_COUNT + 1, sizeof *columns->sums);
    columns->counts = calloc (counts + 1, sizeof *columns->counts);
    if (!columns->sums || !columns->counts
        || hpm_region_tree_start (tree, result->event_count,
                                  result->metrics.count))
        return -1;
    if (result->region_count <= 1)
        return 0;
    for (int p = 0; p < HPM_REGION_PART_COUNT; p++) {
        columns->parts[p] = calloc (counts + 1, sizeof *columns->parts[p]);
        if (!columns->parts[p])
            return -1;
    }
    return hpm_region_split_start (tree, result->event_count);
}

struct hpm_region_columns *
hpm_region_columns_create (struct hpm_h5_writer *writer,
                           struct hpm_result *result, struct hpm_error *error)
{
    struct hpm_region_columns *columns = calloc (1, sizeof *columns);

    if (!columns) {
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    columns->writer = writer;
    columns->result = result;
    for (int i = 0; i < COLUMNS; i++)
        columns->columns[i].dataset = -1;
    if (make_room (columns))
        hpm_error_set (error, "out of memory");
    else if (!result->tree.count || !open_columns (columns, error))
        return columns;
    hpm_region_columns_destroy (columns);
    return NULL;
}

/* As the verdict has it: complete, and its main thread's calls were timed.  */
static int
is_judged (const struct hpm_result *result, const struct hpm_rank_data *data)
{
    size_t events = (size_t)result->event_count;
    size_t stride = (size_t)result->region_count * events;
    int timed = hpm_result_find_literal (result, "mpi::TIME");

    if (data->record.status != HPM_RANK_COMPLETE || timed < 0)
        return 0;
    for (int64_t t = 0; t < data->thread_count; t++)
        if (data->threads[t].role == HPM_ROLE_MAIN)
            return hpm_quality_has_value (
                data->cells[(size_t)t * stride + (size_t)timed].quality);
    return 0;
}

/* A rank without a record has no parts.  */
static void
forget_parts (struct hpm_region_columns *columns)
{
    size_t counts = (size_t)columns->result->tree.count
                    * (size_t)columns->result->event_count;

    for (int p = 0; p < HPM_REGION_PART_COUNT && columns->parts[p]; p++)
        for (size_t i = 0; i < counts; i++)
            columns->parts[p][i] = HPM_NO_COUNT;
}

int
hpm_region_columns_append (struct hpm_region_columns *columns,
                           const struct hpm_rank_data *data,
                           struct hpm_error *error)
{
    struct hpm_region_tree *tree = &columns->result->tree;
    const void *rows[COLUMNS] = { columns->sums, columns->counts,
                                  columns->parts[0], columns->parts[1] };
    int events = columns->result->event_count, failed = 0;

    if (!tree->count)
        return 0;
    if (hpm_region_tree_of_rank (columns->result, data, columns->sums,
                                 columns->counts))
        return hpm_error_set (error, "out of memory");
    if (data->record.status == HPM_RANK_MISSING)
        forget_parts (columns);
    else if (hpm_region_tree_add (tree, data, columns->result->region_count,
                                  events, is_judged (columns->result, data),
                                  columns->sums, columns->counts)
             || hpm_region_split_add (columns->result, data, columns->sums,
                                      columns->counts, columns->parts))
        return hpm_error_set (error, "out of memory");
    for (int i = 0; !failed && i < count_columns (tree); i++)
        failed = hpm_h5_column_append (&columns->columns[i], columns->writer,
                                       rows[i], error);
    return failed;
}

/* ---- over the ranks ----------------------------------------------------- */

static int
write_metrics (struct hpm_h5_writer *writer, const struct hpm_result *result,
               struct hpm_error *error)
{
    const struct hpm_region_tree *tree = &result->tree;
    size_t count = (size_t)tree->count * (size_t)result->metrics.count;
    double *values = malloc ((count + 1) * sizeof *values);
    int failed;

    if (!values)
        return hpm_error_set (error, "out of memory");
    for (size_t i = 0; i < count; i++)
        values[i] = tree->metrics[i].status == HPM_METRIC_OK
                        ? tree->metrics[i].value
                        : NAN;
    failed
        = hpm_h5_write (writer, HPM_VARIABLE_JOB_REGION_METRIC, values, error);
    free (values);
    return failed;
}

static int
write_parts (struct hpm_h5_writer *writer, const struct hpm_result *result,
             struct hpm_error *error)
{
    static const enum hpm_reason not_split = HPM_REASON_NOT_SPLIT;
    int failed = 0;

    for (int p = 0; p < HPM_REGION_PART_COUNT && result->tree.parts[p]; p++)
        failed = failed
                 || hpm_statistics_write (writer, part_variables[p],
                                          result->tree.parts[p], &not_split, 1,
                                          error);
    return failed;
}

static int
write_counts (struct hpm_h5_writer *writer, const struct hpm_result *result,
              struct hpm_error *error)
{
    size_t events = (size_t)result->event_count;
    enum hpm_reason *reasons = malloc ((events + 1) * sizeof *reasons);
    int failed;

    if (!reasons)
        return hpm_error_set (error, "out of memory");
    for (size_t e = 0; e < events; e++)
        reasons[e] = hpm_region_tree_reason (result, (int)e);
    failed = hpm_statistics_write (writer, HPM_VARIABLE_JOB_REGION_COUNT,
                                   result->tree.counts, reasons, events, error);
    free (reasons);
    return failed;
}

int
hpm_region_columns_finish (struct hpm_region_columns *columns,
                           struct hpm_error *error)
{
    struct hpm_h5_writer *writer = columns->writer;
    struct hpm_region_tree *tree = &columns->result->tree;

    if (!tree->count)
        return 0;
    for (int i = 0; i < count_columns (tree); i++)
        if (hpm_h5_column_close (&columns->columns[i], writer, error))
            return -1;
    return hpm_h5_member_write (writer, &squares, tree->regions,
                                sizeof *tree->regions, error)
           || hpm_statistics_write (writer, HPM_VARIABLE_JOB_REGION, tree->sums,
                                    NULL, 0, error)
           || write_counts (writer, columns->result, error)
           || write_parts (writer, columns->result, error)
           || write_metrics (writer, columns->result, error);
}

void
hpm_region_columns_destroy (struct hpm_region_columns *columns)
{
    if (!columns)
        return;
    for (int i = 0; i < COLUMNS; i++)
        hpm_h5_column_abandon (&columns->columns[i]);
    free (columns->sums);
    free (columns->counts);
    for (int p = 0; p < HPM_REGION_PART_COUNT; p++)
        free (columns->parts[p]);
    free (columns);
}

/* ---- loading ------------------------------------------------------------ */

/* Those around a region come before it.  */
static int
is_tree (const struct hpm_region_tree *tree)
{
    for (int i = 0; i < tree->count; i++)
        if (tree->regions[i].parent < -1 || tree->regions[i].parent >= i
            || !tree->regions[i].label)
            return 0;
    return 1;
}

/* "solver.c:82", where a mark told.  */
static char *
place_of (const struct hpm_marked_region *region)
{
    const char *slash = region->file ? strrchr (region->file, '/') : NULL;
    const char *base = slash ? slash + 1 : region->file;
    char *place = NULL;

    if (!base || !*base)
        return NULL;
    if (region->line <= 0)
        return strdup (base);
    return asprintf (&place, "%s:%d", base, (int)region->line) < 0 ? NULL
                                                                   : place;
}

static int
load_regions (const struct hpm_h5_reader *reader, struct hpm_region_tree *tree,
              struct hpm_error *error)
{
    hsize_t count = reader->length[HPM_DIMENSION_PATH];

    tree->regions = calloc (count, sizeof *tree->regions);
    if (!tree->regions)
        return hpm_error_set (error, "out of memory");
    tree->count = (int)count;
    if (hpm_h5_table_read (reader, &regions, tree->regions, error))
        return -1;
    for (int i = 0; i < tree->count; i++)
        tree->regions[i].place = place_of (&tree->regions[i]);
    return is_tree (tree) ? 0 : hpm_h5_damaged (reader, "path_parent", error);
}

static int
load_metrics (const struct hpm_h5_reader *reader, struct hpm_result *result,
              struct hpm_error *error)
{
    struct hpm_region_tree *tree = &result->tree;
    size_t count = (size_t)tree->count * (size_t)result->metrics.count;
    double *values = malloc ((count + 1) * sizeof *values);
    int failed;

    if (!values)
        return hpm_error_set (error, "out of memory");
    failed = count
             && hpm_h5_read (reader, HPM_VARIABLE_JOB_REGION_METRIC, values,
                             error);
    for (size_t i = 0; !failed && i < count; i++)
        tree->metrics[i] = (struct hpm_metric_value){
            .value = values[i],
            .status = isnan (values[i]) ? HPM_METRIC_MISSING : HPM_METRIC_OK
        };
    free (values);
    return failed;
}

static int
load_parts (const struct hpm_h5_reader *reader, struct hpm_result *result,
            struct hpm_error *error)
{
    struct hpm_region_tree *tree = &result->tree;

    if (!hpm_h5_has (reader, HPM_VARIABLE_JOB_REGION_MPI_COUNT))
        return 0;
    if (hpm_region_split_start (tree, result->event_count))
        return hpm_error_set (error, "out of memory");
    for (int p = 0; p < HPM_REGION_PART_COUNT; p++)
        if (hpm_statistics_read (reader, part_variables[p], tree->parts[p],
                                 error))
            return -1;
    return 0;
}

int
hpm_regions_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                  struct hpm_error *error)
{
    struct hpm_region_tree *tree = &result->tree;

    if (!reader->length[HPM_DIMENSION_PATH])
        return 0;
    if (load_regions (reader, tree, error))
        return -1;
    if (hpm_region_tree_start (tree, result->event_count,
                               result->metrics.count))
        return hpm_error_set (error, "out of memory");
    return hpm_h5_member_read (reader, &squares, tree->regions,
                               sizeof *tree->regions, error)
           || hpm_statistics_read (reader, HPM_VARIABLE_JOB_REGION, tree->sums,
                                   error)
           || hpm_statistics_read (reader, HPM_VARIABLE_JOB_REGION_COUNT,
                                   tree->counts, error)
           || load_parts (reader, result, error)
           || load_metrics (reader, result, error);
}
