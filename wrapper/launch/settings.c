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

/* Where the site's settings are: in the installation, unless another place is
 * named, or none.  Returns 0 or -1: there are none.  */
static int
find_site (const struct hpm_options *options, char path[PATH_MAX])
{
    if (strcmp (options->site, HPM_SITE_NONE) == 0)
        return -1;
    if (!*options->site)
        return hpm_places_site (path) || access (path, F_OK) ? -1 : 0;
    snprintf (path, PATH_MAX, "%s", options->site);
    return 0;
}

/* A file that the command line names has to be there.  */
static int
read_site (struct hpm_options *options, const char left_out[HPM_SETTING_COUNT],
           hpm_warn_fn *warn, void *data, struct hpm_error *error)
{
    char path[PATH_MAX];

    if (find_site (options, path))
        return 0;
    if (options->sources[HPM_SETTING_site].from == HPM_FROM_ARGUMENT
        && access (path, R_OK))
        return hpm_error_set (error, "cannot read %s, which --site names: %m",
                              path);
    hpm_options_from_site (options, path, 1, warn, data);
    for (int i = 0; i < HPM_SETTING_COUNT; i++)
        if (left_out[i])
            hpm_options_leave_out_site (options, (enum hpm_setting)i);
    return 0;
}

/* The flags first, though they win: the name of the file may be among them, and
 * --help must work whatever is wrong elsewhere.  */
int
hpm_settings_read (struct hpm_settings *settings, char **argv,
                   const char left_out[HPM_SETTING_COUNT], hpm_warn_fn *warn,
                   void *data, struct hpm_error *error)
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
        || read_file (options, warn, data, error)
        || read_site (options, left_out, warn, data, error))
        return -1;
    return 0;
}

void
hpm_settings_release (struct hpm_settings *settings)
{
    hpm_options_release (&settings->options);
}
