/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg FILE: a result file becomes a summary or a table.
 */
#ifndef HPM_AGGREGATE_SHOW_COMMAND_H
#define HPM_AGGREGATE_SHOW_COMMAND_H

#include "aggregate/show/rows/rows.h"
#include "aggregate/model/selection.h"

enum hpm_format {
    HPM_FORMAT_TEXT,
    HPM_FORMAT_CSV,
    HPM_FORMAT_JSON,
    HPM_FORMAT_OPENMETRICS, /* of a job or many, see catalog_command.h */
    HPM_FORMAT_COLLAPSED,   /* of regions or samples */
    HPM_FORMAT_HATCHET      /* the same */
};

struct hpm_show_request {
    const char *path;
    const char *output; /* NULL: stdout */
    enum hpm_per per;
    enum hpm_format format;
    const char *sort;  /* NULL: as in the file */
    int flat;          /* regions by label */
    const char *costs; /* a table to put over that of the run; "" and
                          NULL: none */
    const char *as;    /* what a file is called that is not kept; NULL: it is */
    int print_costs;   /* print the table, nothing else */
    struct hpm_selection selection;
    struct hpm_event_list definitions; /* files, applied in their order */
    struct hpm_event_list groups;      /* whose metrics to show */
};

/* Returns the exit status.  The metrics of the groups are added to the
 * selection.  */
int hpm_show_command (struct hpm_show_request *request);

#endif /* HPM_AGGREGATE_SHOW_COMMAND_H */
