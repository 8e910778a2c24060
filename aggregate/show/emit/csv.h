/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fields of CSV as RFC 4180 has it: CRLF, and quotes where needed.
 */
#ifndef HPM_AGGREGATE_CSV_H
#define HPM_AGGREGATE_CSV_H

#include <stdint.h>

#include "aggregate/show/emit/buffer.h"

/* Zeros but for buffer.out begin a table.  */
struct hpm_csv {
    struct hpm_buffer buffer;
    int filled; /* 1: the line has a field */
};

/* The next field of a line.  NULL and a real that is not finite are empty ones.
 */
void hpm_csv_none (struct hpm_csv *csv);
void hpm_csv_text (struct hpm_csv *csv, const char *text);
void hpm_csv_real (struct hpm_csv *csv, double value);
void hpm_csv_integer (struct hpm_csv *csv, int64_t value);
/* Of 128 bits.  */
void hpm_csv_wide (struct hpm_csv *csv, uint64_t low, int64_t high);

/* End the line, which is in the file then.  */
void hpm_csv_end (struct hpm_csv *csv);

#endif /* HPM_AGGREGATE_CSV_H */
