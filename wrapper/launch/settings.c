/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/settings.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "wrapper/launch/places.h"

/* The file that the flags name, or the environment.  */
static int
read_file (struct hpm_options *options, hpm_warn_fn *warn, void *data,
           struct hpm_error *error)
{
    char *path = strdup (options->config);
    int failed;

    if (!path)
        return hpm_error_set (error, "out of memory");
    failed = *path && hpm_options_from_file (options, path, warn, data, error);
    free (path);
    return failed ? -1 : 0;
}

/* That of the installation, unless another one is named, or none.  */
static void
read_site (struct hpm_options *options, hpm_warn_fn *warn, void *data)
{
    char path[PATH_MAX];

    if (strcmp (options->site, HPM_SITE_NONE) == 0)
        return;
    if (*options->site)
        snprintf (path, sizeof path, "%s", options->site);
    else if (hpm_places_site (path))
        return;
    hpm_options_from_site (options, path, 1, warn, data);
}

/* The flags first, though they win: the name of the file may be among them, and
 * --help must work whatever is wrong elsewhere.  */
int
hpm_settings_read (struct hpm_settings *settings, char **argv,
                   hpm_warn_fn *warn, void *data, struct hpm_error *error)
{
    struct hpm_options *options = &settings->options;

    memset (settings, 0, sizeof *settings);
    hpm_options_init (options);
    if (hpm_command_read (&settings->command, options, argv, error))
        return -1;
    if (settings->command.action == HPM_ACTION_HELP
        || settings->command.action == HPM_ACTION_VERSION)
        return 0;
    if (hpm_options_from_environment (options, environ, warn, data, error)
        || read_file (options, warn, data, error))
        return -1;
    read_site (options, warn, data);
    return 0;
}

void
hpm_settings_release (struct hpm_settings *settings)
{
    hpm_options_release (&settings->options);
}
