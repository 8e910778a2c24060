/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "result_writer.h"

#include "result_parts.h"

/* Every rank once: into its columns and into the aggregates.  */
static int
write_ranks (struct hpm_result *result, struct hpm_rank_source *source,
             struct hpm_detail *detail, struct hpm_error *error)
{
    struct hpm_rank_data data;
    struct hpm_values values;
    int got;

    if (hpm_values_init (&values, result))
        return hpm_error_set (error, "out of memory");
    while ((got = source->next (source, &data, error)) == 1) {
        hpm_values_of_rank (&values, result, &data);
        hpm_accumulate_rank (result, &data, &values);
        got = hpm_detail_append (detail, &data, &values, error);
        if (got)
            break;
    }
    hpm_values_release (&values);
    return got;
}

static int
write_detail (struct hpm_h5_writer *writer, struct hpm_result *result,
              const struct hpm_scan *scan, struct hpm_rank_source *source,
              struct hpm_error *error)
{
    struct hpm_detail *detail = hpm_detail_create (writer, result, scan, error);
    int failed = !detail || write_ranks (result, source, detail, error)
                 || hpm_detail_finish (detail, error);

    hpm_detail_destroy (detail);
    return failed ? -1 : 0;
}

int
hpm_result_write (struct hpm_result *result, const struct hpm_scan *scan,
                  struct hpm_rank_source *source, const char *path,
                  struct hpm_error *error)
{
    struct hpm_h5_writer writer;

    if (hpm_h5_writer_open (&writer, path, error))
        return -1;
    if (hpm_labels_write (&writer, result, scan, error)
        || write_detail (&writer, result, scan, source, error)) {
        hpm_h5_writer_abandon (&writer);
        return -1;
    }
    hpm_accumulate_totals (result);
    if (hpm_aggregates_write (&writer, result, error)
        || hpm_run_write (&writer, result, error)) {
        hpm_h5_writer_abandon (&writer);
        return -1;
    }
    return hpm_h5_writer_close (&writer, error);
}
