/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The columns of hosts, ranks or threads: what the row is, its counts and
 * metrics, and what these are worth.
 */
#ifndef HPM_AGGREGATE_ROW_COLUMNS_H
#define HPM_AGGREGATE_ROW_COLUMNS_H

#include "aggregate/show/rows/output.h"
#include "aggregate/show/rows/rating_text.h"
#include "aggregate/show/rows/record.h"

#define HPM_COLUMN_NAME 216

/* What in JSON is a member of the row itself, or of an object in it.  */
#define HPM_ROW_PARTS(X)                                                       \
    X (ITSELF, NULL)                                                           \
    X (ACCOUNT, "account")                                                     \
    X (RATING, "rating")                                                       \
    X (SUSPECT, "suspect")                                                     \
    X (COUNTS, "counts")                                                       \
    X (METRICS, "metrics")                                                     \
    X (COVERAGE, "coverage")                                                   \
    X (ERRORS, "errors")                                                       \
    X (MPI_COUNTS, "mpi_counts")                                               \
    X (USEFUL_COUNTS, "useful_counts")                                         \
    X (OWN_COUNTS, "own_counts")                                               \
    X (OWN_MPI_COUNTS, "own_mpi_counts")                                       \
    X (OWN_USEFUL_COUNTS, "own_useful_counts")                                 \
    X (SPLIT_QUALITY, "split_quality")

enum hpm_row_part {
#define HPM_X(identifier, name) HPM_ROW_##identifier,
    HPM_ROW_PARTS (HPM_X)
#undef HPM_X
        HPM_ROW_PART_COUNT
};

/* How a metric of the row at hand is rated; NULL: it is not.  */
struct hpm_row_rating {
    const char *word, *reason;
    char text[HPM_RATING_TEXT]; /* of the reason */
};

struct hpm_row_columns {
    const struct hpm_output *output;
    struct hpm_column *list; /* owned */
    int count;
    int start[HPM_ROW_PART_COUNT + 1]; /* of the parts, for JSON */
    char (*names)[HPM_COLUMN_NAME];    /* those made of others; owned */
    int name_count;
    struct hpm_row_rating *ratings; /* [chosen], owned */
    const char **qualities; /* [event] words of parts of counts, owned */
    char *rated; /* "ipc=poor; l1_hit_rate=suspect: above 100", NULL: none;
                    owned */
};

/* Make them in the order of CSV, where what is not exact in some row has
 * columns for its error; `seen` tells which, and may be empty where nothing
 * errs.  The output must outlive them.  Return 0, or -1 with the error. Release
 * in either case.  */
int hpm_row_columns_csv (struct hpm_row_columns *columns,
                         const struct hpm_output *output,
                         const struct hpm_rows_seen *seen,
                         struct hpm_error *error);
/* The same in parts.  */
int hpm_row_columns_json (struct hpm_row_columns *columns,
                          const struct hpm_output *output,
                          struct hpm_error *error);
void hpm_row_columns_release (struct hpm_row_columns *columns);

/* Rate the row at hand, and tell the quality of parts of its counts.  */
void hpm_row_columns_rate (struct hpm_row_columns *columns);
/* And have it as one text.  */
void hpm_row_columns_tell_rates (struct hpm_row_columns *columns);

#define HPM_ROW_KEYS 125 /* of all kinds of rows */

/* The key of that name, a number, in such rows, or NULL; and its number in a
 * row, NAN where it has none.  */
const struct hpm_column *hpm_row_key (enum hpm_per per, const char *name);
double hpm_row_key_number (const struct hpm_row *row,
                           const struct hpm_column *key);
/* The names of all of these into names[HPM_ROW_KEYS].  Returns how many.  */
int hpm_row_key_names (enum hpm_per per, const char **names);

/* What tells which row it is: into list[HPM_ROW_KEYS] what is to be shown in
 * one of HPM_IN_CSV, HPM_IN_JSON and HPM_IN_TEXT.  Returns how many.  */
int hpm_row_keys (const struct hpm_output *output, unsigned in,
                  struct hpm_column *list);

#endif /* HPM_AGGREGATE_ROW_COLUMNS_H */
