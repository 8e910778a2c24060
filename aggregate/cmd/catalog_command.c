/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/catalog_command.h"

#include <stdlib.h>

#include "aggregate/cmd/catalog_read.h"
#include "aggregate/cmd/text_file.h"
#include "aggregate/console/report.h"
#include "aggregate/console/say.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/show/catalog_output.h"

#define NAMES_TOLD 3 /* of each kind */

/* "2 damaged or cut short (a.h5, b.h5)" */
static void
add_kind (struct hpm_list *list, const struct hpm_catalog *catalog, int state)
{
    size_t told = 0, count = catalog->counts[state];

    if (!count)
        return;
    hpm_list_add (list, ", ", "%zu %s (", count,
                  hpm_catalog_meaning ((enum hpm_catalog_state)state));
    for (size_t i = 0; i < catalog->count && told < NAMES_TOLD; i++)
        if (catalog->entries[i].state == state)
            hpm_list_add (list, told++ ? ", " : "", "%s",
                          catalog->entries[i].path);
    hpm_list_add (list, "", "%s)", told < count ? ", ..." : "");
}

/* In one line, whatever there is.  */
static void
tell_left_out (const struct hpm_catalog *catalog)
{
    size_t count = catalog->count - catalog->job_count;
    struct hpm_list list = { 0 };

    for (int i = HPM_CATALOG_RESULT + 1; i < HPM_CATALOG_STATE_COUNT; i++)
        add_kind (&list, catalog, i);
    if (list.stream && fclose (list.stream) == 0)
        hpm_say ("left out %zu %s: %s", count, count == 1 ? "file" : "files",
                 list.text);
    free (list.text);
}

static int
print (const struct hpm_catalog_request *request,
       const struct hpm_catalog *catalog, struct hpm_error *error)
{
    static int (*const print_as[]) (FILE *, const struct hpm_catalog *)
        = { hpm_catalog_text, hpm_catalog_csv, hpm_catalog_json,
            hpm_catalog_openmetrics };
    struct hpm_text_file file;

    hpm_h5_begin ();
    if (hpm_text_file_open (&file, request->output, error))
        return -1;
    return hpm_text_file_close (
        &file, print_as[request->format](file.out, catalog), error);
}

static int
show (const struct hpm_catalog_request *request,
      const struct hpm_catalog_files *files, struct hpm_catalog_entry *entries,
      struct hpm_error *error)
{
    struct hpm_catalog catalog;
    int failed = hpm_catalog_make (&catalog, entries, files->count)
                     ? hpm_error_set (error, "out of memory")
                     : 0;

    if (!failed && request->single && !catalog.job_count)
        failed = hpm_error_set (
            error, "%s is %s", entries->path,
            hpm_catalog_meaning ((enum hpm_catalog_state)entries->state));
    if (!failed)
        failed = print (request, &catalog, error);
    if (!failed)
        tell_left_out (&catalog);
    hpm_catalog_release (&catalog);
    return failed;
}

int
hpm_catalog_command (const struct hpm_catalog_request *request)
{
    struct hpm_catalog_files files;
    struct hpm_catalog_entry *entries = NULL;
    struct hpm_error error = { "" };
    int failed = hpm_catalog_find (&files, request->paths, &error);

    if (!failed) {
        entries = hpm_catalog_read (&files, &error);
        failed = !entries || show (request, &files, entries, &error);
    }
    hpm_catalog_read_free (entries, files.count);
    hpm_catalog_files_release (&files);
    if (failed)
        hpm_say ("%s", error.text);
    return failed ? 2 : 0;
}
