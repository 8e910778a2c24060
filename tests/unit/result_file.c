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

#include "aggregate/h5/h5_attribute.h"
#include "aggregate/file/load.h"
#include "aggregate/file/result_parts.h"
#include "tests/tap.h"
#include "tests/unit/result_file.h"

/* These have no list of their members: a new one belongs into the file, and
 * into what is compared here.  */
_Static_assert(sizeof (struct hpm_node_count) == 56, "compare the new member");
_Static_assert(sizeof (struct hpm_joined_run) == 32, "compare the new member");

static int different; /* since the last claim */

int
claim (const char *what)
{
    int same = tap_ok (!different, "%s", what);

    different = 0;
    return same;
}

void
same (int is_same, const char *member)
{
    if (!is_same && different++ < 5)
        printf ("# %s is different\n", member);
}
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
        failed = hpm_detail_append (detail, &data, &values, data.account, error)
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
             || put_regions (made, &writer, error)
             || put_timeline (made, &writer, error)
             || hpm_aggregates_write (&writer, &made->result, error)
             || hpm_verdict_write (&writer, &made->result, error)
             || hpm_account_write (&writer, &made->result, error)
             || hpm_joined_write (&writer, &made->result, error)
             || hpm_nodes_write (&writer, &made->result, error)
             || hpm_sites_write (&writer, &made->result, error)
             || hpm_samples_write (&writer, &made->result, error)
             || hpm_memory_write (&writer, &made->result, error)
             || hpm_run_write (&writer, &made->result, error);
    hpm_detail_destroy (detail);
    hpm_call_columns_destroy (calls);
    return failed ? -1 : hpm_h5_writer_close (&writer, error);
}

static void
check_run (const struct hpm_result *a, const struct hpm_result *b)
{
    char *costs = hpm_cost_table_text (&a->costs);
    char *loaded = hpm_cost_table_text (&b->costs);
    char *metrics = hpm_metric_set_text (&a->metrics);
    char *others = hpm_metric_set_text (&b->metrics);

    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        if (i != HPM_RUN_status)
            SAME_TEXT (run[i]);
    same (!strcmp (costs, loaded) && !strcmp (metrics, others), "texts");
    claim ("what is said of the run, its metrics and costs, is the same");
    free (costs);
    free (loaded);
    free (metrics);
    free (others);
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
    same (!strcmp (hpm_topologies_get (&got->topologies, 1), "cores 0-3+4")
              && !hpm_topologies_get (&got->topologies, 0),
          "topology");
    claim ("a host is made of the same, and the other one is not known");
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
    same (is_same_tree (made, got), "tree");
    same (is_same_timeline (made, got), "timeline");
    same (are_merged_sites (&made->sites), "places of ranks");
    same (are_same_sites (&made->sites, &got->sites), "places");
    same (are_same_memory (&made->memory, &got->memory), "memory");
    same (are_same_samples (&made->samples, &got->samples), "samples");
    same (is_same_account (&made->verdict, &got->verdict), "account");
    claim ("every efficiency, finding, account, marked region and interval is "
           "the same");
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
    same (!units == !hpm_h5_units (it)
              && (!units || !strcmp (units, hpm_h5_units (it))) && dataset >= 0
              && (H5Aexists (dataset, "flag_meanings") > 0)
                     == !!it->enumeration,
          it->name);
    if (dataset >= 0)
        H5Dclose (dataset);
    free (name), free (units);
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
                        && !hpm_load (&reader, &result, 1, &error),
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
