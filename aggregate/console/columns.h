/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What texts take on a screen, in columns: a character of East Asia takes two,
 * one that is put over the former none.  Bytes that are no characters of the
 * locale take a column each.  Any thread may call these.
 */
#ifndef HPM_AGGREGATE_COLUMNS_H
#define HPM_AGGREGATE_COLUMNS_H

#include <stddef.h>

/* Take the user's locale, before all others, and by one thread.  Names are
 * UTF-8 whatever it is: batch jobs have that of C, and ssh hands on one that is
 * not installed.
 */
void hpm_columns_begin (void);

/* 1 if the user's own locale has more to draw with than ASCII.  */
int hpm_columns_draw (void);

/* Columns that a text takes; 0 of NULL.  */
int hpm_columns_of (const char *text);

/* "begin...end" in so many columns at most, 4 or more, of a text that takes
 * more; the beginning is the longer part; malloc'ed, the caller's.  NULL
 * without memory.
 */
char *hpm_columns_shorten (const char *text, int room);

#endif /* HPM_AGGREGATE_COLUMNS_H */
