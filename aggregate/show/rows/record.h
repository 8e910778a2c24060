/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A row as columns: what CSV and JSON have of it, and text of some, from one
 * table for each kind of row.  CSV and JSON have them in the order of the table
 * and under the same name.
 */
#ifndef HPM_AGGREGATE_RECORD_H
#define HPM_AGGREGATE_RECORD_H

#include <stddef.h>
#include <stdint.h>
/* What a row has at the place of a column.  What is not there is an empty field
 * in CSV, and null in JSON.  */
enum hpm_kind {
    HPM_TEXT,    /* const char *, NULL: none */
    HPM_CHARS,   /* the characters themselves */
    HPM_INTEGER, /* int64_t, HPM_NO_INTEGER: none */
    HPM_REAL,    /* double, NAN: none */
    HPM_NUMBER,  /* struct hpm_number */
    HPM_COUNTED, /* struct hpm_count; of quality absent: not even null */
    HPM_FLAG,    /* int, shown where it is 1 */
    HPM_RUNS     /* uint64_t, a bit for each of the runs joined */
};

#define HPM_NO_INTEGER INT64_MIN

/* An integer of 128 bits or a real.  */
struct hpm_number {
    enum { HPM_NUMBER_NONE, HPM_NUMBER_INTEGER, HPM_NUMBER_REAL } is;
    uint64_t low;
    int64_t high;
    double real;
};

/* A count of a row.  */
struct hpm_count {
    uint64_t low; /* an integer of 128 bits */
    int64_t high;
    uint32_t quality;
    uint32_t reason;
};

/* One of 64 bits; what it says is of no matter where the quality has no value.
 */
struct hpm_count hpm_count_of (int64_t count, uint32_t quality,
                               uint32_t reason);

/* Where a column is shown; HPM_IF_ANY: JSON leaves it out where a row has none.
 */
enum {
    HPM_IN_CSV = 1,
    HPM_IN_JSON = 2,
    HPM_IN_BOTH = 3,
    HPM_IN_TEXT = 4,
    HPM_IN_ALL = 7,
    HPM_IF_ANY = 8
};

struct hpm_column {
    const char *name;
    enum hpm_kind kind;
    unsigned in;
    size_t offset;     /* from the start of the row, ... */
    const void *base;  /* ... or of this, where it is not NULL */
    const char *title; /* in text, where that is not the name */
};

/* 1 if a count is a number.  */
int hpm_count_exists (const struct hpm_count *count);
/* As a real, which may lose digits.  */
double hpm_count_number (const struct hpm_count *count);
/* 1 for what fits 64 bits.  */
int hpm_is_narrow (uint64_t low, int64_t high);

struct hpm_number hpm_number_integer (int64_t value, int exists);
struct hpm_number hpm_number_real (double value);

/* Where the row has the column.  */
const void *hpm_column_at (const struct hpm_column *column, const void *row);

/* A count or a real of the row, NAN where there is none.  */
double hpm_column_number (const struct hpm_column *column, const void *row);

/* A line of CSV with the names of the columns, or their values.  */
struct hpm_csv;
void hpm_csv_heading (struct hpm_csv *csv, const struct hpm_column *columns,
                      int count);
void hpm_csv_row (struct hpm_csv *csv, const struct hpm_column *columns,
                  int count, const void *row);

struct hpm_json;

/* The columns as members of the object that is open.  */
void hpm_json_row (struct hpm_json *json, const struct hpm_column *columns,
                   int count, const void *row);
/* One column, which has its own base, as a member of the list that is open;
 * null where it has no value.  */
void hpm_json_value (struct hpm_json *json, const struct hpm_column *column);
/* As an object in it, which is left out where it would be empty, unless it
 * `stays`.  The columns have their own base.  */
void hpm_json_part (struct hpm_json *json, const char *key,
                    const struct hpm_column *columns, int count, int stays);

#endif /* HPM_AGGREGATE_RECORD_H */
