/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A comparison of runs, or the spread of runs of one side, as text, CSV or
 * JSON; and one number as a picture.  All return 0 or -1.
 */
#ifndef HPM_AGGREGATE_COMPARE_OUTPUT_H
#define HPM_AGGREGATE_COMPARE_OUTPUT_H

#include <stdio.h>

#include "aggregate/compare/comparison.h"

int hpm_compare_text (FILE *out, const struct hpm_comparison *comparison);
/* Notes go to stderr.  */
int hpm_compare_csv (FILE *out, const struct hpm_comparison *comparison);
int hpm_compare_json (FILE *out, const struct hpm_comparison *comparison);

/* An SVG picture with two fields, title and value; `colour` is one of SVG.  */
int hpm_badge (FILE *out, const char *title, const char *value,
               const char *colour);

/* 0 if a file of that name is there, has something in it, can be read, and is
 * no such picture.  */
int hpm_badge_may_replace (const char *path);

#endif /* HPM_AGGREGATE_COMPARE_OUTPUT_H */
