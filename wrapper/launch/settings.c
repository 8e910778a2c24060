/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/settings.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* No setting can have this value: the command line, the environment and a file
 * of text have no such byte in them by intention.  */
#define UNTOUCHED "\001"

/* Read the flags alone: the name of the configuration file may be among them,
 * and --help must work whatever is wrong elsewhere.  *path is malloc'ed.  */
static int
read_flags_first (struct hpm_settings *settings, int argc, char **argv,
                  char **path, struct hpm_error *error)
{
    struct hpm_options flags;
    int failed;

    if (hpm_options_init (&flags))
        return hpm_error_set (error, "out of memory");
    failed = hpm_options_from_arguments (&flags, argc, argv, hpm_command_flag,
                                         &settings->command, &settings->operand,
                                         error);
    if (!failed && !(*path = strdup (flags.config)))
        failed = hpm_error_set (error, "out of memory");
    hpm_options_release (&flags);
    return failed;
}

/* Each stage wins over those before it.  `file` is that of the flags, "" for
 * that of the environment.  */
static int
read_stages (struct hpm_settings *settings, int argc, char **argv,
             const char *file, hpm_warn_fn *warn, void *data,
             struct hpm_error *error)
{
    struct hpm_options *options = &settings->options;
    char *path;
    int failed;

    if (hpm_options_from_environment (options, environ, warn, data, error))
        return -1;
    path = strdup (*file ? file : options->config);
    if (!path)
        return hpm_error_set (error, "out of memory");
    failed = *path && hpm_options_from_file (options, path, warn, data, error);
    free (path);
    return failed ? -1
                  : hpm_options_from_arguments (
                      options, argc, argv, hpm_command_flag, &settings->command,
                      &settings->operand, error);
}

int
hpm_settings_read (struct hpm_settings *settings, int argc, char **argv,
                   hpm_warn_fn *warn, void *data, struct hpm_error *error)
{
    char *file = NULL;
    int failed;

    memset (settings, 0, sizeof *settings);
    if (hpm_options_init (&settings->options))
        return hpm_error_set (error, "out of memory");
    failed = read_flags_first (settings, argc, argv, &file, error);
    if (!failed && settings->command.action != HPM_ACTION_HELP
        && settings->command.action != HPM_ACTION_VERSION)
        failed = read_stages (settings, argc, argv, file, warn, data, error);
    free (file);
    return failed ? -1 : 0;
}

void
hpm_settings_release (struct hpm_settings *settings)
{
    hpm_options_release (&settings->options);
}

static int
options_untouched (struct hpm_options *options)
{
    int failed = hpm_options_init (options);

#define HPM_X(field, letter, variable, kind, argument, initial, choices, help) \
    free (options->field);                                                     \
    options->field = strdup (UNTOUCHED);                                       \
    failed |= !options->field;
    HPM_OPTIONS (HPM_X)
#undef HPM_X
    return failed;
}

/* A setting that is no longer what it was before a stage was set by it.  */
static void
note_touched (struct hpm_options *options, const char **source,
              const char *stage)
{
    int i = 0;

#define HPM_X(field, letter, variable, kind, argument, initial, choices, help) \
    if (strcmp (options->field, UNTOUCHED) != 0)                               \
        source[i] = stage;                                                     \
    i++;
    HPM_OPTIONS (HPM_X)
#undef HPM_X
}

enum stage { ENVIRONMENT, CONFIGURATION, FLAGS, STAGES };

static int
read_stage (enum stage stage, struct hpm_options *options, const char *path,
            int argc, char **argv, struct hpm_error *error)
{
    struct hpm_command command;
    int operand;

    switch (stage) {
    case ENVIRONMENT:
        return hpm_options_from_environment (options, environ, NULL, NULL,
                                             error);
    case CONFIGURATION:
        return *path ? hpm_options_from_file (options, path, NULL, NULL, error)
                     : 0;
    default:
        return hpm_options_from_arguments (
            options, argc, argv, hpm_command_flag, &command, &operand, error);
    }
}

/* Read each stage again, alone, to see what it sets: a value says nothing about
 * where it comes from.  */
static int
find_sources (const struct hpm_settings *settings, int argc, char **argv,
              const char **source, struct hpm_error *error)
{
    static const char *const words[STAGES] = { "environment", "file", "flag" };

    for (int stage = 0; stage < STAGES; stage++) {
        struct hpm_options probe;
        int failed = options_untouched (&probe)
                     || read_stage (stage, &probe, settings->options.config,
                                    argc, argv, error);

        if (!failed)
            note_touched (&probe, source, words[stage]);
        hpm_options_release (&probe);
        if (failed)
            return -1;
    }
    return 0;
}

int
hpm_settings_each (const struct hpm_settings *settings, int argc, char **argv,
                   hpm_setting_fn *each, void *data, struct hpm_error *error)
{
#define HPM_X(...) "default",
    const char *source[] = { HPM_OPTIONS (HPM_X) };
#undef HPM_X
    int i = 0;

    if (find_sources (settings, argc, argv, source, error))
        return -1;
#define HPM_X(field, letter, variable, kind, argument, initial, choices, help) \
    each (#variable, settings->options.field, source[i++], data);
    HPM_OPTIONS (HPM_X)
#undef HPM_X
    return 0;
}
