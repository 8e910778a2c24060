/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/result_writer.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/judge/judge.h"
#include "aggregate/course/find_change.h"
#include "aggregate/file/result_parts.h"

/* What the ranks go through, one by one.  */
struct parts {
    struct hpm_result *result;
    struct hpm_values values;
    struct hpm_detail *detail;
    struct hpm_call_columns *calls;
    struct hpm_region_columns *regions;
    struct hpm_timeline_columns *timeline;
    struct hpm_judge judge;
    struct hpm_rank_courses courses;
};

static int
take_samples (struct hpm_result *result, const struct hpm_rank_data *data)
{
    if (!data->sampling)
        return 0;
    return hpm_samples_take (&result->samples, data->record.rank, data->samples,
                             data->sample_count, data->sample_modules,
                             data->sample_module_bytes)
                   || hpm_samples_take_chains (&result->samples, data->chains,
                                               data->frames, data->chain_count,
                                               data->sample_modules,
                                               data->sample_module_bytes)
               ? -1
               : 0;
}

static int
take_rank (struct parts *parts, const struct hpm_rank_data *data,
           struct hpm_error *error)
{
    hpm_values_of_rank (&parts->values, parts->result, data);
    hpm_accumulate_rank (parts->result, data, &parts->values);
    if (hpm_nodes_take (parts->result, data)
        || take_samples (parts->result, data)
        || (data->pages
            && hpm_memory_take (&parts->result->memory, data->record.rank,
                                data->pages))
        || hpm_judge_take (&parts->judge, data, &parts->values))
        return hpm_error_set (error, "out of memory");
    hpm_timeline_columns_add (parts->timeline, data, &parts->values);
    hpm_rank_courses_take (&parts->courses, &parts->result->timeline,
                           parts->values.counts);
    return hpm_detail_append (parts->detail, data, &parts->values,
                              &parts->judge.rank, error)
           || hpm_call_columns_append (parts->calls, data, error)
           || hpm_region_columns_append (parts->regions, data, error);
}

static int
create_parts (struct parts *parts, struct hpm_h5_writer *writer,
              const struct hpm_scan *scan, struct hpm_error *error)
{
    hpm_judge_init (&parts->judge, parts->result);
    hpm_samples_clear (&parts->result->samples);
    hpm_memory_release (&parts->result->memory);
    if (hpm_values_init (&parts->values, parts->result))
        return hpm_error_set (error, "out of memory");
    parts->detail = hpm_detail_create (writer, parts->result, scan, error);
    if (!parts->detail)
        return -1;
    parts->calls
        = hpm_call_columns_create (writer, &parts->result->calls, error);
    if (!parts->calls)
        return -1;
    parts->regions = hpm_region_columns_create (writer, parts->result, error);
    if (!parts->regions)
        return -1;
    parts->timeline = hpm_timeline_columns_create (writer, parts->result,
                                                   scan->ranks, error);
    if (!parts->timeline)
        return -1;
    return hpm_rank_courses_init (&parts->courses, parts->result, scan->ranks)
               ? hpm_error_set (error, "out of memory")
               : 0;
}

static void
destroy_parts (struct parts *parts)
{
    hpm_values_release (&parts->values);
    hpm_judge_release (&parts->judge);
    hpm_detail_destroy (parts->detail);
    hpm_call_columns_destroy (parts->calls);
    hpm_region_columns_destroy (parts->regions);
    hpm_timeline_columns_destroy (parts->timeline);
    hpm_rank_courses_release (&parts->courses);
}

/* The verdict, and how ranks are bound, after the last rank.  */
static int
judge (struct hpm_judge *judge, struct hpm_result *result,
       const struct hpm_rank_courses *courses, struct hpm_error *error)
{
    struct hpm_change change;
    char binding[128];

    if (hpm_change_find (&change, result, courses))
        return hpm_error_set (error, "out of memory");
    judge->change = &change;
    if (hpm_judge_finish (judge, &result->verdict)
        || hpm_judge_binding (judge, binding, sizeof binding))
        return hpm_error_set (error, "out of memory");
    free (result->run[HPM_RUN_binding]);
    result->run[HPM_RUN_binding] = *binding ? strdup (binding) : NULL;
    return 0;
}

/* Every rank once: into its columns and into the aggregates.  */
static int
write_ranks (struct hpm_h5_writer *writer, struct hpm_result *result,
             const struct hpm_scan *scan, struct hpm_rank_source *source,
             struct hpm_error *error)
{
    struct parts parts = { .result = result };
    struct hpm_rank_data data;
    int got = create_parts (&parts, writer, scan, error);

    while (!got && (got = source->next (source, &data, error)) == 1)
        got = take_rank (&parts, &data, error);
    if (!got)
        got = hpm_detail_finish (parts.detail, error)
              || hpm_call_columns_finish (parts.calls, error);
    if (!got) {
        hpm_region_tree_settle (&result->tree, result->event_count);
        hpm_region_totals (result);
        hpm_samples_settle (&result->samples, scan->samples.ranks);
        if (hpm_memory_settle (&result->memory))
            got = hpm_error_set (error, "out of memory");
    }
    if (!got)
        got = hpm_region_columns_finish (parts.regions, error)
              || hpm_timeline_columns_finish (parts.timeline, error);
    if (!got)
        got = judge (&parts.judge, result, &parts.courses, error);
    destroy_parts (&parts);
    return got ? -1 : 0;
}

/* Bytes of ranks in regions count so often: their columns have more items than
 * others, each of which is a chunk where they are cut, from 1 MiB on, and HDF5
 * fails where trees of one chunk (FEW_CHUNKS in h5_writer.c) get so many.  */
#define REGIONS_WEIGHT 8.0

/* What the columns of ranks in regions hold, in bytes, a rank.  */
static double
estimate_regions (const struct hpm_result *result)
{
    double items = HPM_REGION_SUM_COUNT + result->event_count;

    if (result->tree.count > HPM_REGION_DETAIL_MAX)
        return 0;
    return REGIONS_WEIGHT * sizeof (double) * result->tree.count * items;
}

/* What the columns hold, in bytes.  */
static double
estimate (const struct hpm_result *result, const struct hpm_scan *scan)
{
    double regions = result->region_count;
    double cell = 3 * sizeof (int64_t) + 2;
    double thread
        = 8.0 * HPM_THREAD_FIELD_COUNT + regions * result->event_count * cell;
    double rank
        = 8.0 * (HPM_RANK_FIELD_COUNT + HPM_MPI_FIELD_COUNT)
          + regions * result->metrics.count * (double)sizeof (float)
          + estimate_regions (result)
          + 8.0 * result->calls.count * HPM_CALL_SUM_COUNT
          + 8.0 * HPM_SIZE_KIND_COUNT * HPM_SIZE_BUCKETS * HPM_SIZE_FIELD_COUNT;

    return thread * (double)scan->thread_rows + rank * (double)scan->ranks;
}

int
hpm_result_write (struct hpm_result *result, const struct hpm_scan *scan,
                  struct hpm_rank_source *source, const char *path,
                  struct hpm_error *error)
{
    struct hpm_h5_writer writer;

    if (hpm_h5_writer_open (&writer, path, estimate (result, scan), error))
        return -1;
    if (hpm_labels_write (&writer, result, scan, error)
        || write_ranks (&writer, result, scan, source, error)) {
        hpm_h5_writer_abandon (&writer);
        return -1;
    }
    hpm_accumulate_totals (result);
    if (hpm_aggregates_write (&writer, result, error)
        || hpm_verdict_write (&writer, result, error)
        || hpm_account_write (&writer, result, error)
        || hpm_joined_write (&writer, result, error)
        || hpm_nodes_write (&writer, result, error)
        || hpm_sites_write (&writer, result, error)
        || hpm_samples_write (&writer, result, error)
        || hpm_memory_write (&writer, result, error)
        || hpm_run_write (&writer, result, error)) {
        hpm_h5_writer_abandon (&writer);
        return -1;
    }
    return hpm_h5_writer_close (&writer, error);
}
