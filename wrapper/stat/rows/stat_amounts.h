/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the counters of the node have counted between two looks at them.
 */
#ifndef HPM_WRAPPER_STAT_AMOUNTS_H
#define HPM_WRAPPER_STAT_AMOUNTS_H

#include "include/hpm_record.h"

struct hpm_stat_amounts {
    struct hpm_node_record *before, *now; /* [count] each, owned: `before` is
                                           * all until the last look, an event
                                           * of several processors in a row */
    struct hpm_node_record *between;      /* [count], owned: values and times
                                           * are of the interval */
    int count;
};

/* Have room for the counters that were started; the first interval begins with
 * them.  Returns 0, or -1 without memory; close in either case.  */
int hpm_stat_amounts_open (struct hpm_stat_amounts *amounts);
void hpm_stat_amounts_close (struct hpm_stat_amounts *amounts);

/* An interval ends here, and the next one begins: `between` is the one that
 * ends.  */
void hpm_stat_amounts_look (struct hpm_stat_amounts *amounts);

/* The counters are stopped: `between` is all that they have counted.  */
void hpm_stat_amounts_total (struct hpm_stat_amounts *amounts);

/* What a counter counted from one look to a later one.  Where it has no value
 * at the end, or had no turn in between, there is none, and the reason.  Pure.
 */
struct hpm_node_record
hpm_stat_amounts_between (const struct hpm_node_record *from,
                          const struct hpm_node_record *to);

#endif /* HPM_WRAPPER_STAT_AMOUNTS_H */
