/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whatever a run has in memory is the same after it went through a file, and
 * the file has all that the schema and the manual page speak of.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "aggregate/h5/detail_file.h"
#include "aggregate/h5/h5_attribute.h"
#include "aggregate/h5/load.h"
#include "aggregate/h5/result_parts.h"
#include "tests/tap.h"
#include "tests/unit/made_result.h"

/* These have no list of their members: a new one belongs into the file, and
 * into what is compared here.  */
_Static_assert(sizeof (struct hpm_node_count) == 56, "compare the new member");
_Static_assert(sizeof (struct hpm_joined_run) == 32, "compare the new member");
_Static_assert(sizeof (struct hpm_sampling) == 24, "compare the new member");
_Static_assert(sizeof (struct hpm_cell) == 40, "compare the new member");
_Static_assert(sizeof (struct hpm_statistics) == 144, "compare the new member");

static int different; /* since the last claim */

static int
claim (const char *what)
{
    int same = tap_ok (!different, "%s", what);

    different = 0;
    return same;
}

static void
same (int is_same, const char *member)
{
    if (!is_same && different++ < 5)
        printf ("# %s is different\n", member);
}
#define SAME(field) same (a->field == b->field, #field)
#define SAME_TEXT(field) same (!strcmp (a->field, b->field), #field)
#define FIELD_i32(field) SAME (field)
#define FIELD_i64(field) SAME (field)
#define FIELD_text16(field) SAME_TEXT (field)
#define FIELD_text64(field) SAME_TEXT (field)
#define FIELD_text128(field) SAME_TEXT (field)
#define FIELD(type, field, unit, description) FIELD_##type (field);

static int
put_ranks (struct made *made, struct hpm_detail *detail,
           struct hpm_call_columns *calls, struct hpm_error *error)
{
    struct hpm_values values;
    int failed = hpm_values_init (&values, &made->result);

    for (int r = 0; !failed && r < RANKS; r++) {
        struct hpm_rank_data data = rank_of (made, r);

        for (int m = 0;
             m < made->result.region_count * made->result.metrics.count; m++) {
            values.metrics[m].status = HPM_METRIC_OK;
            values.metrics[m].value = r + m;
        }
        failed = hpm_detail_append (detail, &data, &values, error)
                 || hpm_call_columns_append (calls, &data, error);
    }
    hpm_values_release (&values);
    return failed || hpm_detail_finish (detail, error);
}

static void
draw_calls (struct hpm_calls *calls)
{
    draw_statistics (calls->sums, FUNCTIONS * HPM_CALL_SUM_COUNT);
    draw_statistics (calls->fields, HPM_MPI_FIELD_COUNT);
    for (int kind = 0; kind < HPM_SIZE_KIND_COUNT; kind++)
        for (int bucket = 0; bucket < BUCKETS; bucket++)
            for (int field = 0; field < HPM_SIZE_FIELD_COUNT; field++)
                calls->sizes[kind][bucket][field] = (int64_t)draw ();
}

/* As hpm_result_write does it, but with aggregates that no rank has made.  */
static int
put_result (struct made *made, const char *path, struct hpm_error *error)
{
    struct hpm_h5_writer writer;
    struct hpm_detail *detail;
    struct hpm_call_columns *calls;
    int failed;

    if (hpm_h5_writer_open (&writer, path, 1e6, error)
        || hpm_labels_write (&writer, &made->result, &made->scan, error))
        return -1;
    detail = hpm_detail_create (&writer, &made->result, &made->scan, error);
    calls = hpm_call_columns_create (&writer, &made->result.calls, error);
    failed = !detail || !calls || put_ranks (made, detail, calls, error);
    make_aggregates (made);
    draw_calls (&made->result.calls);
    failed = failed || hpm_call_columns_finish (calls, error)
             || hpm_aggregates_write (&writer, &made->result, error)
             || hpm_verdict_write (&writer, &made->result, error)
             || hpm_account_write (&writer, &made->result, error)
             || hpm_joined_write (&writer, &made->result, error)
             || hpm_nodes_write (&writer, &made->result, error)
             || hpm_run_write (&writer, &made->result, error);
    hpm_detail_destroy (detail);
    hpm_call_columns_destroy (calls);
    return failed ? -1 : hpm_h5_writer_close (&writer, error);
}

static void
compare_statistics (const struct hpm_statistics *a,
                    const struct hpm_statistics *b, size_t count, int integers)
{
    for (size_t i = 0; i < count; i++, a++, b++) {
        SAME (count);
        SAME (missing);
        SAME (mean);
        same (fabs (a->squares - b->squares) <= 1e-9 * a->squares, "squares");
        SAME (min);
        SAME (max);
        SAME (min_rank);
        SAME (max_rank);
        SAME (quality);
        if (!integers)
            continue;
        SAME (sum_low);
        SAME (sum_high);
        SAME (min_integer);
        SAME (max_integer);
    }
}

static void
compare_aggregate (const struct hpm_aggregate *a, const struct hpm_aggregate *b,
                   const struct hpm_result *result)
{
    size_t counts = (size_t)result->region_count * (size_t)result->event_count;
    size_t metrics
        = (size_t)result->region_count * (size_t)result->metrics.count;

    for (size_t i = 0; i < counts; i++) {
        compare_statistics (&a->events[i].statistics, &b->events[i].statistics,
                            1, 1);
        const uint32_t *reasons = a->events[i].reasons;
        enum hpm_reason reason = hpm_reason_dominant (reasons);

        SAME (events[i].sampling.enabled);
        SAME (events[i].sampling.running);
        SAME (events[i].sampling.error);
        SAME (events[i].projected);
        SAME (events[i].refused);
        SAME (events[i].reasons[reason]);
    }
    for (size_t i = 0; i < metrics; i++) {
        compare_statistics (&a->metrics[i].statistics,
                            &b->metrics[i].statistics, 1, 0);
        same (a->metrics[i].total.value == b->metrics[i].total.value
                  || (isnan (a->metrics[i].total.value)
                      && isnan (b->metrics[i].total.value)),
              "total");
        SAME (metrics[i].total.error);
        SAME (metrics[i].total.status);
        SAME (metrics[i].total.quality);
        SAME (metrics[i].error);
    }
}

static void
compare_rank (const struct hpm_rank_data *made, const struct hpm_rank_data *got)
{
    {
        const struct hpm_rank_record *a = &made->record, *b = &got->record;
        HPM_RANK_FIELDS (FIELD)
    }
    for (int t = 0; t < THREADS; t++) {
        const struct hpm_thread_record *a = &made->threads[t],
                                       *b = &got->threads[t];
        HPM_THREAD_FIELDS (FIELD)
    }
}

static void
compare_cells (const struct hpm_cell *a, const struct hpm_cell *b, size_t count)
{
    for (size_t i = 0; i < count; i++, a++, b++) {
        same (b->value
                  == (a->quality == HPM_QUALITY_ABSENT
                              || a->quality == HPM_QUALITY_UNAVAILABLE
                          ? HPM_NO_COUNT
                          : a->value),
              "value");
        SAME (time_enabled);
        SAME (time_running);
        SAME (error);
        SAME (quality);
        SAME (reason);
    }
}

static void
check_ranks (const struct made *made, const struct hpm_h5_reader *reader,
             const struct hpm_result *result)
{
    struct hpm_file_ranks *ranks = hpm_file_ranks_create (reader, result, NULL);
    struct hpm_rank_source *source = hpm_file_ranks_source (ranks);
    size_t cells
        = (size_t)result->region_count * (size_t)result->event_count * THREADS;
    struct hpm_rank_data data;
    int count = 0;

    for (; source->next (source, &data, NULL) == 1; count++) {
        struct hpm_rank_data expected = rank_of (made, count);

        same (data.thread_count == THREADS, "threads");
        compare_rank (&expected, &data);
        compare_cells (expected.cells, data.cells, cells);
    }
    same (count == RANKS, "ranks");
    hpm_file_ranks_destroy (ranks);
    claim ("every field of ranks, threads and cells is the same");
}

static void
check_run (const struct hpm_result *a, const struct hpm_result *b)
{
    char *costs = hpm_cost_table_text (&a->costs);
    char *loaded = hpm_cost_table_text (&b->costs);
    char *metrics = hpm_metric_set_text (&a->metrics);
    char *loaded_metrics = hpm_metric_set_text (&b->metrics);

    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        if (i != HPM_RUN_status)
            SAME_TEXT (run[i]);
    same (!strcmp (costs, loaded), "costs");
    same (!strcmp (metrics, loaded_metrics), "metrics");
    claim ("what is said of the run, its metrics and costs, is the same");
    free (costs);
    free (loaded);
    free (metrics);
    free (loaded_metrics);
}

static void
check_labels (const struct hpm_result *made, const struct hpm_result *got)
{
    for (int i = 0; i < 2; i++) {
        same (!strcmp (made->regions[i], got->regions[i]), "region");
        same (!strcmp (made->hosts.texts[i], got->hosts.texts[i]), "host");
    }
    same (made->event_count == got->event_count, "number of events");
    for (int i = 0; i < made->event_count; i++) {
        const struct hpm_event_record *a = &made->events[i],
                                      *b = &got->events[i];
        HPM_EVENT_FIELDS (FIELD)
    }
    claim ("every field of events, regions and hosts is the same");
}

static void
check_aggregates (const struct hpm_result *a, const struct hpm_result *b)
{
    compare_aggregate (&a->job, &b->job, a);
    for (int h = 0; h < a->hosts.count; h++)
        compare_aggregate (&a->host[h], &b->host[h], a);
    for (int i = 0; i < a->region_count * a->event_count; i++)
        SAME (mpi_sums[i]);
    for (int m = 0; m < a->metrics.count; m++)
        SAME (job.metric_runs[m]);
    claim ("every statistic of job and hosts is the same");
}

static void
check_calls (const struct hpm_calls *made, const struct hpm_calls *got)
{
    same (made->count == got->count && made->buckets == got->buckets, "count");
    for (int f = 0; f < made->count; f++) {
        const struct hpm_function_record *a = &made->functions[f],
                                         *b = &got->functions[f];
        HPM_FUNCTION_FIELDS (FIELD)
    }
    compare_statistics (made->sums, got->sums, FUNCTIONS * HPM_CALL_SUM_COUNT,
                        1);
    compare_statistics (made->fields, got->fields, HPM_MPI_FIELD_COUNT, 1);
    same (!memcmp (made->sizes, got->sizes, sizeof made->sizes), "sizes");
    claim ("every field of functions, calls and sizes is the same");
}

/* Of the ranks' calls nothing is loaded; they are for others.  */
static void
check_call_columns (const struct made *made, const struct hpm_h5_reader *reader)
{
    int64_t calls[FUNCTIONS][HPM_CALL_SUM_COUNT][RANKS];
    int64_t numbers[HPM_MPI_FIELD_COUNT][RANKS];
    int64_t sizes[HPM_SIZE_KIND_COUNT][BUCKETS][HPM_SIZE_FIELD_COUNT][RANKS];

    same (!hpm_h5_read (reader, HPM_VARIABLE_RANK_CALL, calls, NULL)
              && !hpm_h5_read (reader, HPM_VARIABLE_MPI_RECORD, numbers, NULL)
              && !hpm_h5_read (reader, HPM_VARIABLE_RANK_SIZE, sizes, NULL),
          "shape");
    for (int r = 0; r < RANKS; r++) {
        const struct hpm_size_record *size = &made->sizes[r];

#define NUMBER(type, field, unit, description)                                 \
    same (numbers[HPM_MPI_FIELD_##field][r] == made->mpi[r].field, #field);
        HPM_MPI_FIELDS (NUMBER)
#undef NUMBER
        for (int f = 0; f < FUNCTIONS; f++)
            for (int sum = 0; sum < HPM_CALL_SUM_COUNT; sum++)
                same (calls[f][sum][r] == (&made->calls[r][f].calls)[sum],
                      "sum");
        same (sizes[size->kind][size->bucket][HPM_SIZE_MESSAGES][r]
                      == size->messages
                  && sizes[size->kind][size->bucket][HPM_SIZE_BYTES][r]
                         == size->bytes,
              "size");
    }
    claim ("every field of the ranks' calls is in the file");
}

static void
check_rest (const struct hpm_result *made, const struct hpm_result *got)
{
    same (made->nodes.count == got->nodes.count, "number of counts");
    for (size_t i = 0; i < made->nodes.count && i < got->nodes.count; i++) {
        const struct hpm_node_count *a = &made->nodes.counts[i],
                                    *b = &got->nodes.counts[i];

        SAME (event);
        SAME (host);
        SAME (cpu);
        SAME (count);
        SAME (scale);
        SAME (enabled);
        SAME (running);
        SAME (quality);
        SAME (reason);
    }
    claim ("every count of a host is the same");
    same (made->joined.count == got->joined.count, "number of runs");
    for (int i = 0; i < made->joined.count && i < got->joined.count; i++) {
        const struct hpm_joined_run *a = &made->joined.runs[i],
                                    *b = &got->joined.runs[i];

        SAME_TEXT (file);
        SAME (start_time);
        SAME (wall_s);
        for (int e = 0; e < made->event_count; e++)
            SAME (counts[e]);
    }
    same (!memcmp (made->joined.event_run, got->joined.event_run,
                   (size_t)made->event_count),
          "event_run");
    claim ("every field of joined runs is the same");
    for (int e = 0; e < HPM_EFFICIENCY_COUNT; e++)
        same (made->verdict.efficiency[e] == got->verdict.efficiency[e]
                  && made->verdict.host[0][e] == got->verdict.host[0][e]
                  && made->verdict.host[1][e] == got->verdict.host[1][e],
              hpm_efficiency_word (e));
    same (made->verdict.count == got->verdict.count, "number of findings");
    for (size_t i = 0; i < got->verdict.count; i++) {
        const struct hpm_finding *a = &made->verdict.findings[i],
                                 *b = &got->verdict.findings[i];
#define NUMBER(name, meaning) SAME (name);
        HPM_FINDING_FIELDS (NUMBER)
#undef NUMBER
    }
    same (is_same_account (&made->verdict, &got->verdict), "account");
    claim ("every efficiency, finding and account is the same");
}

/* The attributes of a variable.  */
static void
check_variable (const struct hpm_h5_reader *reader, enum hpm_variable variable)
{
    const struct hpm_h5_variable *it = &hpm_h5_variables[variable];
    hid_t dataset = hpm_h5_has (reader, variable)
                        ? H5Dopen2 (reader->file, it->name, H5P_DEFAULT)
                        : -1;
    char *name = dataset < 0 ? NULL : hpm_h5_get_text (dataset, "long_name");
    char *units = dataset < 0 ? NULL : hpm_h5_get_text (dataset, "units");

    same (name && !strcmp (name, it->long_name), it->name);
    same (it->units ? units && !strcmp (units, it->units) : !units, it->name);
    same (dataset >= 0
              && (H5Aexists (dataset, "flag_meanings") > 0)
                     == !!it->enumeration,
          it->name);
    if (dataset >= 0)
        H5Dclose (dataset);
    free (name);
    free (units);
}

/* All that may be in a file is in this one, and nothing else.  */
static void
check_schema (const struct hpm_h5_reader *reader)
{
    H5G_info_t group;

    for (int i = 0; i < HPM_VARIABLE_END; i++)
        check_variable (reader, (enum hpm_variable)i);
    for (int i = 0; i < HPM_DIMENSION_COUNT; i++)
        same (reader->stored[i] > 0, hpm_h5_dimensions[i].name);
    claim ("every variable and dimension is in the file, with its attributes");
    H5Gget_info (reader->file, &group);
    tap_ok (group.nlinks == HPM_VARIABLE_END + HPM_DIMENSION_COUNT + 1,
            "nothing is in the file that is not in the schema");
}

int
main (void)
{
    struct made made;
    struct hpm_result result;
    struct hpm_h5_reader reader;
    struct hpm_error error = { 0 };
    char path[] = "result_file.XXXXXX";

    close (mkstemp (path));
    hpm_h5_begin ();
    make_result (&made);
    hpm_result_init (&result);
    if (!tap_ok (!put_result (&made, path, &error), "a result is written")
        || !tap_ok (!hpm_h5_reader_open (&reader, path, &error)
                        && !hpm_load (&reader, &result, 1, &error)
                        && !hpm_account_load_ranks (&reader, &result, &error),
                    "it is loaded"))
        printf ("# %s\n", error.text);
    else {
        check_run (&made.result, &result);
        check_labels (&made.result, &result);
        check_ranks (&made, &reader, &result);
        check_aggregates (&made.result, &result);
        check_calls (&made.result.calls, &result.calls);
        check_call_columns (&made, &reader);
        check_rest (&made.result, &result);
        check_schema (&reader);
        hpm_h5_reader_close (&reader);
    }
    unlink (path);
    hpm_result_release (&result);
    release_made (&made);
    return tap_done ();
}
