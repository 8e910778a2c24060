/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events that are counted for a whole node, looked at before the program
 * starts.
 */
#include <config.h>

#include "wrapper/plan/events.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/event/node_event.h"
#include "base/event/probe.h"
#include "base/quality.h"

static int
collect (const char *name, void *data)
{
    return hpm_event_list_add (data, name);
}

/* One that is not there is a slip where there is one like it, and else, as on a
 * virtual machine, no error.  */
static int
check_missing (const char *name, const struct hpm_options *options,
               const char *why, hpm_warn_fn *warn, void *data,
               struct hpm_error *error)
{
    struct hpm_event_list known = { NULL, 0 };
    const char *nearest;
    char text[sizeof error->text + 256];
    int near, failed = 0;

    hpm_node_event_list (options->sysfs, collect, &known);
    near = hpm_names_nearest (name, (const char *const *)known.names,
                              known.count, &nearest, 1);
    if (near || (!access (name, F_OK) && name[strlen (name) - 1] != '/'))
        failed = hpm_events_unknown (name, &known, error);
    else {
        snprintf (text, sizeof text,
                  "%s will not be counted, because %s (hpmrun --list=events "
                  "shows what there is)",
                  name, why);
        warn (text, data);
    }
    hpm_event_list_release (&known);
    return failed;
}

static void
check_permission (const struct hpm_node_event *event, hpm_warn_fn *warn,
                  void *data)
{
    enum hpm_reason reason = hpm_probe_node_reason (hpm_probe_node (event));
    char text[512];

    if (reason == HPM_REASON_NONE)
        return;
    snprintf (text, sizeof text, "%s will not be counted, because %s (%s)",
              event->name, hpm_reason_text (reason),
              hpm_reason_remedy (reason));
    warn (text, data);
}

int
hpm_events_check_nodes (const struct hpm_options *options,
                        const struct hpm_event_list *list, hpm_warn_fn *warn,
                        void *data, struct hpm_error *error)
{
    int failed = 0;

    for (int i = 0; !failed && i < list->count; i++) {
        const char *name = list->names[i];
        struct hpm_node_event event;
        struct hpm_error why = { "" };

        if (hpm_event_origin (name) != HPM_ORIGIN_SYSFS)
            continue;
        if (hpm_node_event_read (&event, options->sysfs, name, &why))
            failed = check_missing (name, options, why.text, warn, data, error);
        else
            check_permission (&event, warn, data);
        hpm_node_event_release (&event);
    }
    return failed;
}
