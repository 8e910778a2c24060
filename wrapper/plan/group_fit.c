/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Groups that do not fit beside one another, and the runs that take them.
 */
#include <config.h>

#include <stdio.h>
#include <stdlib.h>

#include "wrapper/plan/group_plan.h"

static int
add_events (struct hpm_event_list *all, const struct hpm_event_list *more)
{
    for (int i = 0; i < more->count; i++)
        if (hpm_event_list_add (all, more->names[i]))
            return -1;
    return 0;
}

/* Whether the events of one more group fit beside those of a run.  */
static int
fits_beside (struct hpm_group_plans *plans, const struct hpm_event_list *run,
             int plan)
{
    struct hpm_event_list all = { NULL, 0 };
    int fits = !add_events (&all, run)
               && !add_events (&all, &plans->plans[plan].events)
               && hpm_countable_fits (&plans->countable, &all);

    hpm_event_list_release (&all);
    return fits;
}

/* One run: the first group that has none yet, and those that fit beside it.
 * Returns 0 when all have one.  */
static int
put_run (FILE *out, struct hpm_group_plans *plans, char *done, int first)
{
    struct hpm_event_list run = { NULL, 0 };
    int members = 0;

    for (int i = 0; i < plans->count; i++) {
        if (done[i] || (members && !fits_beside (plans, &run, i)))
            continue;
        done[i] = 1;
        add_events (&run, &plans->plans[i].events);
        if (!members)
            fprintf (out, "%s hpmrun%s -g ", first ? "" : ",",
                     hpm_countable_fits (&plans->countable, &run) ? "" : " -a");
        fprintf (out, "%s%s", members++ ? "," : "",
                 plans->plans[i].group->name);
    }
    hpm_event_list_release (&run);
    return members;
}

static int
refuse (struct hpm_group_plans *plans, struct hpm_error *error)
{
    char *text = NULL, *done = calloc ((size_t)plans->count + 1, 1);
    size_t size;
    FILE *out = open_memstream (&text, &size);
    int runs = 0;

    if (out && done) {
        fputs ("there are not enough counters for these groups at once; count "
               "them in turn (-a), on different ranks (--rotate=ranks), or in "
               "several runs:",
               out);
        while (put_run (out, plans, done, !runs))
            runs++;
    }
    if (out)
        fclose (out);
    hpm_error_set (error, "%s", done && text ? text : "out of memory");
    free (text);
    free (done);
    return -1;
}

int
hpm_group_plans_fit (struct hpm_group_plans *plans,
                     const struct hpm_event_list *beside,
                     struct hpm_error *error)
{
    struct hpm_event_list all = { NULL, 0 };
    int failed = add_events (&all, beside), fits;

    for (int i = 0; i < plans->count; i++)
        failed |= add_events (&all, &plans->plans[i].events);
    fits = !failed && hpm_countable_fits (&plans->countable, &all);
    hpm_event_list_release (&all);
    if (failed)
        return hpm_error_set (error, "out of memory");
    return fits ? 0 : refuse (plans, error);
}
