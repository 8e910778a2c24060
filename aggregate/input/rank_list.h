/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers of ranks in a text: "0-2,5".
 */
#ifndef HPM_AGGREGATE_RANK_LIST_H
#define HPM_AGGREGATE_RANK_LIST_H

#include <stdio.h>

struct hpm_rank_list {
    FILE *out;
    char *text; /* after the end: malloc'ed, the caller's */
    size_t size;
    int first, last, count;
};

/* Begin a list; add ranks in ascending order; end it, and get the text, which
 * is NULL without memory.  Begin returns 0 or -1; then nothing is to be added.
 */
int hpm_rank_list_begin (struct hpm_rank_list *list);
void hpm_rank_list_add (struct hpm_rank_list *list, int rank);
void hpm_rank_list_end (struct hpm_rank_list *list);

#endif /* HPM_AGGREGATE_RANK_LIST_H */
