/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which columns a table for people has: keys, then values of events, of what of
 * them is inside MPI, and of metrics.
 */
#include "config.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "aggregate/model/region_split.h"
#include "aggregate/show/summary/summary.h"
#include "aggregate/show/text_columns.h"

/* What a part of the time is worth, NULL: exact.  */
static const uint32_t *
quality_of (const struct hpm_row *row, const struct hpm_column *column)
{
    const size_t first = offsetof (struct hpm_row, span_percent);
    size_t last = first + sizeof row->span_percent;

    return column->offset < first || column->offset >= last
               ? NULL
               : &row->span_qualities[(column->offset - first)
                                      / sizeof *row->span_percent];
}

/* Keys, and the parts of the time as values where `parts` and some row has
 * them.  */
static void
add_keys (struct hpm_text_columns *columns, const struct hpm_output *output,
          int parts)
{
    struct hpm_column all[HPM_ROW_KEYS];
    int count = hpm_row_keys (output, HPM_IN_TEXT, all);

    for (int i = 0; i < count; i++) {
        struct hpm_text_column *column = &columns->list[columns->count];

        if (all[i].kind != HPM_REAL) {
            columns->keys[columns->key_count++] = all[i];
            continue;
        }
        if (!parts)
            continue;
        *column = (struct hpm_text_column){ .column = all[i],
                                            .quality = quality_of (
                                                &output->rows->row, &all[i]),
                                            .metric = -1,
                                            .scale = { 1, "s" } };
        snprintf (column->heading, sizeof column->heading, "%s", all[i].title);
        columns->width += (int)strlen (column->heading) + 2;
        columns->count++;
    }
}

/* With `fit`, a column that goes beyond the width is left out; else one that no
 * row has a value of is told, with what may be why.  */
static void
add_column (struct hpm_text_columns *columns,
            const struct hpm_text_column *column, const char *unit,
            const struct hpm_seen *seen, int fit, const char *why)
{
    struct hpm_text_column *added = &columns->list[columns->count];
    const char *name = column->column.name;
    int width;

    if (!seen->any) {
        if (!fit)
            hpm_list_add (&columns->empty, ", ", "%s (%s)", name, why);
        return;
    }
    *added = *column;
    added->marks = seen->marks;
    added->scale = hpm_scale_choose (unit, seen->largest);
    unit = added->scale.unit;
    snprintf (added->heading, sizeof added->heading, "%.127s%s%s%s", name,
              *unit ? " [" : "", unit, *unit ? "]" : "");
    width = (int)strlen (added->heading) + 2;
    if (fit && columns->width + width > columns->room) {
        columns->left_out++;
        return;
    }
    columns->width += width;
    columns->count++;
}

static int
is_of_regions (const struct hpm_output *output)
{
    return output->rows->per == HPM_PER_REGION
           || output->rows->per == HPM_PER_REGION_RANK;
}

static void
add_event (struct hpm_text_columns *columns, const struct hpm_output *output,
           int event, const struct hpm_seen *seen, int fit)
{
    const struct hpm_event_record *record = &output->result->events[event];
    const struct hpm_row *row = &output->rows->row;
    enum hpm_reason reason
        = is_of_regions (output)
              ? hpm_region_tree_reason (output->result, event)
              : hpm_reason_dominant (output->result->job.events[event].reasons);

    int amount = hpm_rows_have_amount (output->rows, event);

    add_column (columns,
                &(struct hpm_text_column){
                    .column = { .name = record->name,
                                .kind = amount ? HPM_REAL : HPM_COUNTED,
                                .base = amount ? (void *)&row->amounts[event]
                                               : &row->counts[event] },
                    .error = &row->errors[event],
                    .quality = amount ? NULL : &row->counts[event].quality,
                    .metric = -1 },
                record->unit, seen, fit,
                reason ? hpm_reason_text (reason) : "no count of it");
}

/* Beside an event of regions: what of it is inside MPI and outside.  */
static void
add_parts (struct hpm_text_columns *columns, const struct hpm_output *output,
           int event, const struct hpm_seen *seen, int fit)
{
    static const char *const headings[] = { "in MPI", "outside" };
    static const enum hpm_row_split parts[]
        = { HPM_ROW_SPLIT_MPI, HPM_ROW_SPLIT_USEFUL };

    if (!output->rows->row.split[0]
        || !hpm_region_split_has (&output->result->tree,
                                  output->result->event_count, event))
        return;
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        struct hpm_count *counts = output->rows->row.split[parts[i]];
        struct hpm_column column = { .name = headings[i],
                                     .kind = HPM_COUNTED,
                                     .base = &counts[event] };

        add_column (
            columns,
            &(struct hpm_text_column){ .column = column,
                                       .quality = &counts[event].quality,
                                       .metric = -1 },
            output->result->events[event].unit, seen, fit, "");
    }
}

static void
add_metric (struct hpm_text_columns *columns, const struct hpm_output *output,
            int metric, const struct hpm_seen *seen, int fit)
{
    const struct hpm_metric *definition
        = &output->result->metrics.metrics[metric];
    const struct hpm_row *row = &output->rows->row;

    add_column (
        columns,
        &(struct hpm_text_column){ .column = { .name = definition->name,
                                               .kind = HPM_REAL,
                                               .base = &row->metrics[metric] },
                                   .error = &row->metric_errors[metric],
                                   .quality = &row->qualities[metric],
                                   .metric = metric },
        definition->unit, seen, fit, "events not counted, or all 0");
}

/* Characters that the keys take before the values.  */
static int
key_width (const struct hpm_output *output)
{
    size_t host = strlen ("host");

    if (output->rows->per == HPM_PER_INTERVAL)
        return 0;
    if (output->rows->per == HPM_PER_PHASE)
        return (int)strlen ("start-up") + 2;
    for (int i = 0; i < output->result->hosts.count; i++)
        if (strlen (output->result->hosts.texts[i]) > host)
            host = strlen (output->result->hosts.texts[i]);
    return (int)host + (output->rows->per == HPM_PER_THREAD ? 22 : 7);
}

void
hpm_text_columns_choose (struct hpm_text_columns *columns,
                         const struct hpm_output *output,
                         const struct hpm_rows_seen *seen)
{
    const struct hpm_selection *selection = output->selection;
    int named = selection->events_wanted || selection->metrics.count;
    int fit = !named, per = output->rows->per;

    columns->width = key_width (output);
    columns->room = hpm_report_width (output->out);
    add_keys (columns, output,
              (fit && (seen->timed || is_of_regions (output)))
                  || per == HPM_PER_INTERVAL || per == HPM_PER_PHASE
                  || per == HPM_PER_INTERVAL_RANK
                  || per == HPM_PER_INTERVAL_HOST
                  || hpm_rows_of_places (output->rows));
    if (hpm_rows_of_places (output->rows))
        return; /* nothing was counted there */
    if (selection->events_wanted)
        for (int e = 0; e < output->result->event_count; e++)
            if (output->shown[e]) {
                add_event (columns, output, e, &seen->events[e], fit);
                add_parts (columns, output, e, &seen->events[e], fit);
            }
    if (!selection->events_wanted || selection->metrics.count)
        for (int i = 0; i < output->chosen->count; i++) {
            int m = output->chosen->metrics[i];

            add_metric (columns, output, m, &seen->metrics[m], fit);
        }
}
