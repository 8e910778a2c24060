/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranks that stand for all where there are more than a page can hold.
 */
#ifndef HPM_AGGREGATE_PAGE_CHOICE_H
#define HPM_AGGREGATE_PAGE_CHOICE_H

#include "aggregate/show/rows/output.h"

/* With no more rows than these all are on the page; else about as many are.  */
#define HPM_PAGE_ROWS_MOST 16384

struct hpm_page_choice {
    char *is_chosen;    /* [all], 1: the row is; NULL: all are; owned */
    int64_t all, count; /* rows, and of them */
};

/* Choose of the rows of ranks: of each of some hundred groups of ranks in their
 * order those that have the least and the most of a metric or of a part of the
 * account, and those that the verdict names.  It goes once through
 * output->rows, and rewinds them.  Returns 0, or -1 with the error.  Release in
 * either case.  */
int hpm_page_choose (struct hpm_page_choice *choice,
                     const struct hpm_output *output, struct hpm_error *error);
void hpm_page_choice_release (struct hpm_page_choice *choice);

#endif /* HPM_AGGREGATE_PAGE_CHOICE_H */
