/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which columns a table for people has.
 */
#ifndef HPM_AGGREGATE_TEXT_COLUMNS_H
#define HPM_AGGREGATE_TEXT_COLUMNS_H

#include <stdint.h>

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/rows/output.h"
#include "aggregate/show/rows/row_columns.h"

/* A column of values: an event, a metric, or a part of the time.  */
struct hpm_text_column {
    struct hpm_column column; /* of the row at hand */
    const double *error;      /* relative, of it; NULL: none */
    const uint32_t *quality;  /* NULL: exact */
    int metric;               /* -1: it is none */
    struct hpm_scale scale;
    char heading[192];
    unsigned marks; /* of its values, a bit for each enum hpm_rating */
};

struct hpm_text_columns {
    struct hpm_column keys[HPM_ROW_KEYS];
    int key_count;
    struct hpm_text_column *list; /* room for all there may be, owned */
    int count, left_out;
    struct hpm_list empty; /* what was asked for by name and no row has */
    int width, room;       /* so far and in all, in characters */
};

/* The columns of the rows of `output`, of which `seen` tells what values there
 * are: all that was asked for by name, whatever its width; without names, how
 * the time is divided and as many metrics as fit.  columns->list has room for
 * all (three for each event, one for each metric chosen, HPM_ROW_KEYS); the
 * rest is 0.  They point into the row at hand, and hold no memory but
 * columns->empty, which hpm_list_print frees.  */
void hpm_text_columns_choose (struct hpm_text_columns *columns,
                              const struct hpm_output *output,
                              const struct hpm_rows_seen *seen);

#endif /* HPM_AGGREGATE_TEXT_COLUMNS_H */
