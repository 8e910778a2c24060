/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/definitions.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "aggregate/model/chosen.h"
#include "base/metric/metric_layers.h"
#include "base/file/path.h"

static int
installed_folder (char *folder, const char *target, struct hpm_error *error)
{
    char self[PATH_MAX];
    ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);

    self[length > 0 ? length : 0] = '\0';
    if (hpm_path_relocate (folder, PATH_MAX, self, HPM_BINDIR, target))
        return hpm_error_set (error, "path too long: %s", target);
    return 0;
}

/* 1 for what somebody added, or gave just now.  */
static int
is_own (const struct hpm_metric_layers *layers, const struct hpm_origin *origin)
{
    enum hpm_metric_layer layer = hpm_metric_layer_of (layers, origin->file);

    return layer == HPM_LAYER_FILE
           || ((layer == HPM_LAYER_SITE || layer == HPM_LAYER_USER)
               && !origin->replaced);
}

static int
gather_own (struct hpm_metric_set *set, const struct hpm_metric_layers *layers)
{
    int failed = 0;

    for (int i = 0; i < set->count; i++)
        if (is_own (layers, &set->metrics[i].origin))
            failed |= hpm_metric_set_add_to_group (set, HPM_GROUP_OWN,
                                                   set->metrics[i].name);
    return failed;
}

int
hpm_definitions_read (struct hpm_metric_set *set, const char *folder,
                      const char *file, struct hpm_error *error)
{
    char installed[PATH_MAX], site[PATH_MAX], user[PATH_MAX];
    struct hpm_metric_layers layers = { { folder, NULL, NULL, file } };
    int failed;

    if (!folder) {
        if (installed_folder (installed, HPM_METRICDIR, error)
            || installed_folder (site, HPM_SITEMETRICDIR, error))
            return -1;
        layers = (struct hpm_metric_layers){
            { installed, site, hpm_metric_user_folder (user, sizeof user),
              file }
        };
    }
    failed = hpm_metric_layers_read (&layers, set, error);
    if (gather_own (set, &layers))
        failed = hpm_error_set (error, "out of memory");
    return failed;
}

/* Mark the metrics for which there are events, as if all had been counted and
 * all was known of the machine.  */
static int
mark_computable (const struct hpm_result *result, char *keep)
{
    size_t events = (size_t)result->event_count;
    double costs[HPM_COST_CONSTANT_COUNT];
    struct hpm_value *ones = calloc (events + 1, sizeof *ones);
    struct hpm_metric_value *values
        = calloc ((size_t)result->metrics.count + 1, sizeof *values);
    struct hpm_metric_binding *binding = hpm_metric_binding_create (
        &result->metrics, result->events, result->event_count);
    int failed = !ones || !values || !binding;

    for (int i = 0; i < HPM_COST_CONSTANT_COUNT; i++)
        costs[i] = 1;
    for (size_t i = 0; !failed && i < events; i++)
        ones[i]
            = (struct hpm_value){ .number = 1, .quality = HPM_QUALITY_EXACT };
    if (!failed)
        hpm_metric_binding_evaluate (
            binding,
            &(struct hpm_metric_input){ .values = ones,
                                        .count = result->event_count,
                                        .wall_s = 1,
                                        .threads = 1,
                                        .ranks = 1,
                                        .clock_hz = 1,
                                        .width = 1,
                                        .costs = costs },
            values);
    for (int i = 0; !failed && i < result->metrics.count; i++)
        keep[i] = values[i].status != HPM_METRIC_MISSING;
    free (ones);
    free (values);
    hpm_metric_binding_destroy (binding);
    return failed;
}

/* Mark the metrics of the groups that were asked for.  */
static void
mark_asked (const struct hpm_result *result, char *keep)
{
    const struct hpm_metric_set *set = &result->metrics;
    struct hpm_event_list names = { NULL, 0 };

    hpm_event_list_add_all (&names,
                            hpm_result_run (result, HPM_RUN_groups, ""));
    for (int i = 0; i < names.count; i++) {
        int group = hpm_metric_set_find_group (set, names.names[i]);

        for (int m = 0; group >= 0 && m < set->groups[group].metric_count; m++)
            keep[hpm_metric_set_find (set, set->groups[group].metrics[m])] = 1;
    }
    hpm_event_list_release (&names);
}

int
hpm_definitions_trim (struct hpm_result *result, const char *file)
{
    struct hpm_metric_set *set = &result->metrics;
    const struct hpm_metric_layers given = { { NULL, NULL, NULL, file } };
    char *keep = calloc ((size_t)set->count + 1, 1);
    int failed = !keep || mark_computable (result, keep);

    if (!failed) {
        mark_asked (result, keep);
        for (int i = 0; i < set->count; i++)
            keep[i] |= hpm_metric_layer_of (&given, set->metrics[i].origin.file)
                       == HPM_LAYER_FILE;
        failed = hpm_metric_set_keep (set, keep);
    }
    free (keep);
    return failed;
}

/* Read files over a set that has already something, and put their metrics into
 * the group of one's own.  */
static int
read_files (struct hpm_metric_set *set, const struct hpm_event_list *files,
            struct hpm_error *error)
{
    for (int i = 0; i < files->count; i++) {
        const struct hpm_metric_layers given
            = { { NULL, NULL, NULL, files->names[i] } };

        if (hpm_metric_set_read_file (set, files->names[i], error))
            return -1;
        if (gather_own (set, &given))
            return hpm_error_set (error, "out of memory");
    }
    if (hpm_metric_set_check (set, error))
        return -1;
    for (int i = 0; i < files->count; i++)
        if (hpm_metric_set_check_units (set, files->names[i], error))
            return -1;
    return 0;
}

/* Of what is installed here, only what the others are made of stays.  */
static int
drop_installed (struct hpm_metric_set *set, const struct hpm_metric_set *stored,
                const struct hpm_event_list *files)
{
    char *keep = calloc ((size_t)set->count + 1, 1);
    int failed = !keep;

    for (int i = 0; !failed && i < set->count; i++) {
        const char *file = set->metrics[i].origin.file;

        keep[i] = hpm_metric_set_find (stored, set->metrics[i].name) >= 0
                  || (file && hpm_event_list_find (files, file) >= 0);
    }
    failed |= !failed && hpm_metric_set_keep (set, keep);
    free (keep);
    return failed;
}

/* The definitions that are installed here, those that the file carries over
 * them, and then the files.  */
static int
read_over_installed (struct hpm_metric_set *all,
                     const struct hpm_metric_set *stored,
                     const struct hpm_event_list *files)
{
    char *text = hpm_metric_set_text (stored);
    int failed = !text || hpm_definitions_read (all, NULL, NULL, NULL);

    hpm_metric_set_drop_groups (all);
    failed
        = failed
          || hpm_metric_set_read_stored (all, "the file's metrics", text, NULL)
          || read_files (all, files, NULL)
          || drop_installed (all, stored, files);
    free (text);
    return failed;
}

int
hpm_definitions_apply (struct hpm_result *result,
                       const struct hpm_event_list *files,
                       struct hpm_error *error)
{
    struct hpm_metric_set all;

    hpm_metric_set_init (&all);
    if (read_over_installed (&all, &result->metrics, files)) {
        hpm_metric_set_release (&all);
        return read_files (&result->metrics, files, error);
    }
    hpm_metric_set_release (&result->metrics);
    result->metrics = all;
    return 0;
}
