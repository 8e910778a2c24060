/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/file/stat_stream.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pwd.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "include/hpm_launch.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/wire/stream_texts.h"
#include "wrapper/stat/rows/process_stat.h"

/* The only one: the first of HPM_REGIONS.  */
#define REGION "program"

/* ---- texts of the run --------------------------------------------------- */

/* The words of hpmstat's command line, which become one text.  */
static void
add_command (struct hpm_stream_buffer *texts, char *const *argv)
{
    hpm_stream_buffer_append (texts, "command", sizeof "command");
    for (int i = 0; argv[i]; i++) {
        hpm_stream_buffer_append (texts, " ", i > 0);
        hpm_stream_buffer_append (texts, argv[i], strlen (argv[i]));
    }
    hpm_stream_buffer_append (texts, "", 1);
}

static void
add_places (struct hpm_stream_buffer *texts)
{
    char path[PATH_MAX], user[32];
    ssize_t length = readlink ("/proc/self/exe", path, sizeof path - 1);
    const struct passwd *entry = getpwuid (geteuid ());

    path[length < 0 ? 0 : length] = '\0';
    hpm_stream_text_add (texts, "program", path);
    if (getcwd (path, sizeof path))
        hpm_stream_text_add (texts, "working_directory", path);
    snprintf (user, sizeof user, "%u", geteuid ());
    hpm_stream_text_add (texts, "user", entry ? entry->pw_name : user);
}

static void
add_rows (struct hpm_stream_buffer *texts, const struct hpm_targets *targets)
{
    char rows[HPM_TARGETS_ROWS];

    hpm_targets_rows (targets, rows);
    hpm_stream_text_add (texts, "rows", rows);
}

/* A setting is a line; no name has an end of line in it that hpmstat takes.  */
static void
add_options (struct hpm_stream_buffer *texts, const struct hpm_options *options)
{
    char buffer[HPM_SETTING_TEXT];

    hpm_stream_buffer_append (texts, "options", sizeof "options");
    for (int i = 0; i < HPM_SETTING_COUNT; i++) {
        const char *name = hpm_setting_variable (i);
        const char *value = hpm_options_text (options, i, buffer);

        if (strpbrk (value, "\n\\"))
            continue;
        hpm_stream_buffer_append (texts, name, strlen (name));
        hpm_stream_buffer_append (texts, "=", 1);
        hpm_stream_buffer_append (texts, value, strlen (value));
        hpm_stream_buffer_append (texts, "\n", 1);
    }
    hpm_stream_buffer_append (texts, "", 1);
}

static void
append_texts (struct hpm_stream_buffer *stream,
              const struct hpm_stat_facts *facts,
              const struct hpm_stat_table *table,
              const struct hpm_targets *targets,
              const struct hpm_options *options)
{
    struct hpm_stream_buffer texts = { .data = NULL };
    char domain[HPM_SETTING_TEXT];

    add_command (&texts, facts->argv);
    add_places (&texts);
    hpm_stream_text_time (&texts, "start_time", facts->start);
    hpm_stream_text_time (&texts, "end_time", facts->end);
    hpm_stream_text_number (&texts, "ranks", targets->count);
    add_rows (&texts, targets);
    hpm_stream_text_add (&texts, "status", "complete");
    hpm_stream_text_add (&texts, "tool_version", PACKAGE_VERSION);
    hpm_stream_text_add (&texts, "papi_version", table->events.backend_version);
    hpm_stream_texts_machine (&texts, options->domain);
    hpm_stream_text_add (
        &texts, "domain",
        hpm_options_text (options, HPM_SETTING_domain, domain));
    hpm_stream_text_add (&texts, "scope",
                         targets->kind == HPM_TARGETS_PROCESSES
                             ? HPM_RUN_SCOPE_ATTACHED
                             : HPM_RUN_SCOPE_NODE);
    hpm_stream_text_add (&texts, "groups", options->groups);
    add_options (&texts, options);
    hpm_stream_buffer_chunk (stream, HPM_CHUNK_RUN, 0, texts.data, texts.bytes);
    stream->failed |= texts.failed;
    hpm_stream_buffer_release (&texts);
}

/* ---- a target ----------------------------------------------------------- */

static void
append_record (struct hpm_stream_buffer *stream,
               const struct hpm_stat_facts *facts,
               const struct hpm_targets *targets, int rank)
{
    int number = targets->numbers[rank];
    int is_process = targets->kind == HPM_TARGETS_PROCESSES;
    struct hpm_rank_record record = { .rank = rank,
                                      .status = HPM_RANK_COMPLETE,
                                      .pid = is_process ? number : getpid (),
                                      .start_time = facts->start,
                                      .end_time = facts->end,
                                      .wall_time = facts->wall,
                                      .overhead_start = facts->overhead_start,
                                      .overhead_stop = facts->overhead_stop,
                                      .periods = 1,
                                      .thread_level = -1,
                                      .threads_seen = facts->threads[rank],
                                      .cpu_last = is_process ? -1 : number };
    char host[HOST_NAME_MAX + 1] = "";

    if (gethostname (host, sizeof host - 1) == 0)
        hpm_text_field (record.host, sizeof record.host, host, strlen (host));
    if (!is_process)
        snprintf (record.cpus_allowed, sizeof record.cpus_allowed, "%d",
                  number);
    hpm_stream_buffer_chunk (stream, HPM_CHUNK_RANK, rank, &record,
                             sizeof record);
}

static void
append_thread (struct hpm_stream_buffer *stream,
               const struct hpm_stat_facts *facts,
               const struct hpm_targets *targets, int rank)
{
    int number = targets->numbers[rank];
    int is_process = targets->kind == HPM_TARGETS_PROCESSES;
    struct hpm_process_stat stat = { .name = "" };
    struct hpm_thread_record record = { .rank = rank,
                                        .role = HPM_ROLE_MAIN,
                                        .merged = facts->threads[rank],
                                        .tid = is_process ? number : 0,
                                        .start_time = facts->start,
                                        .end_time = facts->end,
                                        .cpu_last = is_process ? -1 : number,
                                        .alive = 1 };

    if (is_process) {
        record.alive = hpm_process_stat_read (number, &stat) == 0;
        hpm_text_field (record.name, sizeof record.name, stat.name,
                        strlen (stat.name));
    } else {
        snprintf (record.name, sizeof record.name, "cpu%d", number);
        snprintf (record.cpus_allowed, sizeof record.cpus_allowed, "%d",
                  number);
    }
    hpm_stream_buffer_chunk (stream, HPM_CHUNK_THREADS, rank, &record,
                             sizeof record);
}

static void
append_targets (struct hpm_stream_buffer *stream,
                const struct hpm_stat_facts *facts,
                const struct hpm_stat_table *table,
                const struct hpm_targets *targets)
{
    int columns = table->events.count;

    for (int i = 0; i < targets->count; i++) {
        hpm_stat_course_append (&facts->course, i, stream);
        append_record (stream, facts, targets, i);
        append_thread (stream, facts, targets, i);
        if (i == 0)
            hpm_node_counters_append (stream, i);
        hpm_stream_buffer_chunk (stream, HPM_CHUNK_CELLS, i,
                                 facts->cells + i * columns,
                                 (size_t)columns * sizeof *facts->cells);
    }
}

void
hpm_stat_facts_release (struct hpm_stat_facts *facts)
{
    free ((void *)facts->cells);
    free (facts->threads);
    hpm_stat_course_release (&facts->course);
    memset (facts, 0, sizeof *facts);
}

/* ---- the whole ---------------------------------------------------------- */

int
hpm_stat_stream_save (const char *path, const struct hpm_stream_buffer *stream,
                      struct hpm_error *error)
{
    int fd = open (path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    size_t written = 0;
    ssize_t n = 0;

    while (fd >= 0 && written < stream->bytes
           && (n = write (fd, stream->data + written, stream->bytes - written))
                  > 0)
        written += (size_t)n;
    if (fd >= 0 && close (fd) == 0 && written == stream->bytes)
        return 0;
    return hpm_error_set (error, "cannot write %s: %s", path, strerror (errno));
}

int
hpm_stat_stream_write (const char *path, const struct hpm_stat_facts *facts,
                       const struct hpm_stat_table *table,
                       const struct hpm_targets *targets,
                       const struct hpm_options *options,
                       struct hpm_error *error)
{
    static const char regions[] = REGION;
    struct hpm_stream_buffer stream = { .data = NULL };
    int failed;

    hpm_stream_buffer_header (&stream);
    append_texts (&stream, facts, table, targets, options);
    hpm_stream_buffer_chunk (&stream, HPM_CHUNK_REGIONS, 0, regions,
                             sizeof regions);
    hpm_stream_buffer_chunk (
        &stream, HPM_CHUNK_EVENTS, 0, table->events.records,
        (size_t)table->events.width * sizeof *table->events.records);
    append_targets (&stream, facts, table, targets);
    hpm_stream_buffer_chunk (&stream, HPM_CHUNK_END, 0, NULL, 0);
    failed = stream.failed ? hpm_error_set (error, "out of memory")
                           : hpm_stat_stream_save (path, &stream, error);
    hpm_stream_buffer_release (&stream);
    return failed ? -1 : 0;
}
