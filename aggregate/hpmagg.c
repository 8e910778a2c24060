/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg: writes and reads result files.
 */
#include "config.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>

#include "base/file/standard_files.h"
#include "aggregate/cmd/recover_command.h"
#include "aggregate/cmd/request.h"
#include "aggregate/console/columns.h"
#include "aggregate/console/say.h"
#include "aggregate/model/costs.h"

/* The table of this machine.  */
static int
print_own_costs (const char *file)
{
    struct hpm_error error;

    if (!hpm_costs_print_own (file, &error))
        return 0;
    hpm_say ("%s", error.text);
    return 2;
}

static int
run (struct hpm_request *request)
{
    if (request->help || request->version) {
        if (request->help)
            hpm_request_help ();
        else
            puts ("hpmagg " PACKAGE_VERSION);
        return 0;
    }
    switch (request->use) {
    case HPM_USE_JOIN:
    case HPM_USE_JOIN_FILE:
        return hpm_join_command (&request->join, &request->show);
    case HPM_USE_RECOVER:
        return hpm_recover_command (&request->write);
    case HPM_USE_WRITE:
        return hpm_write_command (&request->write);
    case HPM_USE_SCALING:
        return hpm_scaling_command (&request->scaling);
    case HPM_USE_CATALOG:
        return hpm_catalog_command (&request->catalog);
    case HPM_USE_DIFF:
    case HPM_USE_SPREAD:
    case HPM_USE_CHECK:
        return hpm_compare_command (&request->compare);
    case HPM_USE_HISTORY:
        return hpm_history_command (&request->compare);
    case HPM_USE_LIVE:
        return hpm_live_command (&request->live);
    case HPM_USE_HTML:
        return hpm_html_command (&request->html, request->files,
                                 &request->show);
    case HPM_USE_PICTURE:
        return hpm_picture_command (&request->picture, &request->html,
                                    request->files, &request->show);
    case HPM_USE_PRINT_COSTS:
        if (!request->show.path)
            return print_own_costs (request->show.costs);
        break;
    case HPM_USE_SHOW:
        if (request->show.format == HPM_FORMAT_OPENMETRICS)
            return hpm_catalog_command (&request->catalog);
        break;
    default:
        break;
    }
    return hpm_show_command (&request->show);
}

/* Output that did not reach its file is an error.  */
static int
close_output (int status)
{
    if (!fflush (stdout) && !ferror (stdout))
        return status;
    if (!status)
        hpm_say ("cannot write to the standard output: %s", strerror (errno));
    return 2;
}

/* The word of an unknown flag names --help already.  */
static void
refuse (const struct hpm_error *error)
{
    hpm_say (strstr (error->text, "--help)") ? "%s" : "%s (see hpmagg --help)",
             error->text);
}

int
main (int argc, char **argv)
{
    struct hpm_request request;
    struct hpm_error error;
    int status = 2;

    (void)argc;
    hpm_standard_files_open ();
    signal (SIGXFSZ, SIG_IGN); /* a file that may not grow is an error */
    hpm_columns_begin ();
    if (hpm_request_read (&request, argv, &error))
        refuse (&error);
    else
        status = close_output (run (&request));
    hpm_request_release (&request);
    return status;
}
