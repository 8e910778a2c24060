/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a result file comes from: attributes of its root group, definitions of
 * its metrics, costs of its machine.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_attribute.h"
#include "aggregate/file/result_parts.h"
#include "aggregate/model/costs.h"

static const char *const attributes[] = {
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
write_value (struct hpm_h5_writer *writer, enum hpm_run_field field,
             const char *text, struct hpm_error *error)
{
    char *end;
    double real = strtod (text, &end);
    int64_t integer = fabs (real) < 0x1p53 ? (int64_t)real : 0;
    int whole = (double)integer == real, failed;

    if (!hpm_result_run_is_number (field) || end == text || *end
        || !isfinite (real))
        return hpm_h5_attribute_text (writer, attributes[field], text, error);
    failed = hpm_h5_put_values (writer->file, attributes[field],
                                whole ? H5T_NATIVE_INT64 : H5T_NATIVE_DOUBLE, 0,
                                whole ? (const void *)&integer
                                      : (const void *)&real);
    return failed ? hpm_h5_failed (error, "write attribute", attributes[field])
                  : 0;
}

/* Write a malloc'ed text, which is released, unless it is empty.  */
static int
write_made_text (struct hpm_h5_writer *writer, enum hpm_text which, char *text,
                 struct hpm_error *error)
{
    int failed = !text   ? hpm_error_set (error, "out of memory")
                 : *text ? hpm_h5_write_text (writer, which, text, error)
                         : 0;

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
write_texts (struct hpm_h5_writer *writer, const struct hpm_result *result,
             struct hpm_error *error)
{
    return write_made_text (writer, HPM_TEXT_METRIC_DEFINITIONS,
                            hpm_metric_set_text (&result->metrics), error)
           || (has_own_costs (&result->costs)
               && write_made_text (writer, HPM_TEXT_COSTS,
                                   hpm_cost_table_text (&result->costs),
                                   error));
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
            && write_value (writer, (enum hpm_run_field)i,
                            run_value (result, i), error))
            return -1;
    return write_texts (writer, result, error);
}

static int
load_definitions (const struct hpm_h5_reader *reader, struct hpm_result *result,
                  struct hpm_error *error)
{
    char *text;
    int failed = 0;

    if (hpm_h5_read_text (reader, HPM_TEXT_METRIC_DEFINITIONS, &text, error))
        return -1;
    if (text)
        failed = hpm_metric_set_read_stored (&result->metrics,
                                             "the file's metrics", text, NULL)
                 || hpm_metric_set_check (&result->metrics, NULL);
    free (text);
    return failed ? hpm_h5_damaged (
               reader, hpm_h5_text_names[HPM_TEXT_METRIC_DEFINITIONS], error)
                  : 0;
}

static int
load_costs (const struct hpm_h5_reader *reader, struct hpm_result *result,
            struct hpm_error *error)
{
    char *text;
    int failed;

    if (hpm_h5_read_text (reader, HPM_TEXT_COSTS, &text, error))
        return -1;
    failed
        = text
          && hpm_cost_table_read_text (&result->costs, "the file", text, NULL);
    free (text);
    hpm_costs_apply (result);
    return failed ? hpm_h5_damaged (reader, hpm_h5_text_names[HPM_TEXT_COSTS],
                                    error)
                  : 0;
}

int
hpm_run_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
              struct hpm_error *error)
{
    for (int i = 0; i < HPM_RUN_FIELD_COUNT; i++)
        result->run[i] = hpm_h5_get_value (reader->file, attributes[i]);
    return load_costs (reader, result, error)
           || load_definitions (reader, result, error);
}
