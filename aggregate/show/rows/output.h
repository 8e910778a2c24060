/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run as text, CSV or JSON.  All return 0, or -1: with an error, or
 * none when the stream failed or memory ran out.
 */
#ifndef HPM_AGGREGATE_OUTPUT_H
#define HPM_AGGREGATE_OUTPUT_H

#include <stdio.h>

#include "aggregate/model/chosen.h"
#include "aggregate/show/rows/rows.h"
#include "aggregate/model/selection.h"

struct hpm_output {
    FILE *out;
    const char *path; /* of the result file, NULL: of none */
    const struct hpm_result *result;
    struct hpm_rows *rows; /* none with HPM_PER_JOB */
    const struct hpm_selection *selection;
    const struct hpm_chosen *chosen;
    const char *shown; /* [event], 1: the event is to be shown */
};

int hpm_output_text (const struct hpm_output *output, struct hpm_error *error);
int hpm_output_csv (const struct hpm_output *output, struct hpm_error *error);
int hpm_output_json (const struct hpm_output *output, struct hpm_error *error);

/* Regions, functions or lines alone, for flame graphs.  */
int hpm_output_collapsed (const struct hpm_output *output,
                          struct hpm_error *error);

/* The same as trees, for Hatchet.  */
int hpm_output_hatchet (const struct hpm_output *output,
                        struct hpm_error *error);

#endif /* HPM_AGGREGATE_OUTPUT_H */
