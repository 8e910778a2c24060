/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What it takes to count for groups of metrics on this machine.
 */
#ifndef HPM_WRAPPER_GROUP_PLAN_H
#define HPM_WRAPPER_GROUP_PLAN_H

#include "wrapper/plan/countable.h"
#include "wrapper/plan/definitions.h"

struct hpm_group_plan {
    const struct hpm_group *group; /* of the definitions */
    struct hpm_event_list events;  /* to count for it */
    struct hpm_event_list lacking; /* metrics that can't be had */
    int *reasons;                  /* why not, as hpm_countable_reason */
    int metrics;                   /* that can */
};

struct hpm_group_plans {
    struct hpm_definitions definitions;
    struct hpm_countable countable;
    struct hpm_group_plan *plans;
    int count;
};

/* Plan for the groups of a list of names, "" for all there are.  `program` says
 * whether the program may export events of its own.  Returns 0, or -1 with the
 * error.  Release in either case.  */
int hpm_group_plans_make (struct hpm_group_plans *plans, const char *groups,
                          const struct hpm_options *options,
                          const struct hpm_places *places, int program,
                          struct hpm_error *error);
void hpm_group_plans_release (struct hpm_group_plans *plans);

/* Why, as text, and what helps ("" if nothing is known to).  */
const char *hpm_group_reason_text (int reason);
const char *hpm_group_reason_remedy (int reason);

/* Whether the groups and the events `beside` them find counters at once: 0, or
 * -1 with an error that proposes runs.  */
int hpm_group_plans_fit (struct hpm_group_plans *plans,
                         const struct hpm_event_list *beside,
                         struct hpm_error *error);

#endif /* HPM_WRAPPER_GROUP_PLAN_H */
