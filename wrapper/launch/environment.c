/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/environment.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file/program_file.h"
#include "base/launched.h"
#include "base/preload.h"
#include "include/hpm_launch.h"

/* A variable of a setting back at its default must go.  The configuration file
 * has been read: the library would let it win over the flags.  That of the
 * site, too: what was changed back to a default would be as the site says
 * again.  */
static int
export_settings (const struct hpm_options *options, const char *writer)
{
    char buffer[HPM_SETTING_TEXT];
    int failed = 0;

    for (int i = 0; i < HPM_SETTING_COUNT; i++) {
        const char *variable = hpm_setting_variable (i);

        if (i == HPM_SETTING_config || i == HPM_SETTING_site
            || hpm_options_is_default (options, i))
            unsetenv (variable);
        else
            failed
                |= setenv (variable, hpm_options_text (options, i, buffer), 1);
    }
    if (options->site_file || strcmp (options->site, HPM_SITE_NONE) == 0)
        failed |= setenv ("HPM_SITE", HPM_SITE_NONE, 1);
    return failed || setenv ("HPM_WRITER", writer, 1) != 0;
}

const char *
hpm_environment_below (const struct hpm_options *options)
{
    const char *output = getenv (hpm_setting_variable (HPM_SETTING_output));

    return output && *output && strcmp (output, options->output) == 0
               ? hpm_launched_below ()
               : NULL;
}

static int
export_below (const struct hpm_options *options)
{
    const char *below = hpm_environment_below (options);

    if (below)
        return setenv (HPM_LAUNCHED_BELOW_VARIABLE, below, 1);
    return unsetenv (HPM_LAUNCHED_BELOW_VARIABLE);
}

/* exec keeps the id of the process; the time tells apart what has it later.  */
static int
export_token (const char *program, const char *mark)
{
    struct timespec now = { 0, 0 };
    char token[64], user[16], path[PATH_MAX];

    clock_gettime (CLOCK_REALTIME, &now);
    snprintf (token, sizeof token, "%d-%llx%s", (int)getpid (),
              (unsigned long long)now.tv_sec * 1000000000u
                  + (unsigned long long)now.tv_nsec,
              mark);
    snprintf (user, sizeof user, "%u", (unsigned)getuid ());
    return setenv (HPM_LAUNCHED_VARIABLE, token, 1)
           || setenv (HPM_LAUNCHED_USER_VARIABLE, user, 1)
           || setenv (HPM_LAUNCHED_PROGRAM_VARIABLE,
                      realpath (program, path) ? path : program, 1);
}

static int
list_contains (const char *list, const char *path)
{
    struct hpm_piece library;

    while (hpm_preload_next (&list, &library))
        if (hpm_piece_is (library, path))
            return 1;
    return 0;
}

static int
preload (const char *library)
{
    const char *before = getenv (HPM_PRELOAD);
    char *joined;
    int failed;

    if (!before || *before == '\0')
        return setenv (HPM_PRELOAD, library, 1);
    if (list_contains (before, library))
        return 0;
    if (asprintf (&joined, "%s:%s", before, library) < 0)
        return -1;
    failed = setenv (HPM_PRELOAD, joined, 1);
    free (joined);
    return failed;
}

/* AddressSanitizer insists on being the first library of a program, and would
 * end it: what comes before it, ours, needs nothing of it.  */
static int
calm_sanitizer (void)
{
    static const char option[] = "verify_asan_link_order=0";
    const char *before = getenv ("ASAN_OPTIONS");
    char *joined;
    int failed;

    if (!before || *before == '\0')
        return setenv ("ASAN_OPTIONS", option, 1);
    if (strstr (before, "verify_asan_link_order"))
        return 0;
    if (asprintf (&joined, "%s:%s", before, option) < 0)
        return -1;
    failed = setenv ("ASAN_OPTIONS", joined, 1);
    free (joined);
    return failed;
}

/* Libraries that load one tool, the user's where there is one.  Each stands for
 * itself, but Kokkos has two names, and ends the program where they differ.  */
static int
export_marks (const char *marks)
{
    static const char *const variables[]
        = { HPM_MARKS_KOKKOS, "NVTX_INJECTION64_PATH", "INTEL_LIBITTNOTIFY64" };
    int failed = setenv (HPM_MARKS_VARIABLE, marks, 1);

    for (size_t i = 0; i < sizeof variables / sizeof *variables; i++)
        if (i > 0 || !getenv (HPM_MARKS_OLD_KOKKOS))
            failed |= setenv (variables[i], marks, 0);
    return failed;
}

int
hpm_environment_export (const struct hpm_options *options,
                        const struct hpm_places *places, const char *program,
                        const char *mark, struct hpm_error *error)
{
    int outside = *mark != '\0';

    if (!hpm_preload_holds (places->library))
        return hpm_error_set (error,
                              "cannot preload '%s': " HPM_PRELOAD
                              " holds no path with a blank or a colon",
                              places->library);
    if (export_below (options) || export_settings (options, places->writer)
        || export_token (program, mark)
        || (options->mpi != HPM_MPI_OFF && preload (places->calls))
        || preload (places->library) || calm_sanitizer ()
        || (!outside && export_marks (places->marks))
        || (outside && setenv ("HPM_SNAPSHOT", "0", 1)))
        return hpm_error_set (error, "out of memory");
    return 0;
}
