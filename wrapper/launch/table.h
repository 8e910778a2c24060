/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables on stdout: filled to the width of the terminal (or COLUMNS), one row a
 * line where it goes to a pipe or a file, so that grep finds whole rows.
 */
#ifndef HPM_WRAPPER_TABLE_H
#define HPM_WRAPPER_TABLE_H

struct libscols_table;

/* A table with these headings, NULL at the end; the text of the last column is
 * what gets folded.  NULL when out of memory.  */
struct libscols_table *hpm_table_create (const char *const *headings);

/* Add a row of as many texts as there are headings; they are copied.  */
int hpm_table_add (struct libscols_table *table, const char *const *texts);

/* Print and free it.  Returns 0 or -1.  */
int hpm_table_print (struct libscols_table *table);

#endif /* HPM_WRAPPER_TABLE_H */
