/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/repeat.h"

#include <errno.h>
#include <glob.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/libc.h"
#include "base/text.h"
#include "wrapper/launch/notice.h"
#include "wrapper/launch/pass_on.h"
#include "wrapper/launch/words.h"

#define FAILED 2
#define NOT_FOUND 127
#define SIGNALLED 128 /* and the number, as a shell has it */

enum { BASE, NEW, SIDES };

/* What is run.  */
struct series {
    const struct hpm_settings *settings;
    struct hpm_words command[SIDES], flags;
    char stem[PATH_MAX]; /* of result files */
    int sides, count;
    int complete;             /* runs */
    char last[PATH_MAX + 32]; /* file of these; "" */
};

static void
name_file (const struct series *series, int side, int number,
           char path[PATH_MAX + 32])
{
    const char *word = series->sides < SIDES ? ""
                       : side == BASE        ? "-base"
                                             : "-new";

    snprintf (path, PATH_MAX + 32, "%s%s.%d.h5", series->stem, word, number);
}

/* A program without MPI has no ranks to be told apart by: each process names
 * its file by a number behind that of the run.  The first of these, and how
 * many there are.  */
static int
find_parts (const char *path, char first[PATH_MAX + 32])
{
    char pattern[2 * PATH_MAX + 80];
    size_t length = 0, stem = strlen (path) - strlen (".h5");
    glob_t found;
    int count = 0;

    for (size_t i = 0; i < stem; i++) {
        if (strchr ("*?[\\", path[i]))
            pattern[length++] = '\\';
        pattern[length++] = path[i];
    }
    strcpy (pattern + length, ".[0-9]*.h5");
    if (!glob (pattern, 0, NULL, &found)) {
        count = (int)found.gl_pathc;
        snprintf (first, PATH_MAX + 32, "%s", found.gl_pathv[0]);
    }
    globfree (&found);
    return count;
}

/* The name of -o without its end, or a name in the folder of -d.  */
static int
find_stem (struct series *series, struct hpm_error *error)
{
    const struct hpm_options *options = &series->settings->options;
    const char *name = *options->output ? options->output : "repeat.h5";
    size_t length = strlen (name);
    int in_folder = *options->directory && !*options->output;

    if (strchr (name, '%') || strchr (options->directory, '%'))
        return hpm_error_set (error, "--repeat names each file by a number: "
                                     "leave '%%' out of -o and -d");
    if (length > 3 && !strcmp (name + length - 3, ".h5"))
        length -= 3;
    if (snprintf (series->stem, PATH_MAX, "%s%s%.*s",
                  in_folder ? options->directory : "", in_folder ? "/" : "",
                  (int)length, name)
        >= PATH_MAX)
        return hpm_error_set (error, "the name of the result is too long");
    return 0;
}

/* A result that is there would be kept, and the new one be named otherwise.  */
static int
check_files (const struct series *series, struct hpm_error *error)
{
    char path[PATH_MAX + 32], part[PATH_MAX + 32];

    if (series->settings->options.force)
        return 0;
    for (int side = 0; side < series->sides; side++)
        for (int i = 1; i <= series->count; i++) {
            name_file (series, side, i, path);
            if (!access (path, F_OK) || find_parts (path, part))
                return hpm_error_set (error,
                                      "%s exists: --force replaces it, -o "
                                      "gives another name",
                                      access (path, F_OK) ? part : path);
        }
    return 0;
}

/* A rank that a launcher started; a batch script of Slurm has a number, too. */
static int
is_rank (void)
{
    return getenv ("OMPI_COMM_WORLD_RANK") || getenv ("PMIX_RANK")
           || getenv ("PMI_RANK");
}

static int
prepare (struct series *series, char **argv, struct hpm_error *error)
{
    const struct hpm_command *command = &series->settings->command;
    char *const *program = command->program;
    int failed = 0;

    if (!command->repeat)
        return hpm_error_set (error, "--against goes with --repeat=N");
    if (!*program)
        return hpm_error_set (error, "no command given to repeat");
    if (is_rank ())
        return hpm_error_set (error,
                              "--repeat starts the launcher: write "
                              "hpmrun --repeat=%d mpirun ... PROGRAM",
                              command->repeat);
    series->count = command->repeat;
    series->sides = command->against ? SIDES : 1;
    for (int i = 0; !failed && program[i]; i++)
        failed = hpm_words_add (&series->command[BASE], program[i]);
    if (failed || hpm_command_settings (argv, &series->flags))
        return hpm_error_set (error, "out of memory");
    if (command->against
        && hpm_words_split (&series->command[NEW], command->against, error))
        return -1;
    return find_stem (series, error) || check_files (series, error);
}

/* A run of the series.  */
struct one {
    const struct series *series;
    int side;
    const char *file;
};

/* The child's: hpmrun with the flags, and the file by a path that holds in any
 * folder.  */
static void
become (const void *data)
{
    const struct one *one = data;
    const struct series *series = one->series;
    const char *file = one->file;
    struct hpm_words own = { 0 }, all = { 0 };
    struct hpm_error error;
    char here[PATH_MAX], path[2 * PATH_MAX + 64], self[PATH_MAX];
    ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);

    if (length < 0 || !getcwd (here, sizeof here))
        _exit (FAILED);
    self[length] = '\0';
    snprintf (path, sizeof path, "%s%s%s", *file == '/' ? "" : here,
              *file == '/' ? "" : "/", file);
    if (hpm_words_add (&own, self) || hpm_words_add (&own, "--summary=none"))
        _exit (FAILED);
    for (int i = 0; i < series->flags.count; i++)
        if (hpm_words_add (&own, series->flags.list[i]))
            _exit (FAILED);
    if (hpm_words_add (&own, "-o") || hpm_words_add (&own, path)
        || hpm_words_command (&all, series->command[one->side].list, &own))
        _exit (FAILED);
    execvp (all.list[0], all.list);
    hpm_error_set (&error, "cannot run '%s': %s", all.list[0],
                   strerror (errno));
    hpm_complain ("hpmrun", error.text);
    _exit (NOT_FOUND);
}

/* Returns the status of a shell.  */
static int
tell_signal (const struct series *series, const char *path,
             struct hpm_error *error)
{
    int number = hpm_pass_on_signal ();

    hpm_error_set (error,
                   "SIG%s came and ended the run for %s: no more were "
                   "started, and %d of %d are complete%s%s",
                   hpm_libc_sigabbrev_np (number), path, series->complete,
                   series->sides * series->count,
                   series->complete ? ", the last one is " : "", series->last);
    return SIGNALLED + number;
}

static void
tell_none (const char *path, struct hpm_error *error)
{
    char part[PATH_MAX + 32];
    int count = find_parts (path, part);

    if (count)
        hpm_error_set (error,
                       "the run left no %s, but %d files of one process each, "
                       "as of a program without MPI, such as %s: these are no "
                       "results of a job to compare",
                       path, count, part);
    else
        hpm_error_set (error,
                       "the run left no %s: nothing in it was counted, or an "
                       "-o in the command names another file",
                       path);
}

static int
run_and_check (struct series *series, int side, int number,
               struct hpm_error *error)
{
    char path[PATH_MAX + 32];
    struct one one = { series, side, path };
    int status;

    name_file (series, side, number, path);
    if (!series->settings->options.quiet)
        hpm_notice ("run %d of %d: %s", number, series->count, path);
    status = hpm_pass_on_run (become, &one);
    if (hpm_pass_on_signal ())
        return tell_signal (series, path, error);
    if (status < 0) {
        hpm_error_set (error, "cannot start the run for %s: %s", path,
                       strerror (errno));
        return FAILED;
    }
    if (status) {
        hpm_error_set (error,
                       "the run for %s ended with status %d, so no more were "
                       "started",
                       path, status);
        return status;
    }
    if (!access (path, R_OK)) {
        series->complete++;
        strcpy (series->last, path);
        return 0;
    }
    tell_none (path, error);
    return FAILED;
}

/* A B, B A, A B ...: what changes with time is on both sides.  */
static int
run_all (struct series *series, struct hpm_error *error)
{
    hpm_pass_on_begin ();
    for (int i = 1; i <= series->count; i++)
        for (int k = 0; k < series->sides; k++) {
            int side = series->sides < SIDES ? BASE : (i + 1 + k) % 2;
            int status = run_and_check (series, side, i, error);

            if (status)
                return status;
        }
    return 0;
}

static int
add_files (const struct series *series, int side, struct hpm_words *words)
{
    char path[PATH_MAX + 32];
    int failed = 0;

    for (int i = 1; !failed && i <= series->count; i++) {
        name_file (series, side, i, path);
        failed = hpm_words_add (words, path);
    }
    return failed;
}

/* The child's: hpmagg, on standard error.  */
static void
become_hpmagg (const void *data)
{
    const struct hpm_words *words = data;
    struct hpm_error error;

    dup2 (STDERR_FILENO, STDOUT_FILENO);
    execv (words->list[0], words->list);
    hpm_error_set (&error, "cannot run %s: %s", words->list[0],
                   strerror (errno));
    hpm_complain ("hpmrun", error.text);
    _exit (FAILED);
}

/* Returns an exit status, 0 also where nobody reads the comparison any more; or
 * -1 with the error.  */
static int
show (const struct hpm_words *words, struct hpm_error *error)
{
    int status = hpm_pass_on_run (become_hpmagg, words);

    if (hpm_pass_on_signal ())
        return SIGNALLED + hpm_pass_on_signal ();
    if (status == SIGNALLED + SIGPIPE)
        return 0;
    if (status < 0)
        return hpm_error_set (error, "cannot start %s: %s", words->list[0],
                              strerror (errno));
    if (status > SIGNALLED)
        hpm_error_set (error, "no comparison: %s ended with status %d",
                       words->list[0], status);
    return status;
}

/* The same.  */
static int
tell (const struct series *series, const char *hpmagg, struct hpm_error *error)
{
    struct hpm_words words = { 0 };
    int both = series->sides == SIDES, status;

    if (hpm_words_add (&words, hpmagg)
        || hpm_words_add (&words, both ? "--diff" : "--spread")
        || add_files (series, BASE, &words)
        || (both
            && (hpm_words_add (&words, "--to")
                || add_files (series, NEW, &words))))
        status = hpm_error_set (error, "out of memory");
    else
        status = show (&words, error);
    hpm_words_release (&words);
    return status;
}

int
hpm_repeat_run (const struct hpm_settings *settings, char **argv,
                const char *hpmagg, struct hpm_error *error)
{
    struct series series = { .settings = settings };
    int status;

    *error->text = '\0';
    status = prepare (&series, argv, error) ? FAILED : 0;
    if (!status)
        status = run_all (&series, error);
    if (!status)
        status = tell (&series, hpmagg, error);
    if (status < 0)
        status = FAILED;
    for (int side = 0; side < SIDES; side++)
        hpm_words_release (&series.command[side]);
    hpm_words_release (&series.flags);
    return status;
}
