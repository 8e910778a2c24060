/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A page is asked for one of its pictures by its address, and answers, as
 * answer.js says, by what a browser then has of it.
 */
#ifndef HPM_AGGREGATE_PAGE_ANSWER_H
#define HPM_AGGREGATE_PAGE_ANSWER_H

#include <stddef.h>

/* The address that asks the page in that file (a path from the root) for this
 * picture, as SVG, PNG or both.  malloc'ed, or NULL without memory.  */
char *hpm_page_ask (const char *path, const char *picture, int svg, int png);

/* What the browser's text has behind that word: malloc'ed, with its bytes, and
 * a zero behind them.  The words are
 *
 *   svg, png    the picture
 *   lacks       what a run would be drawn by, where no run has that, and
 *   has         the pictures there are
 *   large       its size, where it is too large for a PNG
 *
 * NULL if the word is not there, or without memory.  */
char *hpm_page_answer (const char *text, const char *word, size_t *bytes);

#endif /* HPM_AGGREGATE_PAGE_ANSWER_H */
