/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fields of CSV as RFC 4180 has it: quotes where needed.
 */
#ifndef HPM_AGGREGATE_CSV_H
#define HPM_AGGREGATE_CSV_H

#include <stdint.h>
#include <stdio.h>

/* A text, with a comma before it unless it is the first of its line.  */
void hpm_csv_text (FILE *out, const char *text, int first);

/* A comma and a number; nothing behind the comma where there is none.  */
void hpm_csv_real (FILE *out, double value);

/* The same for integers, the second of 128 bits.  */
void hpm_csv_integer (FILE *out, int64_t value, int exists);
void hpm_csv_wide (FILE *out, uint64_t low, int64_t high, int exists);

#endif /* HPM_AGGREGATE_CSV_H */
