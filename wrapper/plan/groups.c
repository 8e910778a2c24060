/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/plan/groups.h"

#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/quality.h"
#include "wrapper/plan/group_plan.h"

/* What programs call that export events of their own.  */
#define EXPORTING "papi_sde_"

/* 1 if the file has that text in it, or can't be read.  */
static int
contains (const char *path, const char *text)
{
    int file = open (path, O_RDONLY | O_CLOEXEC), found = 1;
    struct stat status;
    void *bytes;

    if (file < 0)
        return 1;
    if (fstat (file, &status) == 0 && status.st_size > 0) {
        bytes = mmap (NULL, (size_t)status.st_size, PROT_READ, MAP_PRIVATE,
                      file, 0);
        if (bytes != MAP_FAILED) {
            found = memmem (bytes, (size_t)status.st_size, text, strlen (text))
                    != NULL;
            munmap (bytes, (size_t)status.st_size);
        }
    }
    close (file);
    return found;
}

static int
refuse (const struct hpm_group_plan *plan, struct hpm_error *error)
{
    int reason = plan->reasons[0];
    const char *remedy = hpm_group_reason_remedy (reason);

    return hpm_error_set (error,
                          "group %s: this machine can count nothing of it, "
                          "because %s%s%s%s",
                          plan->group->name, hpm_group_reason_text (reason),
                          *remedy ? " (" : "", remedy, *remedy ? ")" : "");
}

/* The metrics of all groups with this reason, each once.  Returns how many. */
static int
put_lacking (FILE *out, const struct hpm_group_plans *plans, int reason)
{
    struct hpm_event_list told = { NULL, 0 };
    int count = 0;

    for (int i = 0; i < plans->count; i++) {
        const struct hpm_group_plan *plan = &plans->plans[i];

        for (int m = 0; m < plan->lacking.count; m++) {
            const char *name = plan->lacking.names[m];

            if (plan->reasons[m] != reason
                || hpm_event_list_find (&told, name) >= 0)
                continue;
            fprintf (out, "%s%s", count++ ? ", " : "", name);
            hpm_event_list_add (&told, name);
        }
    }
    hpm_event_list_release (&told);
    return count;
}

/* One warning for all metrics with this reason.  */
static void
warn_lacking (const struct hpm_group_plans *plans, int reason,
              hpm_warn_fn *warn, void *data)
{
    const char *remedy = hpm_group_reason_remedy (reason);
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);
    int count;

    if (!out)
        return;
    count = put_lacking (out, plans, reason);
    fprintf (out, " will have no value, because %s%s%s%s",
             hpm_group_reason_text (reason), *remedy ? " (" : "", remedy,
             *remedy ? ")" : "");
    if (fclose (out) == 0 && count)
        warn (text, data);
    free (text);
}

/* Add the names of a list that the library can be asked for.  */
static int
take_events (struct hpm_event_list *all, const struct hpm_group_plans *plans,
             const struct hpm_event_list *list)
{
    int failed = 0;

    for (int i = 0; i < list->count; i++)
        failed |= hpm_countable_add (&plans->countable, all, list->names[i]);
    return failed;
}

static void
put_events (FILE *out, const char *before, const struct hpm_event_list *list)
{
    for (int i = 0; i < list->count; i++)
        fprintf (out, "%s%s", i ? "," : before, list->names[i]);
}

/* Write one list of all events, or with `apart` one for each group, all with
 * the events given.  */
static int
put_lists (FILE *out, const struct hpm_event_list *given,
           const struct hpm_group_plans *plans, int apart)
{
    struct hpm_event_list all = { NULL, 0 };
    const char *before = "";
    int failed = take_events (&all, plans, given);

    for (int i = 0; i < plans->count; i++) {
        failed |= take_events (&all, plans, &plans->plans[i].events);
        if (!all.count || (!apart && i + 1 < plans->count))
            continue;
        put_events (out, before, &all);
        before = ";";
        hpm_event_list_release (&all);
        failed |= take_events (&all, plans, given);
    }
    hpm_event_list_release (&all);
    return failed;
}

/* The events as a setting: those given, then those of the groups.  */
static int
set_events (struct hpm_options *options, const struct hpm_event_list *given,
            const struct hpm_group_plans *plans)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);
    int failed = !out;

    if (out)
        failed = put_lists (out, given, plans,
                            options->rotate == HPM_ROTATE_RANKS);
    if (failed | (!out || fclose (out))) {
        free (text);
        return -1;
    }
    hpm_options_replace (options, HPM_SETTING_events, text);
    return 0;
}

static int
apply (struct hpm_options *options, struct hpm_group_plans *plans,
       hpm_warn_fn *warn, void *data, struct hpm_error *error)
{
    struct hpm_event_list given = { NULL, 0 };
    int together = !options->multiplex && options->rotate != HPM_ROTATE_RANKS;
    int failed;

    for (int i = 0; i < plans->count; i++)
        if (!plans->plans[i].metrics)
            return refuse (&plans->plans[i], error);
    if (hpm_event_list_parse (&given, options->events, error))
        return -1;
    /* One group that does not fit is a matter of its events.  */
    failed = together && plans->count > 1
             && hpm_group_plans_fit (plans, &given, error);
    if (!failed && set_events (options, &given, plans))
        failed = hpm_error_set (error, "out of memory");
    hpm_event_list_release (&given);
    if (failed)
        return -1;
    for (int reason = HPM_REASON_NONE; reason < HPM_REASON_COUNT; reason++)
        warn_lacking (plans, reason, warn, data);
    return 0;
}

int
hpm_groups_apply (struct hpm_options *options, const struct hpm_places *places,
                  const char *program, hpm_warn_fn *warn, void *data,
                  struct hpm_error *error)
{
    struct hpm_group_plans plans;
    int failed;

    if (!*options->groups)
        return 0;
    failed = hpm_group_plans_make (&plans, options->groups, options, places,
                                   !program || contains (program, EXPORTING),
                                   error)
             || apply (options, &plans, warn, data, error);
    hpm_group_plans_release (&plans);
    return failed ? -1 : 0;
}
