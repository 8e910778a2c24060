/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Dimensions of a result file, what its events and metrics are, and the
 * attributes that say where it comes from.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_attribute.h"
#include "aggregate/h5/result_parts.h"

static const char *const statistic_names[] = {
#define HPM_X(identifier, name, meaning) name,
    HPM_STATISTICS (HPM_X)
#undef HPM_X
};

/* Ranks and rows of threads are labelled by their numbers.  */
static int
write_numbers (struct hpm_h5_writer *writer, enum hpm_dimension dimension,
               uint64_t count, struct hpm_error *error)
{
    int32_t *numbers = malloc ((count + 1) * sizeof *numbers);
    int failed;

    if (!numbers)
        return hpm_error_set (error, "out of memory");
    for (uint64_t i = 0; i < count; i++)
        numbers[i] = (int32_t)i;
    failed = hpm_h5_dimension (writer, dimension, count, H5T_NATIVE_INT32,
                               numbers, NULL, error);
    free (numbers);
    return failed;
}

/* Texts to be written: one member of each event or metric.  */
typedef const char *text_of_fn (const struct hpm_result *result, int index);

static const char *
event_name (const struct hpm_result *result, int index)
{
    return result->events[index].name;
}

static const char *
event_unit (const struct hpm_result *result, int index)
{
    return result->events[index].unit;
}

static const char *
event_source (const struct hpm_result *result, int index)
{
    return result->events[index].source;
}

static const char *
event_description (const struct hpm_result *result, int index)
{
    return result->events[index].description;
}

static const char *
or_empty (const char *text)
{
    return text ? text : "";
}

static const char *
metric_name (const struct hpm_result *result, int index)
{
    return result->metrics.metrics[index].name;
}

static const char *
metric_title (const struct hpm_result *result, int index)
{
    return or_empty (result->metrics.metrics[index].title);
}

static const char *
metric_unit (const struct hpm_result *result, int index)
{
    return or_empty (result->metrics.metrics[index].unit);
}

static const char **
collect (const struct hpm_result *result, text_of_fn *text_of, int count)
{
    const char **texts = calloc ((size_t)count + 1, sizeof *texts);

    for (int i = 0; texts && i < count; i++)
        texts[i] = text_of (result, i);
    return texts;
}

static const struct {
    const char *variable;
    enum hpm_dimension dimension;
    text_of_fn *text_of;
} descriptions[] = {
    { "event_unit", HPM_DIMENSION_EVENT, event_unit },
    { "event_source", HPM_DIMENSION_EVENT, event_source },
    { "event_description", HPM_DIMENSION_EVENT, event_description },
    { "metric_title", HPM_DIMENSION_METRIC, metric_title },
    { "metric_unit", HPM_DIMENSION_METRIC, metric_unit },
};

static int
write_descriptions (struct hpm_h5_writer *writer,
                    const struct hpm_result *result, struct hpm_error *error)
{
    int failed = 0;

    for (size_t i = 0;
         !failed && i < sizeof descriptions / sizeof *descriptions; i++) {
        int count = (int)writer->length[descriptions[i].dimension];
        const char **texts = collect (result, descriptions[i].text_of, count);

        failed = texts ? hpm_h5_write_texts (writer, descriptions[i].variable,
                                             descriptions[i].dimension, texts,
                                             error)
                       : hpm_error_set (error, "out of memory");
        free (texts);
    }
    return failed;
}

static int
write_event_codes (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, struct hpm_error *error)
{
    struct hpm_h5_variable scope = { .name = "event_scope",
                                     .type = H5T_NATIVE_UINT8,
                                     .rank = 1,
                                     .dimensions = { HPM_DIMENSION_EVENT },
                                     .enumeration = &hpm_event_scopes };
    struct hpm_h5_variable kind = scope;
    size_t count = (size_t)result->event_count;
    uint8_t *codes = calloc (2, count + 1);
    int failed;

    kind.name = "event_kind";
    kind.enumeration = &hpm_event_kinds;
    if (!codes)
        return hpm_error_set (error, "out of memory");
    for (size_t i = 0; i < count; i++) {
        codes[i] = (uint8_t)result->events[i].scope;
        codes[count + i] = (uint8_t)result->events[i].kind;
    }
    failed = hpm_h5_write (writer, &scope, codes, error)
             || hpm_h5_write (writer, &kind, codes + count, error);
    free (codes);
    return failed;
}

static int
write_names (struct hpm_h5_writer *writer, const struct hpm_result *result,
             enum hpm_dimension dimension, text_of_fn *name, int count,
             struct hpm_error *error)
{
    const char **names = collect (result, name, count);
    int failed = names ? hpm_h5_dimension (writer, dimension, (hsize_t)count,
                                           -1, NULL, names, error)
                       : hpm_error_set (error, "out of memory");

    free (names);
    return failed;
}

/* Names of the fields of a record and two more.  */
static int
write_field_dimension (struct hpm_h5_writer *writer,
                       enum hpm_dimension dimension,
                       const struct hpm_field *fields, int count,
                       const char *const *more, struct hpm_error *error)
{
    const char **names;
    int all = count, failed;

    while (more && more[all - count])
        all++;
    names = calloc ((size_t)all + 1, sizeof *names);
    if (!names)
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < all; i++)
        names[i] = i < count ? fields[i].name : more[i - count];
    failed = hpm_h5_dimension (writer, dimension, (hsize_t)all, -1, NULL, names,
                               error);
    free (names);
    return failed;
}

static int
write_text_dimension (struct hpm_h5_writer *writer,
                      enum hpm_dimension dimension, char **texts, size_t count,
                      struct hpm_error *error)
{
    return hpm_h5_dimension (writer, dimension, count, -1, NULL,
                             (const char *const *)texts, error);
}

int
hpm_labels_write (struct hpm_h5_writer *writer, const struct hpm_result *result,
                  const struct hpm_scan *scan, struct hpm_error *error)
{
    if (write_numbers (writer, HPM_DIMENSION_RANK, scan->ranks, error)
        || write_numbers (writer, HPM_DIMENSION_THREAD, scan->thread_rows,
                          error)
        || write_text_dimension (writer, HPM_DIMENSION_REGION, result->regions,
                                 (size_t)result->region_count, error)
        || write_names (writer, result, HPM_DIMENSION_EVENT, event_name,
                        result->event_count, error)
        || write_names (writer, result, HPM_DIMENSION_METRIC, metric_name,
                        result->metrics.count, error)
        || write_text_dimension (writer, HPM_DIMENSION_HOST,
                                 result->hosts.texts,
                                 (size_t)result->hosts.count, error)
        || hpm_h5_dimension (writer, HPM_DIMENSION_STATISTIC,
                             HPM_STATISTIC_COUNT, -1, NULL, statistic_names,
                             error)
        || hpm_h5_dimension (writer, HPM_DIMENSION_TEXT,
                             (hsize_t)scan->texts.count, -1, NULL, NULL, error)
        || write_field_dimension (writer, HPM_DIMENSION_RANK_FIELD,
                                  hpm_rank_fields, hpm_rank_field_count,
                                  hpm_more_rank_fields, error)
        || write_field_dimension (writer, HPM_DIMENSION_THREAD_FIELD,
                                  hpm_thread_fields, hpm_thread_field_count,
                                  NULL, error))
        return -1;
    return write_descriptions (writer, result, error)
           || hpm_h5_write_texts (writer, "text_value", HPM_DIMENSION_TEXT,
                                  (const char *const *)scan->texts.texts, error)
           || write_event_codes (writer, result, error);
}

static const char *const run_attributes[] = {
#define HPM_X(name, description) HPM_SCHEMA_RUN_PREFIX #name,
    HPM_RUN_FIELDS (HPM_X)
#undef HPM_X
};

/* What the stream says of the run, corrected by what is in it.  */
static const char *
run_value (const struct hpm_result *result, int field)
{
    int partial = result->ranks_missing || result->ranks_partial;

    if (field == HPM_RUN_status && partial)
        return "partial";
    return result->run[field];
}

/* An attribute; of a number, an integer or a real.  */
static int
write_run_value (struct hpm_h5_writer *writer, enum hpm_run_field field,
                 const char *text, struct hpm_error *error)
{
    char *end;
    double real = strtod (text, &end);
    int64_t integer = fabs (real) < 0x1p53 ? (int64_t)real : 0;
    int whole = (double)integer == real, failed;

    if (!hpm_result_run_is_number (field) || end == text || *end
        || !isfinite (real))
        return hpm_h5_attribute_text (writer, run_attributes[field], text,
                                      error);
    failed = hpm_h5_put_values (writer->file, run_attributes[field],
                                whole ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE, 0,
                                whole ? (const void *)&integer
                                      : (const void *)&real);
    return failed
               ? hpm_h5_failed (error, "write attribute", run_attributes[field])
               : 0;
}

static int
write_definitions (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, struct hpm_error *error)
{
    char *text = hpm_metric_set_text (&result->metrics);
    int failed = 0;

    if (text && *text)
        failed = hpm_h5_write_long_text (writer, "hpm", "metric_definitions",
                                         text, error);
    free (text);
    return failed;
}

/* 1 if a line was measured or given: what is built in, every hpmagg has.  */
static int
has_own_costs (const struct hpm_cost_table *table)
{
    static const char built_in[] = "built-in";

    for (int i = 0; i < table->count; i++)
        if (strncmp (table->costs[i].from, built_in, strlen (built_in)) != 0)
            return 1;
    return 0;
}

/* The table of costs travels with the run: it is that of its machine.  */
static int
write_costs (struct hpm_h5_writer *writer, const struct hpm_result *result,
             struct hpm_error *error)
{
    char *text;
    int failed;

    if (!has_own_costs (&result->costs))
        return 0;
    text = hpm_cost_table_text (&result->costs);
    failed = text ? hpm_h5_write_long_text (writer, "hpm", "costs", text, error)
                  : hpm_error_set (error, "out of memory");
    free (text);
    return failed;
}

int
hpm_run_write (struct hpm_h5_writer *writer, const struct hpm_result *result,
               struct hpm_error *error)
{
    char version[32], hash[17];

    snprintf (version, sizeof version, "%d.%d", HPM_SCHEMA_MAJOR,
              HPM_SCHEMA_MINOR);
    if (hpm_h5_attribute_text (writer, HPM_SCHEMA_ATTRIBUTE, version, error)
        || hpm_h5_attribute_text (writer, HPM_SCHEMA_HASH_ATTRIBUTE,
                                  hpm_result_label_hash (result, hash), error))
        return -1;
    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        if (run_value (result, i)
            && write_run_value (writer, (enum hpm_run_field)i,
                                run_value (result, i), error))
            return -1;
    return write_definitions (writer, result, error)
           || write_costs (writer, result, error);
}
