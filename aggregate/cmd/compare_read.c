/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/compare_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/compare/rank_test.h"
#include "aggregate/compare/take.h"
#include "aggregate/file/load.h"
#include "aggregate/catalog/catalog.h"

/* Streams and snapshots are no results.  */
static void
keep_results (struct hpm_catalog_files *files)
{
    size_t kept = 0;

    for (size_t i = 0; i < files->count; i++)
        if (files->states[i] == HPM_CATALOG_UNREAD)
            files->paths[kept++] = files->paths[i];
        else
            free (files->paths[i]);
    for (size_t i = 0; i < kept; i++)
        files->states[i] = HPM_CATALOG_UNREAD;
    files->count = kept;
}

int
hpm_compare_find (struct hpm_catalog_files *files, char *const *paths,
                  const char *side, struct hpm_error *error)
{
    memset (files, 0, sizeof *files);
    if (!*paths)
        return 0;
    if (hpm_catalog_find (files, paths, error))
        return -1;
    keep_results (files);
    if (!files->count)
        return hpm_error_set (error, "there is no result file (*.h5) below %s",
                              *paths);
    if (files->count > HPM_SAMPLE_MOST)
        return hpm_error_set (error,
                              "%zu %sruns are too many to compare: %d at most",
                              files->count, side, HPM_SAMPLE_MOST);
    return 0;
}

static int
take_file (struct hpm_compared_run *run, const char *path,
           struct hpm_error *error)
{
    struct hpm_h5_reader reader;
    struct hpm_result result;
    int failed;

    run->path = path;
    if (hpm_h5_reader_open (&reader, path, error))
        return -1;
    hpm_result_init (&result);
    failed = hpm_load (&reader, &result, 0, error);
    if (!failed && hpm_compared_run_take (run, &result))
        failed = hpm_error_set (error, "out of memory");
    hpm_result_release (&result);
    hpm_h5_reader_close (&reader);
    return failed ? -1 : 0;
}

int
hpm_compare_read (struct hpm_comparison *comparison,
                  const struct hpm_catalog_files files[HPM_SIDES], char *at,
                  struct hpm_error *error)
{
    if (hpm_comparison_init (comparison, (int)files[0].count,
                             (int)files[1].count))
        return hpm_error_set (error, "out of memory");
    for (int s = 0; s < HPM_SIDES; s++)
        for (size_t i = 0; i < files[s].count; i++) {
            snprintf (at, PATH_MAX, "%s", files[s].paths[i]);
            if (take_file (&comparison->side[s].runs[i], files[s].paths[i],
                           error))
                return -1;
        }
    if (hpm_comparison_make (comparison))
        return hpm_error_set (error, "out of memory");
    return 0;
}
