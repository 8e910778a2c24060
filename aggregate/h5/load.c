/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/load.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/analysis/accumulate.h"
#include "aggregate/h5/aggregate_array.h"
#include "aggregate/model/costs.h"
#include "aggregate/h5/h5_attribute.h"
#include "aggregate/h5/joined_file.h"
#include "aggregate/h5/load_calls.h"
#include "aggregate/h5/load_totals.h"
#include "aggregate/h5/load_verdict.h"
#include "aggregate/h5/nodes_file.h"
#include "aggregate/analysis/projection.h"
#include "aggregate/h5/sampling_file.h"

static void
load_run (const struct hpm_h5_reader *reader, struct hpm_result *result)
{
    static const char *const names[] = {
#define HPM_X(name, description) HPM_SCHEMA_RUN_PREFIX #name,
        HPM_RUN_FIELDS (HPM_X)
#undef HPM_X
    };

    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        result->run[i] = hpm_h5_get_value (reader->file, names[i]);
}

/* Copy one text variable along `event` into a member of every record.  */
static int
load_event_texts (const struct hpm_h5_reader *reader, const char *name,
                  struct hpm_result *result, size_t offset, size_t size,
                  struct hpm_error *error)
{
    size_t count = (size_t)result->event_count;
    char **texts;

    if (hpm_h5_read_texts (reader, name, count, &texts, error))
        return -1;
    for (size_t i = 0; i < count; i++)
        snprintf ((char *)&result->events[i] + offset, size, "%s", texts[i]);
    hpm_texts_free (texts, count);
    return 0;
}

static int
load_event_codes (const struct hpm_h5_reader *reader, struct hpm_result *result,
                  struct hpm_error *error)
{
    hsize_t count = (hsize_t)result->event_count;
    struct hpm_h5_box box = { 1, { count }, { 0 }, { count } };
    uint8_t *codes = calloc (2, count + 1);
    int failed = codes ? 0 : hpm_error_set (error, "out of memory");

    if (count && !failed)
        failed = hpm_h5_read (reader, "event_scope", &box, H5T_NATIVE_UINT8,
                              codes, error)
                 || hpm_h5_read (reader, "event_kind", &box, H5T_NATIVE_UINT8,
                                 codes + count, error);
    for (hsize_t i = 0; !failed && i < count; i++) {
        result->events[i].scope = codes[i];
        result->events[i].kind = codes[count + i];
    }
    free (codes);
    return failed;
}

#define EVENT_TEXT(field)                                                      \
    offsetof (struct hpm_event_record, field),                                 \
        sizeof (((struct hpm_event_record *)0)->field)

static int
load_events (const struct hpm_h5_reader *reader, struct hpm_result *result,
             struct hpm_error *error)
{
    hsize_t count;

    if (hpm_h5_length (reader, "event", &count, error))
        return -1;
    if (count > HPM_EVENTS_MAX)
        return hpm_error_set (error,
                              "%s has %llu events, more than the %d of a "
                              "run: copy it again, or repeat the run",
                              reader->path, (unsigned long long)count,
                              HPM_EVENTS_MAX);
    result->events = calloc (count + 1, sizeof *result->events);
    if (!result->events)
        return hpm_error_set (error, "out of memory");
    result->event_count = (int)count;
    if (load_event_texts (reader, "event", result, EVENT_TEXT (name), error))
        return -1;
    if (!count)
        return 0;
    return load_event_texts (reader, "event_unit", result, EVENT_TEXT (unit),
                             error)
           || load_event_texts (reader, "event_source", result,
                                EVENT_TEXT (source), error)
           || load_event_texts (reader, "event_description", result,
                                EVENT_TEXT (description), error)
           || load_event_codes (reader, result, error);
}

static int
load_regions (const struct hpm_h5_reader *reader, struct hpm_result *result,
              struct hpm_error *error)
{
    hsize_t count;

    if (hpm_h5_length (reader, "region", &count, error))
        return -1;
    if (!count || count > 1 << 20)
        return hpm_h5_damaged (reader, "region", error);
    if (hpm_h5_read_texts (reader, "region", count, &result->regions, error))
        return -1;
    result->region_count = (int)count;
    return 0;
}

static int
load_hosts (const struct hpm_h5_reader *reader, struct hpm_result *result,
            struct hpm_error *error)
{
    hsize_t count;
    char **names;
    int failed = 0;

    if (hpm_h5_length (reader, "host", &count, error)
        || hpm_h5_read_texts (reader, "host", count, &names, error))
        return -1;
    for (hsize_t i = 0; !failed && i < count; i++)
        failed = hpm_text_table_add (&result->hosts, names[i]) != (int)i;
    hpm_texts_free (names, count);
    return failed ? hpm_h5_damaged (reader, "host", error) : 0;
}

/* The definitions, and that they are those of the dimension `metric`.  */
static int
load_metrics (const struct hpm_h5_reader *reader, struct hpm_result *result,
              struct hpm_error *error)
{
    static const char group[] = "hpm", variable[] = "hpm/metric_definitions";
    char **names = NULL, **texts = NULL;
    hsize_t count;
    int failed = 0;

    if (hpm_h5_length (reader, "metric", &count, error))
        return -1;
    if (!count)
        return 0;
    if (!hpm_h5_has (reader, group))
        return hpm_h5_damaged (reader, variable, error);
    if (hpm_h5_read_texts (reader, "metric", count, &names, error)
        || hpm_h5_read_texts (reader, variable, 1, &texts, error))
        failed = -1;
    else if (hpm_metric_set_read_stored (&result->metrics, "the file's metrics",
                                         texts[0], NULL)
             || hpm_metric_set_check (&result->metrics, NULL))
        failed = hpm_h5_damaged (reader, variable, error);
    for (hsize_t i = 0; !failed && i < count; i++)
        if (result->metrics.count != (int)count
            || strcmp (result->metrics.metrics[i].name, names[i]))
            failed = hpm_h5_damaged (reader, "metric", error);
    hpm_texts_free (names, count);
    hpm_texts_free (texts, 1);
    return failed;
}

/* The table of costs of the run, where it had one of its own.  */
static int
load_costs (const struct hpm_h5_reader *reader, struct hpm_result *result,
            struct hpm_error *error)
{
    static const char variable[] = "hpm/costs";
    char **texts;
    int failed = 0;

    if (hpm_h5_has (reader, "hpm") && hpm_h5_has (reader, variable)) {
        if (hpm_h5_read_texts (reader, variable, 1, &texts, error))
            return -1;
        failed = hpm_cost_table_read_text (&result->costs, "the file", texts[0],
                                           NULL);
        hpm_texts_free (texts, 1);
    }
    hpm_costs_apply (result);
    return failed ? hpm_h5_damaged (reader, variable, error) : 0;
}

/* Read a table of statistics of `n` aggregates; NULL with the error.  */
static double *
read_table (const struct hpm_h5_reader *reader, const char *name, int host,
            int n, int regions, int along, struct hpm_error *error)
{
    hsize_t lengths[4]
        = { (hsize_t)n, (hsize_t)regions, (hsize_t)along, HPM_STATISTIC_COUNT };
    struct hpm_h5_box box = { .rank = 3 + host };
    size_t size = (size_t)n * (size_t)regions * (size_t)along;
    double *table = calloc (size + 1, HPM_STATISTIC_COUNT * sizeof *table);

    if (!table) {
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    memcpy (box.lengths, lengths + !host,
            sizeof lengths - (size_t)!host * sizeof *lengths);
    memcpy (box.count, box.lengths, sizeof box.count);
    if (size
        && hpm_h5_read (reader, name, &box, H5T_NATIVE_DOUBLE, table, error)) {
        free (table);
        return NULL;
    }
    return table;
}

static void
load_totals (struct hpm_aggregate *aggregate, int count, const double *table)
{
    for (int i = 0; i < count; i++) {
        const double *row = table + i * HPM_STATISTIC_COUNT;
        double total = row[HPM_STATISTIC_TOTAL];
        double quality = row[HPM_STATISTIC_QUALITY];

        aggregate->totals[i].value = total;
        aggregate->totals[i].status
            = isnan (total) ? HPM_METRIC_MISSING : HPM_METRIC_OK;
        aggregate->totals[i].quality
            = quality >= 0 && quality < HPM_QUALITY_COUNT
                  ? (uint32_t)quality
                  : HPM_QUALITY_UNAVAILABLE;
    }
}

static int
load_aggregates (const struct hpm_h5_reader *reader, struct hpm_result *result,
                 struct hpm_aggregate *aggregates, int n, int host,
                 struct hpm_error *error)
{
    int regions = result->region_count;
    int counts = regions * result->event_count;
    int metrics = regions * result->metrics.count;
    double *first = read_table (reader, host ? "host_count" : "job_count", host,
                                n, regions, result->event_count, error);
    double *second
        = first ? read_table (reader, host ? "host_metric" : "job_metric", host,
                              n, regions, result->metrics.count, error)
                : NULL;

    for (int i = 0; second && i < n; i++) {
        const double *table
            = second + (size_t)i * (size_t)metrics * HPM_STATISTIC_COUNT;

        hpm_aggregate_counts_from_array (
            &aggregates[i], result,
            first + (size_t)i * (size_t)counts * HPM_STATISTIC_COUNT);
        hpm_aggregate_metrics_from_array (&aggregates[i], result, table);
        load_totals (&aggregates[i], metrics, table);
    }
    free (first);
    free (second);
    return second ? 0 : -1;
}

/* One of the variables of exact integers.  */
static int
load_exact_part (const struct hpm_h5_reader *reader, struct hpm_result *result,
                 int part, int64_t *values, struct hpm_error *error)
{
    static const char *const names[HPM_EXACT_PARTS] = HPM_EXACT_NAMES;
    hsize_t regions = (hsize_t)result->region_count;
    hsize_t events = (hsize_t)result->event_count;
    struct hpm_h5_box box
        = { 2, { regions, events }, { 0 }, { regions, events } };

    if (hpm_h5_read (reader, names[part], &box,
                     part ? H5T_NATIVE_INT64 : H5T_NATIVE_UINT64, values,
                     error))
        return -1;
    for (hsize_t i = 0; i < regions * events; i++) {
        struct hpm_statistics *statistics = &result->job.counts[i];

        if (part == 0)
            statistics->sum_low = (uint64_t)values[i];
        else if (part == 1)
            statistics->sum_high = values[i];
        else if (part == 2)
            statistics->min_integer = values[i];
        else
            statistics->max_integer = values[i];
    }
    return 0;
}

static int
load_integers (const struct hpm_h5_reader *reader, struct hpm_result *result,
               struct hpm_error *error)
{
    hsize_t regions = (hsize_t)result->region_count;
    hsize_t events = (hsize_t)result->event_count;
    struct hpm_h5_box box
        = { 2, { regions, events }, { 0 }, { regions, events } };
    int64_t *values;
    int failed = 0;

    if (hpm_h5_has (reader, "job_mpi_thread_sum")
        && hpm_h5_read (reader, "job_mpi_thread_sum", &box, H5T_NATIVE_INT64,
                        result->mpi_sums, error))
        return -1;
    if (!hpm_h5_has (reader, "job_count_sum_low"))
        return 0;
    values = calloc (regions * events + 1, sizeof *values);
    if (!values)
        return hpm_error_set (error, "out of memory");
    for (int part = 0; !failed && part < HPM_EXACT_PARTS; part++)
        failed = load_exact_part (reader, result, part, values, error);
    free (values);
    return failed;
}

/* Names that were changed on the way would give numbers to the wrong event.  */
static int
check_labels (const struct hpm_h5_reader *reader,
              const struct hpm_result *result, struct hpm_error *error)
{
    char *told = hpm_h5_get_text (reader->file, HPM_SCHEMA_HASH_ATTRIBUTE);
    char hash[17];
    int same = !told || !strcmp (told, hpm_result_label_hash (result, hash));

    free (told);
    return same ? 0 : hpm_h5_damaged (reader, "names were changed", error);
}

int
hpm_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
          int hosts, struct hpm_error *error)
{
    int n;

    load_run (reader, result);
    if (load_costs (reader, result, error)
        || load_regions (reader, result, error)
        || load_events (reader, result, error)
        || load_hosts (reader, result, error)
        || load_metrics (reader, result, error)
        || check_labels (reader, result, error)
        || hpm_result_make_aggregates (result, hosts, error)
        || load_aggregates (reader, result, &result->job, 1, 0, error)
        || load_integers (reader, result, error)
        || hpm_load_calls (reader, result, error)
        || hpm_load_verdict (reader, result, error)
        || hpm_load_totals (reader, result, error)
        || hpm_joined_load (reader, result, error)
        || hpm_nodes_load (reader, result, error))
        return -1;
    hpm_projection_find (result);
    n = result->hosts.count;
    /* The tables of hosts are left out where there is one host only.  */
    if (hosts && n
        && load_aggregates (reader, result, result->host, n, n > 1, error))
        return -1;
    return hpm_sampling_load (reader, result, error);
}

int
hpm_load_again (const struct hpm_h5_reader *reader, struct hpm_result *result,
                struct hpm_error *error)
{
    struct hpm_file_ranks *ranks;
    struct hpm_rank_data data;
    struct hpm_values values = { 0 };
    int got = -1;

    if (hpm_result_make_aggregates (result, 1, error))
        return -1;
    ranks = hpm_file_ranks_create (reader, result, error);
    if (!ranks)
        return -1;
    if (hpm_values_init (&values, result))
        hpm_error_set (error, "out of memory");
    else
        while ((got = hpm_file_ranks_source (ranks)->next (
                    hpm_file_ranks_source (ranks), &data, error))
               == 1) {
            hpm_values_of_rank (&values, result, &data);
            hpm_accumulate_rank (result, &data, &values);
        }
    hpm_values_release (&values);
    hpm_file_ranks_destroy (ranks);
    if (!got)
        hpm_accumulate_totals (result);
    return got;
}
