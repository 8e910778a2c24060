/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/request_files.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "aggregate/cmd/same_file.h"
#include "base/text.h"

/* An option that names a file to write, and that file, or NULL.  */
struct output {
    const char *flag, *path;
};

#define OUTPUTS 6

static void
list_outputs (const struct hpm_request *request, struct output outputs[OUTPUTS])
{
    const struct output all[OUTPUTS]
        = { { "--output", request->show.output },
            { "--badge", request->compare.badge },
            { "--history", request->compare.history },
            { "--html", request->html.output },
            { "--svg", request->picture.svg },
            { "--png", request->picture.png } };

    memcpy (outputs, all, sizeof all);
}

/* Who names one file alone behind such an option means the run's.  */
static int
refuse_taken (const struct hpm_request *request, struct hpm_error *error)
{
    struct output outputs[OUTPUTS];
    struct stat status;

    list_outputs (request, outputs);
    for (int i = 0; i < OUTPUTS; i++)
        if (outputs[i].path && hpm_text_match ("*.h5", outputs[i].path)
            && !stat (outputs[i].path, &status))
            return hpm_error_set (error,
                                  "%s names the file that it writes, and took "
                                  "%s for that: write %s=FILE %s",
                                  outputs[i].flag, outputs[i].path,
                                  outputs[i].flag, outputs[i].path);
    return hpm_error_set (error, "name the result file of a run");
}

/* A flag whose letter took the file for its list.  */
static int
refuse_no_file (const struct hpm_request *request, struct hpm_error *error)
{
    const struct hpm_event_list *const lists[]
        = { &request->show.selection.events, &request->metrics,
            &request->show.groups };
    struct stat status;

    for (int i = 0; i < 3; i++)
        for (int k = 0; k < lists[i]->count; k++) {
            const char *name = lists[i]->names[k];

            if (!stat (name, &status)
                && !hpm_text_match (HPM_METRIC_FILES, name))
                return hpm_error_set (error,
                                      "-%c takes a list of names, and took "
                                      "the file %s for one: write -%c LIST %s",
                                      "emg"[i], name, "emg"[i], name);
        }
    return refuse_taken (request, error);
}

/* One would be written over the other.  */
static int
check_outputs (const struct hpm_request *request, struct hpm_error *error)
{
    struct output outputs[OUTPUTS];

    list_outputs (request, outputs);
    for (int i = 0; i < OUTPUTS; i++)
        for (int k = i + 1; k < OUTPUTS; k++)
            if (outputs[i].path && outputs[k].path
                && hpm_same_file (outputs[i].path, outputs[k].path))
                return hpm_error_set (error,
                                      "%s and %s name the same file, %s: "
                                      "give each its own",
                                      outputs[i].flag, outputs[k].flag,
                                      outputs[k].path);
    return 0;
}

/* HDF5 goes back and forth in a file.  */
int
hpm_request_check_result (const struct hpm_request *request,
                          struct hpm_error *error)
{
    const char *output = request->show.output;

    if ((request->use != HPM_USE_RECOVER && request->use != HPM_USE_JOIN_FILE)
        || !output || strcmp (output, "-") != 0)
        return 0;
    return hpm_error_set (error, "a result file cannot go to the standard "
                                 "output: name it with -o FILE (./- for one "
                                 "of that name)");
}

int
hpm_request_check_files (const struct hpm_request *request,
                         struct hpm_error *error)
{
    enum hpm_use use = request->use;
    int count = request->count;

    if (use == HPM_USE_CATALOG)
        return count ? 0
                     : hpm_error_set (error, "--catalog lists the result files "
                                             "below folders: name one");
    if (use == HPM_USE_LIVE)
        return count < 2 ? 0
                         : hpm_error_set (error, "--live shows one job at a "
                                                 "time: name one");
    if (use == HPM_USE_JOIN || use == HPM_USE_JOIN_FILE)
        return count > 1 ? 0
                         : hpm_error_set (error, "--join takes the result "
                                                 "files of two runs or more");
    if (use == HPM_USE_HTML && check_outputs (request, error))
        return -1;
    if (!count)
        return use == HPM_USE_HTML && request->compare.history
                   ? 0
                   : refuse_no_file (request, error);
    for (int i = 0; count > 1 && i < count; i++)
        if (hpm_text_match (HPM_METRIC_FILES, request->files[i]))
            return hpm_error_set (error,
                                  "%s is a file of definitions: write "
                                  "--metrics=%s",
                                  request->files[i], request->files[i]);
    if (use == HPM_USE_PICTURE)
        return check_outputs (request, error);
    return count == 1 || use == HPM_USE_HTML
               ? 0
               : hpm_error_set (error, "name one result file at a time");
}

int
hpm_request_check_sides (const struct hpm_request *request, int base,
                         struct hpm_error *error)
{
    int count = request->count;

    if (request->compare.quantity && !request->compare.badge)
        return hpm_error_set (error, "--quantity is what --badge=FILE shows: "
                                     "give that, too");
    if (check_outputs (request, error))
        return -1;
    if (request->use == HPM_USE_HISTORY)
        return 0;
    if (request->use != HPM_USE_DIFF)
        return count ? 0 : refuse_taken (request, error);
    if (base < 0 && count == 2)
        return 0;
    if (base < 0)
        return hpm_error_set (error, "--diff compares runs: name those of the "
                                     "base, --to, and the new ones");
    return base && base < count
               ? 0
               : hpm_error_set (error, "--diff: there is no file %s --to",
                                base ? "behind" : "before");
}

int
hpm_request_part_sides (struct hpm_request *request, int base,
                        struct hpm_error *error)
{
    int first = request->use != HPM_USE_DIFF ? 0 : base < 0 ? 1 : base;
    char **sides = calloc ((size_t)request->count + 2, sizeof *sides);

    if (!sides)
        return hpm_error_set (error, "out of memory");
    for (int i = 0; i < request->count; i++)
        sides[i + (i >= first)] = request->files[i];
    request->sides = sides;
    request->compare.base = sides;
    request->compare.runs = sides + first + 1;
    return 0;
}

int
hpm_request_settle_metrics (struct hpm_request *request,
                            struct hpm_error *error)
{
    struct hpm_show_request *show = &request->show;

    for (int i = 0; i < request->metrics.count; i++) {
        const char *name = request->metrics.names[i];
        int file
            = strchr (name, '/') || hpm_text_match (HPM_METRIC_FILES, name);

        if (hpm_event_list_add (
                file ? &show->definitions : &show->selection.metrics, name))
            return hpm_error_set (error, "out of memory");
    }
    return 0;
}
