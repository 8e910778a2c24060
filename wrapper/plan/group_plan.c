/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/plan/group_plan.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/metric/metric_events.h"
#include "base/quality.h"

/* All names of the definitions that the groups are made of.  */
static int
collect_candidates (const struct hpm_group_plans *plans,
                    struct hpm_event_list *names)
{
    const struct hpm_metric_set *set = &plans->definitions.set;

    for (int i = 0; i < plans->count; i++) {
        const struct hpm_group *group = plans->plans[i].group;

        for (int m = 0; m < group->metric_count; m++)
            if (hpm_metric_all_events (
                    set, hpm_metric_set_find (set, group->metrics[m]), names))
                return -1;
        for (int e = 0; e < group->event_count; e++)
            if (hpm_event_list_add (names, group->events[e]))
                return -1;
    }
    return 0;
}

/* Why a metric can't be had: the first of its events that can't, but for those
 * that other processors have, where one of this processor's tells more.  */
static int
reason_of_metric (const struct hpm_group_plans *plans, int metric)
{
    struct hpm_event_list names = { NULL, 0 };
    int reason = HPM_REASON_NONE;

    hpm_metric_all_events (&plans->definitions.set, metric, &names);
    for (int i = 0;
         i < names.count
         && (reason == HPM_REASON_NONE || reason == HPM_REASON_NO_SUCH_EVENT);
         i++) {
        int other = hpm_countable_reason (&plans->countable, names.names[i]);

        reason = other ? other : reason;
    }
    hpm_event_list_release (&names);
    return reason ? reason : HPM_REASON_NO_SUCH_EVENT;
}

static int
plan_metric (struct hpm_group_plans *plans, struct hpm_group_plan *plan,
             const char *name)
{
    const struct hpm_metric_set *set = &plans->definitions.set;
    int metric = hpm_metric_set_find (set, name);
    const char *missing;

    if (hpm_metric_events (set, metric, hpm_countable_can, &plans->countable,
                           &plan->events, &missing))
        return -1;
    if (!missing) {
        plan->metrics++;
        return 0;
    }
    if (hpm_event_list_add (&plan->lacking, name))
        return -1;
    plan->reasons[plan->lacking.count - 1] = reason_of_metric (plans, metric);
    return 0;
}

static int
make_plan (struct hpm_group_plans *plans, struct hpm_group_plan *plan)
{
    const struct hpm_group *group = plan->group;

    plan->reasons
        = calloc ((size_t)group->metric_count + 1, sizeof *plan->reasons);
    if (!plan->reasons)
        return -1;
    for (int m = 0; m < group->metric_count; m++)
        if (plan_metric (plans, plan, group->metrics[m]))
            return -1;
    for (int e = 0; e < group->event_count; e++)
        if (hpm_event_list_add (&plan->events, group->events[e]))
            return -1;
    return 0;
}

/* The groups asked for, in their order.  */
static int
choose_groups (struct hpm_group_plans *plans, const char *groups,
               struct hpm_error *error)
{
    const struct hpm_metric_set *set = &plans->definitions.set;
    struct hpm_event_list names = { NULL, 0 };
    int failed = hpm_event_list_add_all (&names, groups);

    for (int i = 0; !*groups && i < set->group_count; i++)
        failed |= hpm_event_list_add (&names, set->groups[i].name);
    plans->plans = calloc ((size_t)names.count + 1, sizeof *plans->plans);
    if (failed || !plans->plans)
        failed = hpm_error_set (error, "out of memory");
    for (int i = 0; !failed && i < names.count; i++) {
        int found = hpm_metric_set_choose_group (set, names.names[i], error);

        failed = found < 0;
        if (failed && !access (names.names[i], F_OK))
            hpm_error_set (error,
                           "%s is a file: --groups takes names of groups, "
                           "separated by commas (--metrics=%s reads "
                           "definitions)",
                           names.names[i], names.names[i]);
        if (!failed)
            plans->plans[plans->count++].group = &set->groups[found];
    }
    hpm_event_list_release (&names);
    return failed ? -1 : 0;
}

int
hpm_group_plans_make (struct hpm_group_plans *plans, const char *groups,
                      const struct hpm_options *options,
                      const struct hpm_places *places, int program,
                      struct hpm_error *error)
{
    struct hpm_event_list names = { NULL, 0 };
    int failed;

    memset (plans, 0, sizeof *plans);
    if (hpm_run_definitions_read (&plans->definitions, options, places, error)
        || choose_groups (plans, groups, error))
        return -1;
    failed = collect_candidates (plans, &names)
             || hpm_countable_open (&plans->countable, options, places->backend,
                                    &names, program);
    for (int i = 0; !failed && i < plans->count; i++)
        failed = make_plan (plans, &plans->plans[i]);
    hpm_event_list_release (&names);
    return failed ? hpm_error_set (error, "out of memory") : 0;
}

void
hpm_group_plans_release (struct hpm_group_plans *plans)
{
    for (int i = 0; i < plans->count; i++) {
        hpm_event_list_release (&plans->plans[i].events);
        hpm_event_list_release (&plans->plans[i].lacking);
        free (plans->plans[i].reasons);
    }
    free (plans->plans);
    hpm_countable_close (&plans->countable);
    hpm_run_definitions_release (&plans->definitions);
}

const char *
hpm_group_reason_text (int reason)
{
    return reason == HPM_REASON_NOT_TIMED ? "calls of MPI are not timed"
                                          : hpm_reason_text ((uint32_t)reason);
}

const char *
hpm_group_reason_remedy (int reason)
{
    return reason == HPM_REASON_NOT_TIMED
               ? "--mpi=time"
               : hpm_reason_remedy ((uint32_t)reason);
}
