/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/plan/definitions.h"

#include <libsmartcols.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wrapper/launch/table.h"

static void
find_layers (struct hpm_definitions *definitions,
             const struct hpm_options *options, const struct hpm_places *places)
{
    hpm_metric_set_init (&definitions->set);
    definitions->layers = (struct hpm_metric_layers){
        { places->metrics, places->site_metrics,
          hpm_metric_user_folder (definitions->user, sizeof definitions->user),
          options->metrics }
    };
}

/* All layers, and the units of the file that was given.  */
static int
read_layers (struct hpm_definitions *definitions,
             const struct hpm_options *options, struct hpm_error *error)
{
    return hpm_metric_layers_read (&definitions->layers, &definitions->set,
                                   error)
           || hpm_metric_set_check_units (&definitions->set, options->metrics,
                                          error);
}

int
hpm_run_definitions_read (struct hpm_definitions *definitions,
                          const struct hpm_options *options,
                          const struct hpm_places *places,
                          struct hpm_error *error)
{
    find_layers (definitions, options, places);
    return read_layers (definitions, options, error);
}

void
hpm_run_definitions_release (struct hpm_definitions *definitions)
{
    hpm_metric_set_release (&definitions->set);
}

static int
make_absolute (struct hpm_options *options, struct hpm_error *error)
{
    char *absolute;

    if (!*options->metrics)
        return 0;
    absolute = realpath (options->metrics, NULL);
    if (!absolute)
        return hpm_error_set (error, "cannot read %s: %m%s", options->metrics,
                              options->metrics[strcspn (options->metrics, "/.")]
                                  ? ""
                                  : " (a file of definitions is wanted; "
                                    "--groups chooses metrics)");
    hpm_options_replace (options, HPM_SETTING_metrics, absolute);
    return 0;
}

int
hpm_run_definitions_check (struct hpm_options *options,
                           const struct hpm_places *places,
                           struct hpm_error *error)
{
    struct hpm_definitions definitions;
    int failed = make_absolute (options, error);

    if (failed)
        return -1;
    find_layers (&definitions, options, places);
    if (hpm_metric_layers_own (&definitions.layers))
        failed = read_layers (&definitions, options, error);
    hpm_run_definitions_release (&definitions);
    return failed;
}

static int
show_layers (const struct hpm_metric_layers *layers)
{
    static const char *const headings[]
        = { "DEFINITIONS", "ARE", "PATH", NULL };
    static const char *const names[] = {
#define HPM_X(identifier, name) name,
        HPM_METRIC_LAYERS (HPM_X)
#undef HPM_X
    };
    struct libscols_table *table = hpm_table_create (headings);
    int failed = 0;

    for (int i = 0; table && i < HPM_LAYER_COUNT; i++) {
        const char *path = layers->paths[i];
        int there = *path && access (path, R_OK) == 0;
        int needed = i == HPM_LAYER_INSTALLED || i == HPM_LAYER_FILE;

        failed |= hpm_table_add (
            table, (const char *const[]){ names[i],
                                          there             ? "found"
                                          : *path && needed ? "missing"
                                                            : "not used",
                                          *path ? path : "-" });
    }
    return table ? failed | hpm_table_print (table) : -1;
}

static int
add_replaced (struct libscols_table *table, const char *kind, const char *name,
              const struct hpm_origin *origin)
{
    char place[PATH_MAX + 16];

    if (!origin->replaced)
        return 0;
    snprintf (place, sizeof place, "%s:%d", origin->file, origin->line);
    return hpm_table_add (
        table, (const char *const[]){ kind, name, place, origin->replaced });
}

static int
show_replaced (const struct hpm_metric_set *set)
{
    static const char *const headings[]
        = { "OVERRIDDEN", "NAME", "BY", "WHICH WAS IN", NULL };
    struct libscols_table *table = hpm_table_create (headings);
    int failed = 0;

    if (!table)
        return -1;
    for (int i = 0; i < set->alias_count; i++)
        failed |= add_replaced (table, "event", set->aliases[i].name,
                                &set->aliases[i].origin);
    for (int i = 0; i < set->count; i++)
        failed |= add_replaced (table, "metric", set->metrics[i].name,
                                &set->metrics[i].origin);
    for (int i = 0; i < set->group_count; i++)
        failed |= add_replaced (table, "group", set->groups[i].name,
                                &set->groups[i].origin);
    if (!scols_table_get_nlines (table)) {
        scols_unref_table (table);
        return failed;
    }
    printf ("\n");
    return failed | hpm_table_print (table);
}

int
hpm_run_definitions_show (const struct hpm_options *options,
                          const struct hpm_places *places,
                          struct hpm_error *error)
{
    struct hpm_definitions definitions;
    int failed;

    find_layers (&definitions, options, places);
    if (show_layers (&definitions.layers))
        return hpm_error_set (error, "out of memory");
    if (access (places->metrics, F_OK) != 0)
        return 0;
    failed
        = hpm_metric_layers_read (&definitions.layers, &definitions.set, error);
    if (!failed && show_replaced (&definitions.set))
        failed = hpm_error_set (error, "out of memory");
    hpm_run_definitions_release (&definitions);
    return failed;
}
