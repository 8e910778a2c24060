/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A catalog as text, CSV, JSON or OpenMetrics.  All return 0, or -1 when the
 * stream failed or memory ran out.
 */
#ifndef HPM_AGGREGATE_CATALOG_OUTPUT_H
#define HPM_AGGREGATE_CATALOG_OUTPUT_H

#include <stdio.h>

#include "aggregate/catalog/catalog.h"

/* A line for each job, and sums by program and by user.  */
int hpm_catalog_text (FILE *out, const struct hpm_catalog *catalog);

/* The jobs alone.  */
int hpm_catalog_csv (FILE *out, const struct hpm_catalog *catalog);

/* Jobs, sums, and files that are left out.  */
int hpm_catalog_json (FILE *out, const struct hpm_catalog *catalog);

/* Sums by user and program, and every job, as version 1.0 of that format has
 * it.  */
int hpm_catalog_openmetrics (FILE *out, const struct hpm_catalog *catalog);

#endif /* HPM_AGGREGATE_CATALOG_OUTPUT_H */
