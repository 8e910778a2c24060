/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A table for a screen with any number of rows, as hpm_report_table lays it
 * out: the cells wait until all widths are known, in a temporary file where
 * they are many.
 */
#ifndef HPM_AGGREGATE_REPORT_ROWS_H
#define HPM_AGGREGATE_REPORT_ROWS_H

#include <stdio.h>

#include "base/error.h"
#include "aggregate/console/report.h"

struct hpm_report_rows;

/* NULL with the error.  The headings must outlive the table.  */
struct hpm_report_rows *
hpm_report_rows_create (const struct hpm_heading *headings, int count,
                        struct hpm_error *error);
void hpm_report_rows_destroy (struct hpm_report_rows *rows);

/* Add a row with a text for each heading.  Returns 0, or -1 with the error.  */
int hpm_report_rows_add (struct hpm_report_rows *rows, const char *const *texts,
                         struct hpm_error *error);

/* The first so many columns tell which row it is: they are repeated where the
 * table has several parts.  */
void hpm_report_rows_repeat (struct hpm_report_rows *rows, int count);

/* A column may be left out, those of the lowest order, from 1, first.  */
void hpm_report_rows_spare (struct hpm_report_rows *rows, int column,
                            int order);

/* Print headings and rows, in the width of the stream: where they have no room
 * there, columns that may be left out are, which is told, and narrow ones are
 * cut in their middle; then further columns stand in a part of the table below.
 * Returns 0, or -1 with the error; that `out` failed
 * is seen by ferror.  */
int hpm_report_rows_print (struct hpm_report_rows *rows, FILE *out,
                           struct hpm_error *error);

#endif /* HPM_AGGREGATE_REPORT_ROWS_H */
