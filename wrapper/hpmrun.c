/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmrun: check all that can be checked before a program runs, tell the library
 * what to do, and become the program.
 */
#include <config.h>

#include <dlfcn.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/launched.h"
#include "base/file/program_file.h"
#include "base/file/standard_files.h"
#include "base/option/page_setting.h"
#include "base/option/sample_setting.h"
#include "base/option/signal_pair.h"
#include "base/text.h"
#include "include/hpm_launch.h"
#include "wrapper/calibrate/calibrate.h"
#include "wrapper/list/check.h"
#include "wrapper/plan/backend_load.h"
#include "wrapper/plan/costs.h"
#include "wrapper/list/show_config.h"
#include "wrapper/launch/environment.h"
#include "wrapper/plan/definitions.h"
#include "wrapper/plan/events.h"
#include "wrapper/plan/groups.h"
#include "wrapper/launch/launch.h"
#include "wrapper/launch/launcher.h"
#include "wrapper/launch/left.h"
#include "wrapper/list/list.h"
#include "wrapper/launch/notice.h"
#include "wrapper/launch/output.h"
#include "wrapper/launch/outside.h"
#include "wrapper/launch/places.h"
#include "wrapper/launch/program.h"
#include "wrapper/launch/repeat.h"
#include "wrapper/launch/settings.h"
#include "wrapper/launch/site_lines.h"

#define EXIT_ERROR 2

/* What this copy of hpmrun knows.  */
struct run {
    struct hpm_launch launch;
    struct hpm_settings settings;
    struct hpm_places places;
    struct hpm_error error;
    char **argv;
    char *warnings; /* of the last attempt, a line each; or NULL */
    int error_of_host;
};

/* An hpm_warn_fn: rank 0 tells what is the same for all.  */
static void
warn (const char *text, void *data)
{
    const struct run *run = data;

    if (run->launch.rank == 0)
        hpm_notice ("%s", text);
}

/* The same, to be told once it is known that this attempt is the last.  */
static void
warn_later (const char *text, void *data)
{
    struct run *run = data;
    char *plain = hpm_text_escaped (text), *all;

    if (plain
        && asprintf (&all, "%s%s\n", run->warnings ? run->warnings : "", plain)
               >= 0) {
        free (run->warnings);
        run->warnings = all;
    }
    free (plain);
}

static void
tell_warnings (struct run *run)
{
    const char *rest = run->warnings;
    struct hpm_piece line;

    while (rest && *rest && hpm_text_part (&rest, '\n', &line))
        if (run->launch.rank == 0)
            hpm_notice ("%.*s", (int)line.length, line.start);
    free (run->warnings);
    run->warnings = NULL;
}

/* mpirun ends all ranks as soon as one fails: the others leave rank 0 the time
 * to say why.  */
#define SECONDS_FOR_RANK_0 1

/* End with the error of the run, told by one rank.  */
static int
fail (const struct run *run, int status)
{
    if (run->launch.rank == 0)
        hpm_complain ("hpmrun", run->error.text);
    else if (run->launch.rank > 0)
        sleep (SECONDS_FOR_RANK_0);
    return status;
}

/* End with an error that other hosts may not have.  */
static int
fail_here (const struct run *run, int status)
{
    if (hpm_launch_speaks_for_host (&run->launch))
        hpm_complain ("hpmrun", run->error.text);
    return status;
}

static int
refuse_launcher (const struct run *run, char **argv)
{
    if (run->launch.rank == 0)
        hpm_launcher_refuse (argv, (int)(run->settings.command.program - argv));
    return EXIT_ERROR;
}

/* What is the same wherever this rank runs.  Returns 0 or -1.  */
static int
check_request (struct run *run, const char *program)
{
    struct hpm_options *options = &run->settings.options;
    struct hpm_signal_pair signals;
    struct hpm_sample_setting sample;
    struct hpm_page_setting pages;
    struct hpm_error none;
    char path[PATH_MAX];
    struct hpm_program what;
    int found = !hpm_program_find (&what, program, path, sizeof path, &none);

    if (hpm_signal_pair_read (&signals, options, &run->error)
        || hpm_sample_setting_read (&sample, options, &run->error)
        || hpm_page_setting_read (&pages, options, &run->error)
        || hpm_groups_apply (options, &run->places, found ? path : NULL,
                             warn_later, run, &run->error)
        || hpm_events_check (options, &run->places, warn_later, run,
                             &run->error))
        return -1;
    /* The result is written there: its folder need not be elsewhere.  */
    if (!hpm_launch_beside_rank_0 (&run->launch))
        return 0;
    return hpm_output_check (options, &run->error)
                   || hpm_run_definitions_check (options, &run->places,
                                                 &run->error)
                   || hpm_run_costs_check (&run->settings.options, &run->places,
                                           warn_later, run, &run->error)
               ? -1
               : 0;
}

/* Become the program, or what counts it from outside; return only an exit
 * status.  */
static int
become (struct run *run, char **program, int outside)
{
    if (outside) {
        hpm_outside_become (program, &run->error);
        return fail_here (run, HPM_EXIT_CANNOT_RUN);
    }
    execvp (program[0], program);
    hpm_error_set (&run->error, "cannot run '%s': %s", program[0],
                   errno == ENOENT
                       ? "the interpreter or loader it asks for is missing"
                       : strerror (errno));
    return fail_here (run, errno == ENOENT ? HPM_EXIT_NOT_FOUND
                                           : HPM_EXIT_CANNOT_RUN);
}

/* Whose counts are where, with one hpmrun below another, and whether there will
 * be any.  */
static void
tell_doubts (struct run *run, const struct hpm_program *found,
             const char *program)
{
    char text[PATH_MAX + 128];

    if (run->settings.options.quiet)
        return;
    if (hpm_program_doubt (found, text, sizeof text))
        warn (text, run);
    if (hpm_launched_token ())
        warn ("hpmrun started hpmrun: the program is counted once, as the last "
              "one is told; what the others were told are its defaults",
              run);
    else if (hpm_environment_below (&run->settings.options)) {
        snprintf (text, sizeof text,
                  "this hpmrun runs below another one: the result is that of "
                  "%s alone (a file of each: -o FILE)",
                  program);
        warn (text, run);
    }
}

static int
run_program (struct run *run, char **argv)
{
    char **program = run->settings.command.program;
    struct hpm_program found;
    const char *mark;
    char path[PATH_MAX];
    int status;

    if (hpm_launcher_is (program[0]))
        return refuse_launcher (run, argv);
    status
        = hpm_program_find (&found, program[0], path, sizeof path, &run->error);
    if (status)
        return fail_here (run, status);
    if (hpm_places_check (&run->places, &run->settings.options, &run->error))
        return fail_here (run, EXIT_ERROR);
    mark = hpm_program_mark (&found);
    tell_doubts (run, &found, program[0]);
    if (hpm_program_check (&found, run->places.library, &run->error)
        || hpm_environment_export (&run->settings.options, &run->places, path,
                                   mark, &run->error))
        return fail_here (run, EXIT_ERROR);
    if (hpm_launch_speaks_for_host (&run->launch))
        hpm_left_tidy (&run->settings.options);
    return become (run, program, *mark);
}

/* What prints and ends; one rank's output is enough.  */
static int
inform (struct run *run)
{
    static int (*const list[]) (const struct hpm_options *,
                                const struct hpm_places *, struct hpm_error *)
        = { [HPM_LIST_EVENTS] = hpm_list_events,
            [HPM_LIST_METRICS] = hpm_list_metrics,
            [HPM_LIST_GROUPS] = hpm_list_groups };
    const struct hpm_settings *settings = &run->settings;
    const struct hpm_options *options = &settings->options;
    struct hpm_error *error = &run->error;
    int status = 0;

    if (run->launch.rank != 0 && !freopen ("/dev/null", "w", stdout))
        return EXIT_ERROR;
    switch (settings->command.action) {
    case HPM_ACTION_HELP:
        hpm_command_help ();
        break;
    case HPM_ACTION_VERSION:
        printf ("hpmrun (%s) %s\n", PACKAGE_NAME, PACKAGE_VERSION);
        break;
    case HPM_ACTION_SHOW_CONFIG:
        status = hpm_config_show (options, &run->places, error);
        break;
    case HPM_ACTION_PRINT_COSTS:
        status = hpm_run_costs_print (options, &run->places, warn, run, error);
        break;
    case HPM_ACTION_CALIBRATE:
        status
            = run->launch.rank == 0 ? hpm_calibrate (
                  settings->command.file ? settings->command.file : "", error)
                                    : 0;
        break;
    case HPM_ACTION_LIST:
        status = list[settings->command.list](options, &run->places, error);
        break;
    default:
        return hpm_check (options, &run->places);
    }
    return status ? fail (run, EXIT_ERROR) : EXIT_SUCCESS;
}

/* What is missing is for --show-config to show.  */
static int
check_source (struct run *run)
{
    if (!run->settings.options.backend.path
        || run->settings.command.action == HPM_ACTION_SHOW_CONFIG)
        return 0;
    run->error_of_host = hpm_source_check (run->places.backend, &run->error);
    return run->error_of_host;
}

/* An hpm_site_attempt_fn: all settings, and all that can be checked of them. */
static int
attempt (void *data, const char left_out[HPM_SETTING_COUNT])
{
    struct run *run = data;
    struct hpm_settings *settings = &run->settings;
    char **program;

    hpm_settings_release (settings);
    free (run->warnings);
    run->warnings = NULL;
    run->error_of_host = 0;
    if (hpm_settings_read (settings, run->argv, left_out, warn_later, run,
                           &run->error)
        || hpm_places_find (&run->places, &settings->options, &run->error)
        || check_source (run))
        return -1;
    program = settings->command.program;
    if (settings->command.action != HPM_ACTION_RUN || !*program
        || hpm_launcher_is (*program))
        return 0;
    return check_request (run, *program);
}

static int
repeat (struct run *run, char **argv)
{
    int status = hpm_repeat_run (&run->settings, argv, run->places.writer,
                                 &run->error);

    return *run->error.text ? fail (run, status) : status;
}

static int
act (struct run *run, char **argv)
{
    struct hpm_error left;
    int failed = hpm_site_lines_settle (&run->settings.options, &run->error,
                                        attempt, run, &left);

    if (*left.text)
        warn (left.text, run);
    tell_warnings (run);
    if (failed)
        return run->error_of_host ? fail_here (run, EXIT_ERROR)
                                  : fail (run, EXIT_ERROR);
    if (run->settings.command.action == HPM_ACTION_REPEAT
        || run->settings.command.action == HPM_ACTION_AGAINST)
        return repeat (run, argv);
    if (run->settings.command.action != HPM_ACTION_RUN)
        return inform (run);
    if (!*run->settings.command.program) {
        hpm_error_set (&run->error, "no program given: hpmrun [OPTION]... "
                                    "PROGRAM [ARGUMENT]... (see --help)");
        return fail (run, EXIT_ERROR);
    }
    return run_program (run, argv);
}

/* Output that did not reach its file is an error.  */
static int
close_output (struct run *run, int status)
{
    if (fflush (stdout) == 0 && !ferror (stdout))
        return status;
    hpm_error_set (&run->error, "cannot write to the standard output: %s",
                   strerror (errno));
    if (run->launch.rank <= 0)
        hpm_complain ("hpmrun", run->error.text);
    return EXIT_ERROR;
}

/* Another hpmrun started this one, with the library in it.  */
static void
leave_count (void)
{
    void (*leave) (void);

    *(void **)&leave = dlsym (RTLD_DEFAULT, HPM_LAUNCHED_LEAVE);
    if (leave)
        leave ();
}

int
main (int argc, char **argv)
{
    static struct run run; /* a small stack has no room for it */
    int status;

    (void)argc;
    run.argv = argv;
    hpm_standard_files_open ();
    hpm_launch_read (&run.launch);
    if (hpm_launched_outside ()) {
        status = hpm_outside_run (argv + 1, &run.error);
        return fail_here (&run, status);
    }
    if (hpm_launched_token ())
        leave_count ();
    status = act (&run, argv);
    hpm_settings_release (&run.settings);
    return close_output (&run, status);
}
