/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fields of CSV as RFC 4180 has it: CRLF, and quotes where needed.
 */
#ifndef HPM_AGGREGATE_CSV_H
#define HPM_AGGREGATE_CSV_H

#include <stdint.h>
#include <stdio.h>

/* What stands between fields: nothing before the *first of a line.  */
void hpm_csv_comma (FILE *out, int *first);
void hpm_csv_end (FILE *out);

/* NULL and a real that is not finite are empty fields.  */
void hpm_csv_text (FILE *out, const char *text);
void hpm_csv_real (FILE *out, double value);
void hpm_csv_integer (FILE *out, int64_t value);
/* Of 128 bits.  */
void hpm_csv_wide (FILE *out, uint64_t low, int64_t high);

#endif /* HPM_AGGREGATE_CSV_H */
