/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/list/show_config.h"

#include <stdio.h>
#include <unistd.h>

#include "base/cost/cost.h"
#include "wrapper/plan/definitions.h"
#include "wrapper/launch/table.h"

static void
add_setting (const char *name, const char *value, const char *source,
             void *data)
{
    hpm_table_add (data,
                   (const char *const[]){ name, source, *value ? value : "-" });
}

static int
add_place (struct libscols_table *table, const char *what, const char *path)
{
    const char *state = *path == '\0'              ? "not used"
                        : access (path, R_OK) == 0 ? "found"
                                                   : "missing";

    return hpm_table_add (
        table, (const char *const[]){ what, state, *path ? path : "-" });
}

/* A table of costs need not be there.  */
static int
add_costs (struct libscols_table *table, const char *what, const char *path)
{
    return add_place (table, what, access (path, F_OK) == 0 ? path : "");
}

static int
show_places (const struct hpm_places *places)
{
    static const char *const headings[] = { "PART", "IS", "PATH", NULL };
    struct libscols_table *table = hpm_table_create (headings);
    char own[PATH_MAX];

    if (!table)
        return -1;
    add_place (table, "library", places->library);
    add_place (table, "wrappers", places->calls);
    add_place (table, "backend", places->backend);
    add_place (table, "writer", places->writer);
    add_costs (table, "costs, site", places->costs);
    add_costs (table, "costs, own", hpm_cost_user_path (own, sizeof own));
    return hpm_table_print (table);
}

int
hpm_config_show (const struct hpm_settings *settings,
                 const struct hpm_places *places, int argc, char **argv,
                 struct hpm_error *error)
{
    static const char *const headings[] = { "SETTING", "FROM", "VALUE", NULL };
    struct libscols_table *table = hpm_table_create (headings);
    int failed;

    if (!table)
        return hpm_error_set (error, "out of memory");
    if (hpm_settings_each (settings, argc, argv, add_setting, table, error)) {
        hpm_table_print (table);
        return -1;
    }
    failed = hpm_table_print (table);
    printf ("\n");
    if (failed || show_places (places))
        return hpm_error_set (error, "cannot print the settings");
    printf ("\n");
    return hpm_run_definitions_show (&settings->options, places, error);
}
