/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run as text, CSV or JSON.  All return 0, or -1 when the stream failed or
 * memory ran out.
 */
#ifndef HPM_AGGREGATE_OUTPUT_H
#define HPM_AGGREGATE_OUTPUT_H

#include <stdio.h>

#include "chosen.h"
#include "rows.h"
#include "selection.h"

struct hpm_output {
    FILE *out;
    const char *path;          /* of the result file, NULL: of none */
    const struct hpm_result *result;
    const struct hpm_rows *rows;       /* empty with HPM_PER_JOB */
    const struct hpm_selection *selection;
    const struct hpm_chosen *chosen;
};

int hpm_output_text (const struct hpm_output *output);
int hpm_output_csv (const struct hpm_output *output);
/* The part of CSV that is a line for each host, rank or thread.  */
void hpm_csv_rows (const struct hpm_output *output);
int hpm_output_json (const struct hpm_output *output);

/* 1 if the event is to be shown.  */
int hpm_output_has_event (const struct hpm_output *output, int event);

#endif /* HPM_AGGREGATE_OUTPUT_H */
