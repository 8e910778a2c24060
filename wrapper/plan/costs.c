/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/plan/costs.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/cost/cost.h"
#include "base/machine.h"

static int
read_all (struct hpm_cost_table *table, const struct hpm_options *options,
          const struct hpm_places *places, hpm_warn_fn *warn, void *data,
          struct hpm_error *error)
{
    const char *file = options->costs.text;
    struct hpm_machine machine;

    hpm_cost_table_init (table);
    hpm_machine_read (&machine, "");
    if (hpm_cost_table_find (table, machine.cpu_model, places->costs, warn,
                             data, error))
        return -1;
    return file ? hpm_cost_table_read_file (table, file, error) : 0;
}

static int
make_absolute (struct hpm_options *options, struct hpm_error *error)
{
    char *absolute;

    if (!options->costs.text)
        return 0;
    absolute = realpath (options->costs.text, NULL);
    if (!absolute)
        return hpm_error_set (error, "cannot find '%s'", options->costs.text);
    hpm_options_replace (options, HPM_SETTING_costs, absolute);
    return 0;
}

int
hpm_run_costs_check (struct hpm_options *options,
                     const struct hpm_places *places, hpm_warn_fn *warn,
                     void *data, struct hpm_error *error)
{
    struct hpm_cost_table table;
    int failed;

    if (!options->costs.wanted)
        return 0;
    failed = read_all (&table, options, places, warn, data, error)
             || make_absolute (options, error);
    hpm_cost_table_release (&table);
    return failed ? -1 : 0;
}

int
hpm_run_costs_print (const struct hpm_options *options,
                     const struct hpm_places *places, hpm_warn_fn *warn,
                     void *data, struct hpm_error *error)
{
    struct hpm_cost_table table;
    char *text = NULL;
    int failed = read_all (&table, options, places, warn, data, error);

    if (!failed && !(text = hpm_cost_table_text (&table)))
        failed = hpm_error_set (error, "out of memory");
    if (text)
        fputs (text, stdout);
    free (text);
    hpm_cost_table_release (&table);
    return failed ? -1 : 0;
}
