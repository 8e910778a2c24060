/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/list/show_config.h"

#include <stdio.h>
#include <unistd.h>

#include "base/cost/cost.h"
#include "wrapper/plan/definitions.h"
#include "wrapper/launch/table.h"

static int
add_setting (struct libscols_table *table, const struct hpm_options *options,
             enum hpm_setting setting)
{
    char buffer[HPM_SETTING_TEXT], source[PATH_MAX + 16];
    const char *value = hpm_options_text (options, setting, buffer);

    return hpm_table_add (
        table, (const char *const[]){
                   hpm_setting_variable (setting),
                   hpm_options_source (options, setting, source, sizeof source),
                   *value ? value : "-" });
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

/* The site's settings need not be there, either.  */
static void
add_site (struct libscols_table *table, const struct hpm_options *options)
{
    char path[PATH_MAX] = "";

    if (options->site_file)
        snprintf (path, sizeof path, "%s", options->site_file);
    add_place (table, "settings, site", path);
}

static int
show_places (const struct hpm_places *places, const struct hpm_options *options)
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
    add_site (table, options);
    add_costs (table, "costs, site", places->costs);
    add_costs (table, "costs, own", hpm_cost_user_path (own, sizeof own));
    return hpm_table_print (table);
}

int
hpm_config_show (const struct hpm_options *options,
                 const struct hpm_places *places, struct hpm_error *error)
{
    static const char *const headings[] = { "SETTING", "FROM", "VALUE", NULL };
    struct libscols_table *table = hpm_table_create (headings);
    int failed = 0;

    if (!table)
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < HPM_SETTING_COUNT; i++)
        failed |= add_setting (table, options, i);
    failed |= hpm_table_print (table);
    printf ("\n");
    if (failed || show_places (places, options))
        return hpm_error_set (error, "cannot print the settings");
    printf ("\n");
    return hpm_run_definitions_show (options, places, error);
}
