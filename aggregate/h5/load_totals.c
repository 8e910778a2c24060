/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/load_totals.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/model/fields.h"

#define BLOCK 65536

static int
is_thread_layout (const struct hpm_record_layout *layout)
{
    return !strcmp (layout->variable, "thread_record");
}

/* The name of a field this program knows, in its own order; NULL behind the
 * last.  */
static const char *
known_field (int threads, int index)
{
    const struct hpm_field *fields
        = threads ? hpm_thread_fields : hpm_rank_fields;
    int count = threads ? hpm_thread_field_count : hpm_rank_field_count;

    if (index < count)
        return fields[index].name;
    return threads ? NULL : hpm_more_rank_fields[index - count];
}

static int
count_known (int threads)
{
    int count = 0;

    while (known_field (threads, count))
        count++;
    return count;
}

static void
find_places (struct hpm_record_layout *layout, char **labels, int threads)
{
    const char *name;

    for (int i = 0; (name = known_field (threads, i)); i++) {
        layout->places[i] = -1;
        for (hsize_t j = 0; j < layout->fields; j++)
            if (!strcmp (labels[j], name))
                layout->places[i] = (int)j;
    }
}

int
hpm_record_layout_read (struct hpm_record_layout *layout,
                        const struct hpm_h5_reader *reader, int threads,
                        struct hpm_error *error)
{
    const char *dimension = threads ? "thread_field" : "rank_field";
    char **labels;

    memset (layout, 0, sizeof *layout);
    layout->variable = threads ? "thread_record" : "rank_record";
    if (hpm_h5_length (reader, threads ? "thread" : "rank", &layout->rows,
                       error)
        || hpm_h5_length (reader, dimension, &layout->fields, error))
        return -1;
    if (layout->fields > 4096)
        return hpm_h5_damaged (reader, dimension, error);
    if (hpm_h5_read_texts (reader, dimension, layout->fields, &labels, error))
        return -1;
    layout->places
        = calloc ((size_t)count_known (threads) + 1, sizeof *layout->places);
    if (layout->places)
        find_places (layout, labels, threads);
    hpm_texts_free (labels, layout->fields);
    return layout->places ? 0 : hpm_error_set (error, "out of memory");
}

void
hpm_record_layout_release (struct hpm_record_layout *layout)
{
    free (layout->places);
    layout->places = NULL;
}

int
hpm_record_place (const struct hpm_record_layout *layout, const char *name)
{
    int threads = is_thread_layout (layout);
    const char *known;

    for (int i = 0; (known = known_field (threads, i)); i++)
        if (!strcmp (known, name))
            return layout->places[i];
    return -1;
}

int
hpm_record_read (const struct hpm_record_layout *layout,
                 const struct hpm_h5_reader *reader, int place, hsize_t first,
                 hsize_t count, int64_t *values, struct hpm_error *error)
{
    struct hpm_h5_box box
        = { 2, { layout->fields, layout->rows }, { 0, first }, { 1, count } };

    if (place < 0) {
        memset (values, 0, count * sizeof *values);
        return 0;
    }
    box.start[0] = (hsize_t)place;
    return hpm_h5_read (reader, layout->variable, &box, H5T_NATIVE_INT64,
                        values, error);
}

/* Fields that the totals needs, several at a time.  */
enum { TOTALS_FIELDS = 4 };

typedef void totals_fn (struct hpm_result *result, int *hosts, int64_t row,
                        const int64_t *fields);

/* Call `each` for every row of a record with the fields named.  */
static int
for_rows (const struct hpm_h5_reader *reader, int threads,
          const char *const names[TOTALS_FIELDS], struct hpm_result *result,
          int *hosts, totals_fn *each, struct hpm_error *error)
{
    struct hpm_record_layout layout;
    int64_t *values = malloc (TOTALS_FIELDS * BLOCK * sizeof *values);
    int failed = values ? 0 : hpm_error_set (error, "out of memory");

    memset (&layout, 0, sizeof layout);
    failed = failed || hpm_record_layout_read (&layout, reader, threads, error);
    for (hsize_t first = 0; !failed && first < layout.rows; first += BLOCK) {
        hsize_t left = layout.rows - first;
        hsize_t count = left < BLOCK ? left : BLOCK;

        for (int f = 0; !failed && f < TOTALS_FIELDS; f++)
            failed = hpm_record_read (
                &layout, reader,
                names[f] ? hpm_record_place (&layout, names[f]) : -1, first,
                count, values + f * BLOCK, error);
        for (hsize_t i = 0; !failed && i < count; i++)
            each (result, hosts, (int64_t)(first + i),
                  (const int64_t[]){ values[i], values[BLOCK + i],
                                     values[2 * BLOCK + i],
                                     values[3 * BLOCK + i] });
    }
    hpm_record_layout_release (&layout);
    free (values);
    return failed ? -1 : 0;
}

/* The rank's share of the job.  `hosts` says where each rank is.  */
static void
add_rank (struct hpm_result *result, int *hosts, int64_t rank,
          const int64_t *fields)
{
    (void)hosts;
    result->ranks++;
    result->ranks_missing += fields[0] == HPM_RANK_MISSING;
    result->ranks_partial += fields[0] == HPM_RANK_PARTIAL;
    if (fields[0] == HPM_RANK_MISSING)
        return;
    hpm_result_add_times (result, rank, fields[1], fields[2], fields[3]);
}

static void
add_pauses (struct hpm_result *result, int *hosts, int64_t rank,
            const int64_t *fields)
{
    (void)hosts;
    if (fields[0] != HPM_RANK_MISSING)
        hpm_result_add_pauses (result, rank, fields[1], fields[2]);
}

static void
add_rank_of_host (struct hpm_result *result, int *hosts, int64_t rank,
                  const int64_t *fields)
{
    struct hpm_aggregate *aggregate;
    double wall = 1e-9 * (double)fields[1];

    hosts[rank] = -1;
    if (fields[0] == HPM_RANK_MISSING || fields[2] < 0
        || fields[2] >= result->hosts.count)
        return;
    hosts[rank] = (int)fields[2];
    aggregate = &result->host[fields[2]];
    aggregate->ranks++;
    if (wall > aggregate->wall_s[0])
        aggregate->wall_s[0] = wall;
}

static void
add_thread (struct hpm_result *result, int *hosts, int64_t row,
            const int64_t *fields)
{
    uint64_t merged = fields[1] > 1 ? (uint64_t)fields[1] : 1;
    int64_t rank = fields[2];

    (void)row;
    if (fields[0] == HPM_ROLE_CHILDREN)
        return;
    if (fields[0] == HPM_ROLE_MPI) {
        result->mpi_threads += merged;
        return;
    }
    result->threads += merged;
    if (hosts && rank >= 0 && (uint64_t)rank < result->ranks
        && hosts[rank] >= 0)
        result->host[hosts[rank]].threads += (double)merged;
}

static int
add_hosts (const struct hpm_h5_reader *reader, struct hpm_result *result,
           int **hosts, struct hpm_error *error)
{
    static const char *const fields[TOTALS_FIELDS]
        = { "status", "wall_time", "host" };

    if (!result->host)
        return 0;
    *hosts = calloc (result->ranks + 1, sizeof **hosts);
    if (!*hosts)
        return hpm_error_set (error, "out of memory");
    return for_rows (reader, 0, fields, result, *hosts, add_rank_of_host,
                     error);
}

int
hpm_load_totals (const struct hpm_h5_reader *reader, struct hpm_result *result,
                 struct hpm_error *error)
{
    static const char *const rank_fields[TOTALS_FIELDS]
        = { "status", "wall_time", "overhead_start", "overhead_stop" };
    static const char *const pause_fields[TOTALS_FIELDS]
        = { "status", "paused_time", "periods" };
    static const char *const thread_fields[TOTALS_FIELDS]
        = { "role", "merged", "rank" };
    int *hosts = NULL;
    int failed
        = for_rows (reader, 0, rank_fields, result, NULL, add_rank, error)
          || for_rows (reader, 0, pause_fields, result, NULL, add_pauses, error)
          || add_hosts (reader, result, &hosts, error)
          || for_rows (reader, 1, thread_fields, result, hosts, add_thread,
                       error);

    free (hosts);
    result->job.ranks = result->ranks - result->ranks_missing;
    result->job.threads = (double)result->threads;
    result->job.wall_s[0] = 1e-9 * result->wall.max;
    return failed ? -1 : 0;
}
