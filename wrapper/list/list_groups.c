/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/list/list.h"

#include <libsmartcols.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "wrapper/plan/group_plan.h"
#include "wrapper/launch/table.h"

/* In one word, whether this machine can count the group at once.  */
static const char *
here (struct hpm_group_plans *plans, const struct hpm_group_plan *plan)
{
    if (!plan->metrics)
        return "no";
    if (!hpm_countable_fits (&plans->countable, &plan->events))
        return "with -a";
    return plan->lacking.count ? "in part" : "yes";
}

static void
put_names (FILE *out, const char *before, const struct hpm_event_list *list)
{
    for (int i = 0; i < list->count; i++)
        fprintf (out, "%s%s", i ? ", " : before, list->names[i]);
}

/* What it answers, the events it takes here, and the metrics it lacks;
 * malloc'ed.  */
static char *
description (const struct hpm_group_plan *plan)
{
    const struct hpm_group *group = plan->group;
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    fputs (group->about ? group->about : group->title ? group->title : "", out);
    put_names (out, " Takes ", &plan->events);
    fputs (plan->events.count ? "." : "", out);
    put_names (out, " Lacks ", &plan->lacking);
    fputs (plan->lacking.count ? "." : "", out);
    fclose (out);
    return text;
}

static int
print (struct hpm_group_plans *plans)
{
    static const char *const headings[]
        = { "GROUP", "HERE", "WHAT IT TELLS AND TAKES", NULL };
    struct libscols_table *table = hpm_table_create (headings);
    int failed = 0;

    for (int i = 0; table && i < plans->count; i++) {
        const struct hpm_group_plan *plan = &plans->plans[i];
        char *text = description (plan);

        failed |= !text
                  || hpm_table_add (
                      table, (const char *const[]){ plan->group->name,
                                                    here (plans, plan), text });
        free (text);
    }
    return table ? failed | hpm_table_print (table) : -1;
}

/* Each reason once.  */
static void
print_reasons (const struct hpm_group_plans *plans)
{
    char told[HPM_REASON_COUNT + 1] = { 0 };

    for (int i = 0; i < plans->count; i++)
        for (int m = 0; m < plans->plans[i].lacking.count; m++) {
            int reason = plans->plans[i].reasons[m];
            const char *remedy = hpm_group_reason_remedy (reason);

            if (told[reason + 1]++)
                continue;
            printf ("%s is lacking, because %s%s%s%s.\n",
                    plans->plans[i].lacking.names[m],
                    hpm_group_reason_text (reason), *remedy ? " (" : "", remedy,
                    *remedy ? ")" : "");
        }
}

int
hpm_list_groups (const struct hpm_options *options,
                 const struct hpm_places *places, struct hpm_error *error)
{
    struct hpm_group_plans plans;
    int failed = hpm_group_plans_make (&plans, "", options, places, 0, error);

    if (!failed) {
        failed = print (&plans) ? hpm_error_set (error, "out of memory") : 0;
        printf ("\nHERE tells whether this machine can count the group in one "
                "run, with all its\nmetrics. Choose with --groups=NAME,...\n");
        print_reasons (&plans);
    }
    hpm_group_plans_release (&plans);
    return failed;
}
