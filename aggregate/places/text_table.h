/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Distinct texts, numbered in the order they were first met: a column of host
 * names becomes a column of small numbers.
 */
#ifndef HPM_AGGREGATE_TEXT_TABLE_H
#define HPM_AGGREGATE_TEXT_TABLE_H

struct hpm_text_table {
    char **texts; /* owned */
    int count;
    int capacity; /* a power of 2 */
    int *place;   /* 1 + the number of a text, 0: none; twice as many, owned */
};

void hpm_text_table_init (struct hpm_text_table *table);
void hpm_text_table_release (struct hpm_text_table *table);

/* The number of a text, added if it is new; -1 without memory.  */
int hpm_text_table_add (struct hpm_text_table *table, const char *text);

/* The number of a text, -1 if it is not there.  */
int hpm_text_table_find (const struct hpm_text_table *table, const char *text);

/* The text of a number, "" if there is none.  */
const char *hpm_text_table_get (const struct hpm_text_table *table, long index);

#endif /* HPM_AGGREGATE_TEXT_TABLE_H */
