/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Text on a stream: paragraphs folded to its width and aligned tables.
 */
#ifndef HPM_AGGREGATE_REPORT_H
#define HPM_AGGREGATE_REPORT_H

#include <stdio.h>

#define HPM_REPORT_WIDTH 80 /* of what is no terminal */

struct libscols_table;

/* Columns of what the stream leads to: what COLUMNS says in the environment,
 * else the width of the terminal, else 80; from 40 to 200.  */
int hpm_report_width (FILE *out);

/* A name of a file as a shell takes it back; malloc'ed, the caller's.  NULL
 * without memory.  */
char *hpm_report_argument (const char *name);

/* Print a name of somebody else's, with escapes for what a terminal would obey,
 * or, without memory, "?".  */
void hpm_report_name (FILE *out, const char *name);

/* Print a text, likewise, its words folded to the width; the first line starts
 * with `first`, as it is, the others with as many blanks as `indent`.  */
void hpm_report_fold (FILE *out, const char *first, int indent,
                      const char *text);

/* A list in the making: what is added comes behind a separator.  Zeros are an
 * empty one.  */
struct hpm_list {
    FILE *stream;
    char *text;
    size_t size;
    int count;
};
void hpm_list_add (struct hpm_list *list, const char *separator,
                   const char *format, ...)
    __attribute__ ((format (printf, 3, 4)));
/* Print it as hpm_report_fold does, unless it is empty, and empty it.  */
void hpm_list_print (struct hpm_list *list, FILE *out, const char *first,
                     int indent);

/* A heading; `right` for numbers, `narrow` for a text that may be cut.  */
struct hpm_heading {
    const char *text;
    int right, narrow;
};

/* A table of `count` columns for stream `out`; `fit` cuts it to the width. NULL
 * without memory.  */
struct libscols_table *hpm_report_table (FILE *out,
                                         const struct hpm_heading *headings,
                                         int count, int fit);

/* Add a row of `count` texts, which are copied.  */
int hpm_report_row (struct libscols_table *table, const char *const *texts,
                    int count);

/* Hide columns, in the order of this list of them, until the table fits the
 * stream: names in the first one are not cut to less than `name` columns
 * (0: not at all) as long as a number can go.  */
void hpm_report_spare (struct libscols_table *table, FILE *out, int name,
                       const int *columns, int count);

/* Where the table is wider than the stream, cut names in its first column in
 * their middle: "begin...end", to 12 columns at least.  */
void hpm_report_cut (struct libscols_table *table, FILE *out);

/* Hide columns, a bit each.  */
void hpm_report_hide (struct libscols_table *table, unsigned columns);

/* Colour the last row ("red"), where the table goes to a terminal.  */
void hpm_report_color (struct libscols_table *table, const char *color);

/* Print and free it (NULL: nothing).  Returns 0 or -1.  */
int hpm_report_print (struct libscols_table *table);

#endif /* HPM_AGGREGATE_REPORT_H */
