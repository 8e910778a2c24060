/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which tables hold where nobody names one.
 */
#include "base/cost/cost.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/file/path.h"

char *
hpm_cost_user_path (char *buffer, size_t size)
{
    return hpm_path_of_user (buffer, size, "costs");
}

static int
merge_file (struct hpm_cost_table *table, const struct hpm_cost_table *layer,
            const char *path, const char *cpu_model,
            hpm_cost_left_out_fn *left_out, void *data, struct hpm_error *error)
{
    const char *machine = layer->facts[HPM_COST_MACHINE];
    struct hpm_error text;

    if (!machine || !*cpu_model || !strcmp (machine, cpu_model))
        return hpm_cost_table_merge (table, layer, error);
    hpm_error_set (&text, "%s is left out: it is for '%s', not for '%s'", path,
                   machine, cpu_model);
    if (left_out)
        left_out (text.text, data);
    return 0;
}

static int
read_layer (struct hpm_cost_table *table, const char *path,
            const char *cpu_model, hpm_cost_left_out_fn *left_out, void *data,
            struct hpm_error *error)
{
    struct hpm_cost_table layer;
    int failed;

    if (!*path || access (path, F_OK) != 0)
        return 0;
    hpm_cost_table_init (&layer);
    failed
        = hpm_cost_table_read_file (&layer, path, error)
          || merge_file (table, &layer, path, cpu_model, left_out, data, error);
    hpm_cost_table_release (&layer);
    return failed ? -1 : 0;
}

int
hpm_cost_table_find (struct hpm_cost_table *table, const char *cpu_model,
                     const char *site_path, hpm_cost_left_out_fn *left_out,
                     void *data, struct hpm_error *error)
{
    char user[PATH_MAX];

    return hpm_cost_table_read_builtin (table, cpu_model, error)
                   || read_layer (table, site_path, cpu_model, left_out, data,
                                  error)
                   || read_layer (table, hpm_cost_user_path (user, sizeof user),
                                  cpu_model, left_out, data, error)
               ? -1
               : 0;
}
