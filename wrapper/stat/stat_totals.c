/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/stat_totals.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "wrapper/launch/notice.h"
#include "wrapper/stat/nodes/stat_gather.h"

/* A folder of our own, for what is needed for a moment.  */
struct scratch {
    char folder[PATH_MAX - 32];
    char stream[PATH_MAX];
    char result[PATH_MAX]; /* where nobody wants to keep it */
};

static int
scratch_make (struct scratch *scratch, struct hpm_error *error)
{
    const char *place = getenv ("TMPDIR");

    if (snprintf (scratch->folder, sizeof scratch->folder, "%s/hpmstat-XXXXXX",
                  place && *place == '/' ? place : "/tmp")
            >= (int)sizeof scratch->folder
        || !mkdtemp (scratch->folder))
        return hpm_error_set (error,
                              "cannot make a folder %s: %s (TMPDIR names "
                              "another place)",
                              scratch->folder, strerror (errno));
    snprintf (scratch->stream, sizeof scratch->stream, "%s/stream",
              scratch->folder);
    snprintf (scratch->result, sizeof scratch->result, "%s/hpmstat.h5",
              scratch->folder);
    return 0;
}

static void
scratch_remove (const struct scratch *scratch)
{
    unlink (scratch->stream);
    unlink (scratch->result);
    rmdir (scratch->folder);
}

/* A result that nobody asked for, where it found no room among the scratch.  */
static void
remove_unasked (const struct scratch *scratch, const char *result)
{
    struct hpm_error text;

    if (!strcmp (result, scratch->result) || unlink (result))
        return;
    hpm_error_set (&text, "removed %s, as no -o asks for a file", result);
    hpm_complain ("hpmstat", text.text);
}

/* Start hpmagg.  Returns 0 or -1.  */
static int
start (pid_t *pid, char *const *arguments, const char *path,
       struct hpm_error *error)
{
    int failure;

    fflush (stdout);
    failure = posix_spawn (pid, path, NULL, NULL, arguments, environ);
    return failure ? hpm_error_set (error, "cannot start %s: %s", path,
                                    strerror (failure))
                   : 0;
}

/* Signals that end a count do not end it.  Returns 0, or -1 where it failed;
 * that nobody reads any more what it shows is no failure.  */
static int
wait_for (pid_t pid)
{
    int status;

    while (waitpid (pid, &status, 0) < 0 && errno == EINTR)
        continue;
    if (WIFSIGNALED (status) && WTERMSIG (status) == SIGPIPE)
        return 0;
    return WIFEXITED (status) && WEXITSTATUS (status) == 0 ? 0 : -1;
}

/* What hpmagg has for who waits: "ok NAME" or "failed WHY", "" where there is
 * nothing.  A newline ends it, but a name may have others.  */
static void
read_word (int file, char *word, size_t size)
{
    size_t length = 0;
    ssize_t n;

    do {
        n = read (file, word + length, size - 1 - length);
        length += n > 0 ? (size_t)n : 0;
    } while (n > 0 || (n < 0 && errno == EINTR));
    close (file);
    if (length && word[length - 1] == '\n')
        length--;
    word[length] = '\0';
}

/* Which name the file got: another one where there was no room, or another
 * file by now.  */
static int
take_name (char result[PATH_MAX], const char *word, const char *path,
           struct hpm_error *error)
{
    if (!strncmp (word, "ok ", 3)) {
        snprintf (result, PATH_MAX, "%.*s", PATH_MAX - 1, word + 3);
        return 0;
    }
    return strncmp (word, "failed ", 7)
               ? hpm_error_set (error, "no result file: %s failed", path)
               : hpm_error_set (error, "no result file: %s", word + 7);
}

/* Write it to `result`, which gets the name that it has in the end.  */
static int
write_result (const struct scratch *scratch, char result[PATH_MAX],
              const struct hpm_options *options, const char *path,
              struct hpm_error *error)
{
    char done[32], word[PATH_MAX + 16];
    int ends[2], failed;
    pid_t pid;
    char *arguments[] = { (char *)"hpmstat",
                          (char *)"--write",
                          (char *)scratch->stream,
                          (char *)"-o",
                          (char *)result,
                          (char *)"--summary=none",
                          done,
                          options->force ? (char *)"--force" : NULL,
                          NULL };

    if (pipe (ends))
        return hpm_error_set (error, "no result file: no pipe: %s",
                              strerror (errno));
    fcntl (ends[0], F_SETFD, FD_CLOEXEC);
    snprintf (done, sizeof done, "--done-fd=%d", ends[1]);
    failed = start (&pid, arguments, path, error);
    close (ends[1]);
    if (failed) {
        close (ends[0]);
        return -1;
    }
    read_word (ends[0], word, sizeof word);
    wait_for (pid);
    return take_name (result, word, path, error);
}

static int
show_result (const char *result, const struct hpm_stat_command *command,
             const char *path, struct hpm_error *error)
{
    char *node[] = { (char *)"hpmagg", (char *)"--summary=full", (char *)"--",
                     (char *)result, NULL };
    char *rows[] = { (char *)"hpmagg", (char *)"--per=rank", (char *)"--events",
                     (char *)"--",     (char *)result,       NULL };
    char **arguments = command->place == HPM_STAT_PROCESSOR
                               || command->place == HPM_STAT_PROCESS
                           ? rows
                           : node;
    pid_t pid;

    if (start (&pid, arguments, path, error))
        return -1;
    return wait_for (pid) ? hpm_error_set (error, "no totals: %s failed", path)
                          : 0;
}

/* What would be found out when all is counted, and lost.  */
int
hpm_stat_totals_check (const struct hpm_options *options,
                       const struct hpm_places *places, struct hpm_error *error)
{
    struct scratch scratch;
    struct stat status;

    if (options->quiet && !*options->output)
        return 0;
    if (stat (options->output, &status) == 0 && S_ISDIR (status.st_mode))
        return hpm_error_set (error,
                              "cannot write results to '%s': it is a folder "
                              "(-o names a file)",
                              options->output);
    if (access (places->writer, X_OK))
        return hpm_error_set (error,
                              "cannot start %s, which writes and shows "
                              "results: %s (--writer names it)",
                              places->writer, strerror (errno));
    if (scratch_make (&scratch, error))
        return -1;
    scratch_remove (&scratch);
    return 0;
}

/* The stream of this node, where the others find it.  */
static int
leave_stream (const struct hpm_stat_facts *facts,
              const struct hpm_stat_table *table,
              const struct hpm_targets *targets,
              const struct hpm_options *options, struct hpm_stat_nodes *nodes,
              struct hpm_error *error)
{
    char path[PATH_MAX];

    hpm_stat_nodes_stream (nodes, path);
    return hpm_stat_stream_write (path, facts, table, targets, options, error)
                   || hpm_stat_nodes_leave (nodes, error)
               ? -1
               : 0;
}

/* Make one stream of those of all nodes.  Returns how many nodes it lacks, of
 * which the error tells, or -1.  */
static int
join_streams (const char *path, struct hpm_stat_nodes *nodes,
              struct hpm_stat_process *process, struct hpm_error *error)
{
    struct hpm_stat_input *inputs
        = calloc ((size_t)nodes->count, sizeof *inputs);
    struct hpm_error failure;
    int lacks = inputs ? hpm_stat_gather (nodes, process, inputs, error) : -1;
    int damaged = 0;

    if (lacks < 0)
        hpm_error_set (error, "out of memory");
    else
        damaged = hpm_stat_merge_files (path, inputs, nodes->count, &failure);
    if (damaged < 0)
        *error = failure;
    else if (damaged && !lacks)
        hpm_error_set (error, "the result is without a node: %.*s",
                       (int)sizeof error->text / 2, failure.text);
    if (inputs)
        hpm_stat_inputs_release (inputs, nodes->count);
    return lacks < 0 || damaged < 0 ? -1 : lacks + damaged;
}

int
hpm_stat_totals (const struct hpm_stat_command *command,
                 const struct hpm_stat_facts *facts,
                 const struct hpm_stat_table *table,
                 const struct hpm_targets *targets,
                 const struct hpm_options *options,
                 const struct hpm_places *places, struct hpm_stat_nodes *nodes,
                 struct hpm_stat_process *process, struct hpm_error *error)
{
    struct hpm_error missing = { "" };
    struct scratch scratch;
    char result[PATH_MAX];
    int failed, lacks = 0, follows;

    if (options->quiet && !*options->output)
        return 0;
    signal (SIGXFSZ, SIG_IGN); /* a file that may not grow is an error */
    follows = hpm_stat_nodes_follow (nodes, process, error);
    if (follows)
        return follows < 0 ? -1
                           : leave_stream (facts, table, targets, options,
                                           nodes, error);
    if (scratch_make (&scratch, error))
        return -1;
    snprintf (result, sizeof result, "%s",
              *options->output ? options->output : scratch.result);
    if (nodes->joined) {
        failed = leave_stream (facts, table, targets, options, nodes, error);
        if (!failed)
            lacks = join_streams (scratch.stream, nodes, process, &missing);
        if (lacks < 0)
            *error = missing;
        failed |= lacks < 0;
    } else
        failed = hpm_stat_stream_write (scratch.stream, facts, table, targets,
                                        options, error);
    failed = failed
             || write_result (&scratch, result, options, places->writer, error)
             || (!options->quiet
                 && show_result (result, command, places->writer, error));
    if (!*options->output)
        remove_unasked (&scratch, result);
    scratch_remove (&scratch);
    if (!failed && lacks)
        *error = missing;
    return failed || lacks ? -1 : 0;
}
