/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dimensions of a result file that every file has, and what its events and
 * metrics are.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_attribute.h"
#include "aggregate/h5/h5_table.h"
#include "aggregate/file/result_parts.h"

static const struct hpm_h5_member event_members[] = {
    HPM_H5_MEMBER (EVENT_UNIT, hpm_event_record, unit),
    HPM_H5_MEMBER (EVENT_SOURCE, hpm_event_record, source),
    HPM_H5_MEMBER (EVENT_DESCRIPTION, hpm_event_record, description),
    HPM_H5_MEMBER (EVENT_SCOPE, hpm_event_record, scope),
    HPM_H5_MEMBER (EVENT_KIND, hpm_event_record, kind),
};
static const struct hpm_h5_table events
    = { HPM_DIMENSION_EVENT, HPM_H5_LABELS (hpm_event_record, name),
        HPM_H5_MEMBERS (event_members) };

/* For other readers: what a metric is, its definition tells.  */
static const struct hpm_h5_member metric_members[] = {
    HPM_H5_POINTER (METRIC_TITLE, hpm_metric, title),
    HPM_H5_POINTER (METRIC_UNIT, hpm_metric, unit),
};
static const struct hpm_h5_table metrics
    = { HPM_DIMENSION_METRIC, HPM_H5_LABEL_POINTERS (hpm_metric, name),
        HPM_H5_MEMBERS (metric_members) };

_Static_assert(HPM_EVENTS_MAX == 4096, "as many as the schema says");

int
hpm_labels_write (struct hpm_h5_writer *writer, const struct hpm_result *result,
                  const struct hpm_scan *scan, struct hpm_error *error)
{
    const struct {
        enum hpm_dimension dimension;
        hsize_t length;
        const void *labels;
    } dimensions[] = {
        { HPM_DIMENSION_RANK, scan->ranks, NULL },
        { HPM_DIMENSION_THREAD, scan->thread_rows, NULL },
        { HPM_DIMENSION_REGION, (hsize_t)result->region_count,
          result->regions },
        { HPM_DIMENSION_HOST, (hsize_t)result->hosts.count,
          result->hosts.texts },
        { HPM_DIMENSION_TEXT, (hsize_t)scan->texts.count, scan->texts.texts },
        { HPM_DIMENSION_STATISTIC, 0, NULL },
        { HPM_DIMENSION_RANK_FIELD,
          scan->last_fields ? 0 : HPM_RANK_FIELD_cores_allowed, NULL },
        { HPM_DIMENSION_THREAD_FIELD, 0, NULL },
        { HPM_DIMENSION_PART, 0, NULL },
    };
    int failed = 0;

    for (size_t i = 0; !failed && i < sizeof dimensions / sizeof *dimensions;
         i++)
        failed = hpm_h5_dimension (writer, dimensions[i].dimension,
                                   dimensions[i].length, dimensions[i].labels,
                                   error);
    return failed
           || hpm_h5_table_write (writer, &events, result->events,
                                  (hsize_t)result->event_count, error)
           || hpm_h5_table_write (writer, &metrics, result->metrics.metrics,
                                  (hsize_t)result->metrics.count, error);
}

static int
load_events (const struct hpm_h5_reader *reader, struct hpm_result *result,
             struct hpm_error *error)
{
    hsize_t count = reader->length[HPM_DIMENSION_EVENT];

    result->events = calloc (count + 1, sizeof *result->events);
    if (!result->events)
        return hpm_error_set (error, "out of memory");
    result->event_count = (int)count;
    return hpm_h5_table_read (reader, &events, result->events, error);
}

static int
load_regions (const struct hpm_h5_reader *reader, struct hpm_result *result,
              struct hpm_error *error)
{
    if (!reader->length[HPM_DIMENSION_REGION])
        return hpm_h5_damaged (reader, "region", error);
    if (hpm_h5_read_labels (reader, HPM_DIMENSION_REGION, &result->regions,
                            error))
        return -1;
    result->region_count = (int)reader->length[HPM_DIMENSION_REGION];
    return 0;
}

int
hpm_text_table_load (const struct hpm_h5_reader *reader,
                     enum hpm_dimension dimension, struct hpm_text_table *table,
                     struct hpm_error *error)
{
    hsize_t count = reader->length[dimension];
    char **texts;
    int failed = 0;

    if (hpm_h5_read_labels (reader, dimension, &texts, error))
        return -1;
    for (hsize_t i = 0; !failed && i < count; i++)
        failed = hpm_text_table_add (table, texts[i]) != (int)i;
    hpm_texts_free (texts, count);
    return failed ? hpm_h5_damaged (reader, hpm_h5_dimensions[dimension].name,
                                    error)
                  : 0;
}

/* That the definitions are those of the dimension `metric`.  */
static int
check_metrics (const struct hpm_h5_reader *reader,
               const struct hpm_result *result, struct hpm_error *error)
{
    hsize_t count = reader->length[HPM_DIMENSION_METRIC];
    int same = (hsize_t)result->metrics.count == count;
    char **names;

    if (hpm_h5_read_labels (reader, HPM_DIMENSION_METRIC, &names, error))
        return -1;
    for (hsize_t i = 0; same && i < count; i++)
        same = !strcmp (result->metrics.metrics[i].name, names[i]);
    hpm_texts_free (names, count);
    return same ? 0 : hpm_h5_damaged (reader, "metric", error);
}

/* Names that were changed on the way would give numbers to the wrong event.  */
static int
check_hash (const struct hpm_h5_reader *reader, const struct hpm_result *result,
            struct hpm_error *error)
{
    char *told = hpm_h5_get_text (reader->file, HPM_SCHEMA_HASH_ATTRIBUTE);
    char hash[17];
    int same = !told || !strcmp (told, hpm_result_label_hash (result, hash));

    free (told);
    return same ? 0 : hpm_h5_damaged (reader, "names were changed", error);
}

int
hpm_labels_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                 struct hpm_error *error)
{
    return load_regions (reader, result, error)
           || load_events (reader, result, error)
           || hpm_text_table_load (reader, HPM_DIMENSION_HOST, &result->hosts,
                                   error)
           || check_metrics (reader, result, error)
           || check_hash (reader, result, error);
}
