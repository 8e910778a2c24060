/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/launched.h"
#include "base/text.h"
#include "include/hpm_launch.h"
#include "pmpi/wire/mpi_api.h"
#include "pmpi/record/run_texts.h"
#include "pmpi/wire/stream_texts.h"

/* Where batch systems name the job.  */
static const char *const job_variables[] = {
    "SLURM_JOB_ID", "PBS_JOBID", "LSB_JOBID",  "FLUX_JOB_ID",
    "COBALT_JOBID", "JOB_ID",    "OAR_JOB_ID",
};

int
hpm_run_batch_id (char *text, size_t size)
{
    for (size_t i = 0; i < sizeof job_variables / sizeof *job_variables; i++) {
        const char *id = getenv (job_variables[i]);

        if (id && *id && !strchr (id, '/')) {
            snprintf (text, size, "%s", id);
            return 0;
        }
    }
    return -1;
}

void
hpm_run_job_id (char *text, size_t size)
{
    time_t now = time (NULL);
    struct tm local;

    if (hpm_run_batch_id (text, size) == 0)
        return;
    localtime_r (&now, &local);
    strftime (text, size, "%Y%m%d-%H%M%S", &local);
}

/* Arguments, each with its NUL, but for hpmrun's own name where this is hpmrun.
 * Of the thread, as those of the process are gone with its first one.  Returns
 * the bytes read.  */
static size_t
read_command (char *text, size_t size)
{
    int fd = open ("/proc/thread-self/cmdline", O_RDONLY | O_CLOEXEC);
    ssize_t n = fd < 0 ? 0 : read (fd, text, size - 1);

    if (fd >= 0)
        close (fd);
    n = n < 0 ? 0 : n;
    text[n] = '\0';
    if (hpm_launched_outside () && strlen (text) < (size_t)n) {
        n -= (ssize_t)strlen (text) + 1;
        memmove (text, text + strlen (text) + 1, (size_t)n + 1);
    }
    return (size_t)n;
}

void
hpm_run_program_name (char *text, size_t size)
{
    char command[PATH_MAX];
    const char *slash;

    read_command (command, sizeof command);
    slash = strrchr (command, '/');
    snprintf (text, size, "%s", slash ? slash + 1 : command);
    if (!*text)
        snprintf (text, size, "program");
}

/* ---- the texts ---------------------------------------------------------- */

static void
add_command (struct hpm_stream_buffer *texts)
{
    const char *launched = getenv (HPM_LAUNCHED_PROGRAM_VARIABLE);
    char command[16384], program[PATH_MAX];
    size_t n = read_command (command, sizeof command);
    ssize_t length
        = readlink ("/proc/thread-self/exe", program, sizeof program - 1);

    for (size_t i = 0; i + 1 < n; i++)
        if (!command[i])
            command[i] = ' ';
    hpm_stream_text_add (texts, "command", command);
    program[length < 0 ? 0 : length] = '\0';
    hpm_stream_text_add (texts, "program",
                         hpm_launched_outside () && launched ? launched
                                                             : program);
}

static void
add_user (struct hpm_stream_buffer *texts)
{
    const char *name = getenv ("USER");

    if (name)
        hpm_stream_text_add (texts, "user", name);
    else
        hpm_stream_text_number (texts, "user", (long)getuid ());
}

/* The first line, its blanks as one each: MPICH goes on with how it was built.
 */
static void
make_line (char *text)
{
    char *to = text;

    for (const char *from = text; *from && *from != '\n'; from++) {
        char c = *from == '\t' ? ' ' : *from;

        if (c != ' ' || (to > text && to[-1] != ' '))
            *to++ = c;
    }
    *to = '\0';
}

static void
add_mpi (struct hpm_stream_buffer *texts)
{
    char text[HPM_MPI_MAX_LIBRARY_VERSION] = "";
    int length, version, subversion;

    if (!hpm_mpi.comm_world)
        return;
    if (hpm_mpi.Get_library_version (text, &length) == HPM_MPI_SUCCESS) {
        make_line (text);
        hpm_stream_text_add (texts, "mpi_library", text);
    }
    if (hpm_mpi.Get_version (&version, &subversion) == HPM_MPI_SUCCESS) {
        snprintf (text, sizeof text, "%d.%d", version, subversion);
        hpm_stream_text_add (texts, "mpi_standard", text);
    }
}

/* A setting is a line, whatever a name in it holds: "\n" stands for the end of
 * one, and "\\" for itself.  */
static void
append_option (struct hpm_stream_buffer *lines,
               const struct hpm_options *options, enum hpm_setting setting)
{
    char buffer[HPM_SETTING_TEXT];
    const char *variable = hpm_setting_variable (setting);
    const char *value = hpm_options_text (options, setting, buffer);

    hpm_stream_buffer_append (lines, variable, strlen (variable));
    hpm_stream_buffer_append (lines, "=", 1);
    for (; *value; value++) {
        const char *escape = *value == '\n' ? "\\n" : "\\\\";
        size_t length = strcspn (value, "\n\\");

        hpm_stream_buffer_append (lines, length ? value : escape,
                                  length ? length : 2);
        value += length ? length - 1 : 0;
    }
    hpm_stream_buffer_append (lines, "\n", 1);
}

static void
add_options (struct hpm_stream_buffer *texts, const struct hpm_options *options)
{
    struct hpm_stream_buffer lines = { .data = NULL };

    for (int i = 0; i < HPM_SETTING_COUNT; i++)
        append_option (&lines, options, i);
    hpm_stream_buffer_append (&lines, "", 1);
    if (!lines.failed)
        hpm_stream_text_add (texts, "options", lines.data);
    hpm_stream_buffer_release (&lines);
}

void
hpm_run_texts_append (struct hpm_stream_buffer *buffer,
                      const struct hpm_run_facts *facts,
                      const struct hpm_options *options,
                      const struct hpm_event_table *table)
{
    struct hpm_stream_buffer texts = { .data = NULL };
    char domain[HPM_SETTING_TEXT];

    add_command (&texts);
    hpm_stream_text_add (&texts, "working_directory", facts->working_directory);
    hpm_stream_text_add (&texts, "job_id", facts->job_id);
    add_user (&texts);
    hpm_stream_text_time (&texts, "start_time", facts->start_time);
    hpm_stream_text_time (&texts, "end_time", facts->end_time);
    hpm_stream_text_number (&texts, "ranks", facts->ranks);
    if (facts->exit_status >= 0)
        hpm_stream_text_number (&texts, "exit_status", facts->exit_status);
    hpm_stream_text_add (&texts, "status", "complete");
    hpm_stream_text_add (&texts, "tool_version", PACKAGE_VERSION);
    add_mpi (&texts);
    hpm_stream_text_add (&texts, "papi_version", table->backend_version);
    hpm_stream_texts_machine (&texts, options->domain == HPM_DOMAIN_USER
                                          ? HPM_DOMAIN_USER
                                          : HPM_DOMAIN_ALL);
    hpm_stream_text_add (
        &texts, "domain",
        hpm_options_text (options, HPM_SETTING_domain, domain));
    hpm_stream_text_add (&texts, "scope", facts->scope);
    hpm_stream_text_add (&texts, "groups", options->groups);
    add_options (&texts, options);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_RUN, 0, texts.data, texts.bytes);
    hpm_stream_buffer_release (&texts);
}
