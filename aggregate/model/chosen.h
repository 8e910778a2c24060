/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which metrics to show, and in which order.
 */
#ifndef HPM_AGGREGATE_CHOSEN_H
#define HPM_AGGREGATE_CHOSEN_H

#include "aggregate/model/result.h"
#include "aggregate/model/selection.h"

/* The group of what the short summary shows, and that of the user's own
 * metrics, which it shows as well.  */
#define HPM_GROUP_OVERVIEW "overview"
#define HPM_GROUP_OWN "own"

struct hpm_chosen {
    int *metrics; /* owned */
    int count;
    int asked;    /* 1: somebody named them */
    int left_out; /* metrics of the whole run that have a value and
                     are not among them */
};

/* What the selection names, in its order; where it names none, with `all` all
 * metrics, else those of the groups that were asked for when the program ran,
 * else those of the overview; all where the definitions have no overview.
 * Returns 0, or -1 without memory.  Release in either case.  */
int hpm_chosen_make (struct hpm_chosen *chosen, const struct hpm_result *result,
                     const struct hpm_selection *selection, int all);
void hpm_chosen_release (struct hpm_chosen *chosen);

/* Whether a row of the job has the metric in that region: where it has a value,
 * and in the whole run where somebody asked for it by its name.  */
int hpm_chosen_is_shown (const struct hpm_result *result,
                         const struct hpm_selection *selection, int region,
                         int metric);

#endif /* HPM_AGGREGATE_CHOSEN_H */
