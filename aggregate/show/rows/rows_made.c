/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows that are made of what is in memory: hosts, regions, parts of the run,
 * places that MPI was called from or samples were taken in.
 */
#include "config.h"

#include <math.h>

#include "aggregate/analysis/sampling.h"
#include "aggregate/course/span.h"
#include "aggregate/show/rows/binding_made.h"
#include "aggregate/show/rows/interval_member_rows.h"
#include "aggregate/show/rows/rows.h"

void
hpm_row_without_counts (struct hpm_row *row, const struct hpm_result *result)
{
    for (int e = 0; e < result->event_count; e++)
        row->counts[e] = hpm_count_of (0, HPM_QUALITY_UNAVAILABLE,
                                       HPM_REASON_NOT_RECORDED);
    for (int m = 0; m < result->metrics.count; m++)
        row->metrics[m] = NAN;
}

static void
take_host_values (struct hpm_row *row, const struct hpm_result *result,
                  const struct hpm_aggregate *aggregate)
{
    for (int e = 0; e < result->event_count; e++) {
        const struct hpm_statistics *statistics
            = &aggregate->events[e].statistics;
        const uint32_t *reasons = aggregate->events[e].reasons;

        row->counts[e]
            = (struct hpm_count){ statistics->sum_low, statistics->sum_high,
                                  aggregate->events[e].refused
                                      ? HPM_QUALITY_UNAVAILABLE
                                      : hpm_statistics_quality (statistics),
                                  hpm_reason_dominant (reasons) };
        row->coverage[e]
            = hpm_sampling_coverage (&aggregate->events[e].sampling);
        row->errors[e] = hpm_count_error (aggregate, (size_t)e);
    }
    for (int m = 0; m < result->metrics.count; m++) {
        row->metrics[m] = result->metrics.metrics[m].total
                              ? aggregate->metrics[m].total.value
                          : aggregate->metrics[m].statistics.count
                              ? aggregate->metrics[m].statistics.mean
                              : NAN;
        row->metric_errors[m] = hpm_metric_error (aggregate, result, (size_t)m);
        row->qualities[m] = hpm_metric_quality (aggregate, (size_t)m);
    }
}

static int
count_hosts (const struct hpm_rows *rows)
{
    return rows->result->hosts.count;
}

static void
take_host (struct hpm_rows *rows, int host)
{
    const struct hpm_aggregate *aggregate = &rows->result->host[host];
    struct hpm_row *row = &rows->row;

    row->host = host;
    row->host_name = rows->result->hosts.texts[host];
    row->wall_s = aggregate->wall_s[0];
    row->ranks = (int64_t)aggregate->ranks;
    row->threads = (int64_t)aggregate->threads;
    take_host_values (row, rows->result, aggregate);
}

static int
count_regions (const struct hpm_rows *rows)
{
    return rows->result->tree.count;
}

static void
take_region (struct hpm_rows *rows, int region)
{
    hpm_row_of_region (&rows->row, rows->result, region);
}

static int
count_intervals (const struct hpm_rows *rows)
{
    return hpm_intervals (rows->result);
}

static void
take_interval (struct hpm_rows *rows, int interval)
{
    hpm_row_of_span (&rows->row, rows->result, &rows->values, interval,
                     interval);
}

static int
count_interval_members (const struct hpm_rows *rows)
{
    return (int)hpm_interval_members_count (rows->interval_members);
}

static void
take_interval_member (struct hpm_rows *rows, int place)
{
    hpm_row_of_interval_member (&rows->row, rows->interval_members, place,
                                &rows->values);
}

static int
count_phases (const struct hpm_rows *rows)
{
    return rows->phases.count;
}

static void
take_phase (struct hpm_rows *rows, int place)
{
    const struct hpm_phase *phase = &rows->phases.phases[place];

    hpm_row_of_span (&rows->row, rows->result, &rows->values, phase->first,
                     phase->last);
    rows->row.phase = hpm_phase_word (phase->kind);
}

static int
count_sites (const struct hpm_rows *rows)
{
    return rows->result->sites.count;
}

static void
take_site (struct hpm_rows *rows, int site)
{
    hpm_row_of_site (&rows->row, rows->result, site);
}

static int
count_spots (const struct hpm_rows *rows)
{
    return hpm_rows_spots (rows)->count;
}

static void
take_spot (struct hpm_rows *rows, int spot)
{
    hpm_row_of_spot (&rows->row, rows->result,
                     &hpm_rows_spots (rows)->list[spot]);
}

static int
count_callers (const struct hpm_rows *rows)
{
    return rows->callers.count;
}

static void
take_caller (struct hpm_rows *rows, int caller)
{
    hpm_row_of_caller (&rows->row, rows->result, &rows->callers.list[caller]);
}

static int
count_mappings (const struct hpm_rows *rows)
{
    return (int)rows->result->memory.mapping_count;
}

static void
take_mapping (struct hpm_rows *rows, int mapping)
{
    hpm_row_of_mapping (&rows->row, rows->result, mapping);
}

static int
count_binding (const struct hpm_rows *rows)
{
    return hpm_made_binding_count (rows->binding);
}

static void
take_binding (struct hpm_rows *rows, int place)
{
    hpm_row_of_binding (&rows->row, rows->binding, rows->result, place);
}

/* How many there are, and the row at hand out of one of them.  */
static const struct {
    int (*count) (const struct hpm_rows *rows);
    void (*take) (struct hpm_rows *rows, int place);
} makers[] = { [HPM_PER_HOST] = { count_hosts, take_host },
               [HPM_PER_REGION] = { count_regions, take_region },
               [HPM_PER_INTERVAL] = { count_intervals, take_interval },
               [HPM_PER_SITE] = { count_sites, take_site },
               [HPM_PER_PHASE] = { count_phases, take_phase },
               [HPM_PER_ROUTINE] = { count_spots, take_spot },
               [HPM_PER_LINE] = { count_spots, take_spot },
               [HPM_PER_MAPPING] = { count_mappings, take_mapping },
               [HPM_PER_CALLER] = { count_callers, take_caller },
               [HPM_PER_INTERVAL_RANK]
               = { count_interval_members, take_interval_member },
               [HPM_PER_INTERVAL_HOST]
               = { count_interval_members, take_interval_member },
               [HPM_PER_BINDING] = { count_binding, take_binding } };

int
hpm_rows_read_made (struct hpm_rows *rows)
{
    if (rows->per >= sizeof makers / sizeof *makers || !makers[rows->per].count
        || rows->next_made >= makers[rows->per].count (rows))
        return 0;
    hpm_rows_clear (rows);
    makers[rows->per].take (rows, rows->next_made++);
    return 1;
}
