/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/join/join.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"
#include "aggregate/model/costs.h"
#include "aggregate/model/row_names.h"
#include "aggregate/file/load.h"
#include "aggregate/analysis/projection.h"

/* Where each rank was, and when the first one started.  */
static int
read_ranks (struct hpm_join_run *run, struct hpm_error *error)
{
    hsize_t ranks = run->reader.length[HPM_DIMENSION_RANK];
    struct hpm_h5_window window;
    const int64_t *numbers;
    int failed = 0;

    run->hosts = calloc (ranks + 1, sizeof *run->hosts);
    if (!run->hosts)
        return hpm_error_set (error, "out of memory");
    hpm_h5_window_open (&window, &run->reader, HPM_VARIABLE_RANK_RECORD);
    for (hsize_t r = 0; !failed && r < ranks; r++) {
        failed = hpm_rank_row_read (&window, &run->reader, r, &numbers, error);
        if (failed)
            break;
        run->hosts[r] = numbers[HPM_RANK_FIELD_host * window.count];
        if (!r)
            run->start_time = numbers[HPM_RANK_FIELD_start_time * window.count];
    }
    hpm_h5_window_release (&window);
    return failed;
}

static int
open_run (struct hpm_join_run *run, const char *path, struct hpm_error *error)
{
    if (hpm_h5_reader_open (&run->reader, path, error)) {
        run->reader.file = -1;
        return -1;
    }
    if (hpm_joined_is_stored (&run->reader))
        return hpm_error_set (error,
                              "%s was joined already: name the files that it "
                              "was made of",
                              path);
    if (hpm_load (&run->reader, &run->result, 0, error))
        return -1;
    if (hpm_result_is_observed (&run->result))
        return hpm_error_set (error,
                              "%s is of hpmstat: what ran when others were "
                              "counted is not known to be the same, and they "
                              "are not joined",
                              path);
    return read_ranks (run, error);
}

int
hpm_join_open (struct hpm_join *join, char **paths, int count,
               struct hpm_error *error)
{
    int failed = 0;

    memset (join, 0, sizeof *join);
    if (count > HPM_JOINED_MAX)
        return hpm_error_set (error, "at most %d runs can be joined",
                              HPM_JOINED_MAX);
    join->runs = calloc ((size_t)count, sizeof *join->runs);
    if (!join->runs)
        return hpm_error_set (error, "out of memory");
    join->count = count;
    for (int i = 0; i < count; i++) {
        join->runs[i].reader.file = -1;
        hpm_result_init (&join->runs[i].result);
    }
    for (int i = 0; !failed && i < count; i++)
        failed = open_run (&join->runs[i], paths[i], error);
    return failed ? -1 : 0;
}

void
hpm_join_release (struct hpm_join *join)
{
    for (int i = 0; i < join->count; i++) {
        hpm_result_release (&join->runs[i].result);
        if (join->runs[i].reader.file >= 0)
            hpm_h5_reader_close (&join->runs[i].reader);
        free (join->runs[i].hosts);
        free (join->runs[i].places);
    }
    free (join->runs);
    memset (join, 0, sizeof *join);
}

/* How good a run's count of an event is: the lower the better.  */
static uint32_t
rank_of_quality (const struct hpm_result *result, int event)
{
    const struct hpm_statistics *statistics
        = &result->job.events[event].statistics;

    if (hpm_result_is_node (result, (size_t)event))
        return hpm_nodes_sum (result, event, -1).quality;
    if (!statistics->count)
        return HPM_QUALITY_COUNT;
    return result->job.events[event].refused
               ? HPM_QUALITY_UNAVAILABLE
               : hpm_statistics_quality (statistics);
}

/* The run that counted an event best, and of those the first.  */
static int
best_run (const struct hpm_join *join, const char *name)
{
    uint32_t least = UINT32_MAX;
    int best = 0;

    for (int i = 0; i < join->count; i++) {
        const struct hpm_result *result = &join->runs[i].result;
        int event = hpm_result_find_event (result, name);

        if (event >= 0 && rank_of_quality (result, event) < least) {
            least = rank_of_quality (result, event);
            best = i;
        }
    }
    return best;
}

/* All events, in the order in which the runs bring them.  */
static int
unite_events (const struct hpm_join *join, struct hpm_result *result,
              struct hpm_error *error)
{
    for (int i = 0; i < join->count; i++) {
        const struct hpm_result *from = &join->runs[i].result;

        for (int e = 0; e < from->event_count; e++)
            if (hpm_result_find_event (result, from->events[e].name) < 0
                && hpm_result_add_event (result, &from->events[e], error))
                return -1;
    }
    return 0;
}

/* What was counted for hosts, whose numbers are the same in all runs.  */
static int
take_nodes (const struct hpm_join_run *run, struct hpm_result *result)
{
    int failed = 0;

    for (size_t i = 0; !failed && i < run->result.nodes.count; i++) {
        struct hpm_node_count count = run->result.nodes.counts[i];

        count.event = run->places[count.event];
        if (count.event >= 0)
            failed = hpm_nodes_add (&result->nodes, &count);
    }
    return failed;
}

/* Which run each event is from, and what every run counted of it.  */
static int
place_run (struct hpm_join *join, struct hpm_result *result, int i)
{
    struct hpm_join_run *run = &join->runs[i];
    struct hpm_joined_run *joined = &result->joined.runs[i];
    const char *path = run->reader.path, *slash = strrchr (path, '/');

    run->places
        = calloc ((size_t)run->result.event_count + 1, sizeof *run->places);
    joined->file = strdup (slash ? slash + 1 : path);
    if (!run->places || !joined->file)
        return -1;
    joined->start_time = run->start_time;
    joined->wall_s = 1e-9 * run->result.wall.max;
    for (int e = 0; e < result->event_count; e++)
        joined->counts[e] = NAN;
    for (int e = 0; e < run->result.event_count; e++) {
        int at = hpm_result_find_event (result, run->result.events[e].name);

        joined->counts[at] = hpm_count_total (&run->result.job, (size_t)e);
        run->places[e] = result->joined.event_run[at] == i ? at : -1;
        if (run->places[e] >= 0)
            result->events[at] = run->result.events[e];
    }
    return take_nodes (run, result);
}

static int
place_events (struct hpm_join *join, struct hpm_result *result)
{
    int failed
        = hpm_joined_make (&result->joined, join->count, result->event_count);

    for (int e = 0; !failed && e < result->event_count; e++)
        result->joined.event_run[e]
            = (uint8_t)best_run (join, result->events[e].name);
    for (int i = 0; !failed && i < join->count; i++)
        failed = place_run (join, result, i);
    return failed;
}

/* Samples are not joined.  */
static int
is_of_samples (int field)
{
    return field == HPM_RUN_sampled || field == HPM_RUN_sample_period
           || field == HPM_RUN_samples || field == HPM_RUN_samples_lost
           || field == HPM_RUN_samples_ranks
           || field == HPM_RUN_unsampled_threads
           || field == HPM_RUN_samples_broken || field == HPM_RUN_samples_folded
           || field == HPM_RUN_unsampled_because;
}

/* Hosts have the same numbers in all runs.  */
static int
copy_topologies (const struct hpm_result *from, struct hpm_result *result)
{
    int failed = 0;

    for (int i = 0; !failed && i < from->hosts.count; i++) {
        const char *text = hpm_topologies_get (&from->topologies, i);

        failed = text && hpm_topologies_take (&result->topologies, i, text);
    }
    return failed;
}

/* What is said of the first run holds for all.  */
static int
copy_run (const struct hpm_result *from, struct hpm_result *result)
{
    size_t regions = (size_t)from->region_count;
    int failed = 0;

    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        if (from->run[i] && !is_of_samples (i)) {
            result->run[i] = strdup (from->run[i]);
            failed |= !result->run[i];
        }
    result->regions = calloc (regions + 1, sizeof *result->regions);
    for (int i = 0; result->regions && i < from->region_count; i++) {
        result->regions[i] = strdup (from->regions[i]);
        failed |= !result->regions[i];
        result->region_count++;
    }
    for (int i = 0; i < from->hosts.count; i++)
        failed |= hpm_text_table_add (&result->hosts, from->hosts.texts[i]) < 0;
    return failed || !result->regions;
}

/* What a file has of costs, over what is there.  */
static int
take_costs (const struct hpm_result *from, struct hpm_result *result,
            struct hpm_error *error)
{
    char *text = hpm_cost_table_text (&from->costs);
    int failed = text ? hpm_cost_table_read_text (&result->costs, "the file",
                                                  text, error)
                      : hpm_error_set (error, "out of memory");

    free (text);
    return failed;
}

/* The costs of the first run, and what others of the same processor know
 * besides.  Nothing where no file has a table of its own.  */
static int
unite_costs (const struct hpm_join *join, struct hpm_result *result,
             struct hpm_error *error)
{
    const char *model
        = hpm_result_run (&join->runs[0].result, HPM_RUN_cpu_model, "");
    int failed = 0;

    for (int i = join->count - 1; !failed && i >= 0; i--) {
        const struct hpm_result *from = &join->runs[i].result;

        if (from->costs.count
            && !strcmp (hpm_result_run (from, HPM_RUN_cpu_model, ""), model))
            failed = take_costs (from, result, error);
    }
    hpm_costs_apply (result);
    return failed;
}

/* The groups that were asked for in any of the runs, each once.  */
static int
unite_groups (const struct hpm_join *join, struct hpm_result *result)
{
    struct hpm_event_list names = { NULL, 0 };
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);
    int failed = !out;

    for (int i = 0; i < join->count; i++)
        failed |= hpm_event_list_add_all (
            &names, hpm_result_run (&join->runs[i].result, HPM_RUN_groups, ""));
    for (int i = 0; out && i < names.count; i++)
        fprintf (out, "%s%s", i ? "," : "", names.names[i]);
    failed |= !out || fclose (out);
    if (!failed && names.count) {
        free (result->run[HPM_RUN_groups]);
        result->run[HPM_RUN_groups] = text;
        text = NULL;
    }
    free (text);
    hpm_event_list_release (&names);
    return failed;
}

int
hpm_join_describe (struct hpm_join *join, struct hpm_result *result,
                   struct hpm_error *error)
{
    const struct hpm_result *first = &join->runs[0].result;

    if (copy_run (first, result) || copy_topologies (first, result)
        || unite_groups (join, result))
        return hpm_error_set (error, "out of memory");
    if (unite_events (join, result, error))
        return -1;
    if (place_events (join, result))
        return hpm_error_set (error, "out of memory");
    hpm_result_find_common (result);
    return hpm_join_metrics (join, result, error)
           || unite_costs (join, result, error);
}
