/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which table of costs holds for a run.
 */
#include "config.h"

#include "aggregate/model/costs.h"

#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "base/machine.h"
#include "base/tool_name.h"
#include "base/file/path.h"

static int
site_path (char *path, struct hpm_error *error)
{
    char self[PATH_MAX];
    ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);

    self[length > 0 ? length : 0] = '\0';
    if (hpm_path_relocate (path, PATH_MAX, self, HPM_BINDIR, HPM_COSTFILE))
        return hpm_error_set (error, "path too long: %s", HPM_COSTFILE);
    return 0;
}

static void
tell (const char *text, void *data)
{
    (void)data;
    fprintf (stderr, "%s: %s\n", hpm_tool_name (), text);
}

int
hpm_costs_find (struct hpm_cost_table *table, const char *cpu_model,
                struct hpm_error *error)
{
    char site[PATH_MAX];

    return site_path (site, error)
                   || hpm_cost_table_find (table, cpu_model, site, tell, NULL,
                                           error)
               ? -1
               : 0;
}

/* A file that was written without a table of costs has none of the width
 * either, and a value is held against that whether anybody asks for costs or
 * not.  */
static void
add_width (struct hpm_result *result)
{
    struct hpm_cost_table builtin;
    const struct hpm_cost_number *width = &builtin.values[HPM_COST_WIDTH];

    if (!isnan (result->costs.values[HPM_COST_WIDTH].value))
        return;
    hpm_cost_table_init (&builtin);
    if (!hpm_cost_table_read_builtin (
            &builtin, hpm_result_run (result, HPM_RUN_cpu_model, ""), NULL)
        && !isnan (width->value))
        hpm_cost_table_set_value (&result->costs, HPM_COST_WIDTH, width->value,
                                  width->note, width->from);
    hpm_cost_table_release (&builtin);
}

void
hpm_costs_apply (struct hpm_result *result)
{
    const char *mhz = hpm_result_run (result, HPM_RUN_cpu_mhz, "0");

    add_width (result);
    hpm_cost_constants (&result->costs, 1e6 * strtod (mhz, NULL),
                        result->cost_constants);
}

int
hpm_costs_prepare (struct hpm_result *result, const char *file,
                   struct hpm_error *error)
{
    int failed = 0;

    if (!result->costs.count)
        failed = hpm_costs_find (&result->costs,
                                 hpm_result_run (result, HPM_RUN_cpu_model, ""),
                                 error);
    if (!failed && file && *file)
        failed = hpm_cost_table_read_file (&result->costs, file, error);
    hpm_costs_apply (result);
    return failed;
}

int
hpm_costs_print_own (const char *file, struct hpm_error *error)
{
    struct hpm_machine machine;
    struct hpm_cost_table table;
    char *text = NULL;
    int failed;

    hpm_machine_read (&machine, "");
    hpm_cost_table_init (&table);
    failed
        = hpm_costs_find (&table, machine.cpu_model, error)
          || (file && *file && hpm_cost_table_read_file (&table, file, error));
    if (!failed && !(text = hpm_cost_table_text (&table)))
        failed = hpm_error_set (error, "out of memory");
    if (!failed)
        fputs (text, stdout);
    free (text);
    hpm_cost_table_release (&table);
    return failed ? -1 : 0;
}
