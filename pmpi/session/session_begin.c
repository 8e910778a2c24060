/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a session does first, whoever starts it.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/launched.h"
#include "base/quality.h"
#include "base/option/signal_pair.h"
#include "pmpi/guest/clock.h"
#include "pmpi/session/control.h"
#include "pmpi/session/exit_hooks.h"
#include "pmpi/guest/message.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/count/topology.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/record/run_texts.h"
#include "pmpi/session/result_pattern.h"
#include "pmpi/session/session_private.h"
#include "pmpi/pages/pages.h"
#include "pmpi/samples/samples.h"
#include "pmpi/session/site.h"
#include "pmpi/checkpoint/checkpoint.h"

struct hpm_session hpm_session;

void
hpm_session_locate (void)
{
    struct stat root;

    hpm_session.no_directory = 0;
    if (!getcwd (hpm_session.directory, sizeof hpm_session.directory)) {
        hpm_session.no_directory = errno;
        snprintf (hpm_session.directory, sizeof hpm_session.directory, "%s",
                  hpm_session_second_folder ());
    }
    hpm_session.located = time (NULL);
    hpm_run_job_id (hpm_session.job_id, sizeof hpm_session.job_id);
    if (stat ("/", &root) == 0) {
        hpm_session.root_device = root.st_dev;
        hpm_session.root_number = root.st_ino;
    }
}

/* hpmrun has said it already, where it was there.  */
static void
warn (const char *text, void *data)
{
    (void)data;
    if (!getenv (HPM_LAUNCHED_VARIABLE))
        hpm_message_once ("%s", text);
}

/* Calls are recorded by default where they can be: hpmrun preloads the
 * wrappers, who preloads by hand may name this library alone.  */
static void
default_mpi (struct hpm_options *options)
{
    if (options->sources[HPM_SETTING_mpi].from == HPM_FROM_DEFAULT
        && !hpm_mpi_calls_are_there ())
        options->mpi = HPM_MPI_OFF;
}

int
hpm_session_read_options (struct hpm_error *error)
{
    struct hpm_options *options = &hpm_session.options;

    hpm_options_init (options);
    default_mpi (options);
    hpm_site_read (options);
    if (hpm_options_from_environment (options, environ, warn, NULL, error) < 0
        || (*options->config
            && hpm_options_from_file (options, options->config, warn, NULL,
                                      error)
                   < 0))
        return -1;
    hpm_message_set_quiet (options->quiet);
    hpm_result_pattern_check (options);
    while (hpm_control_begin (options, error))
        if (!hpm_site_gives_way (options, error))
            return -1;
    default_mpi (options);
    return 0;
}

int
hpm_session_wants_process (void)
{
    return hpm_session.options.scope == HPM_COUNT_PROCESS
           || hpm_launched_outside ();
}

/* What is local to a node may be gone when the job is.  Who names a place for
 * snapshots knows better.  */
static void
find_place_for_copies (void)
{
    char id[64];

    hpm_session.copies[0] = '\0';
    if (!*hpm_session.options.checkpoint
        && hpm_run_batch_id (id, sizeof id) == 0)
        hpm_session_copies_folder (hpm_session.copies);
}

void
hpm_session_open_checkpoint (void)
{
    const struct hpm_checkpoint_setup setup
        = { .copies = hpm_session.copies,
            .rank = hpm_session.rank,
            .times = &hpm_session.times,
            .start = &hpm_session.start,
            .facts = { .ranks = hpm_session.ranks,
                       .start_time = hpm_clock_real (),
                       .end_time = hpm_clock_real (),
                       .working_directory = hpm_session.directory,
                       .job_id = hpm_session.job_id,
                       .scope = hpm_session.scope,
                       .exit_status = -1 },
            .options = &hpm_session.options,
            .table = &hpm_session.table,
            .finish = hpm_session.gather->standalone ? hpm_session_end : NULL };

    find_place_for_copies ();
    hpm_checkpoint_open (&setup);
    hpm_exit_hooks_watch (hpm_session_end, hpm_checkpoint_process_ends,
                          hpm_checkpoint_confined_ends);
}

/* With a look at pages, faults tell who touched them.  */
static void
start_samples (void)
{
    struct hpm_sample_setting setting;
    struct hpm_error error;

    if (hpm_sample_setting_read (&setting, &hpm_session.options, &error)) {
        hpm_message_once ("not sampled, because %s", error.text);
        setting.wanted = 0;
    }
    setting.touched = setting.event == HPM_SAMPLE_PAGE_FAULTS
                      && hpm_session.options.pages.wanted;
    hpm_samples_start (&setting, hpm_launched_outside ()
                                     ? HPM_SAMPLE_REASON_OUTSIDE
                                     : HPM_SAMPLE_REASON_NONE);
}

static void
start_pages (void)
{
    struct hpm_page_setting setting;
    struct hpm_error error;

    if (hpm_page_setting_read (&setting, &hpm_session.options, &error)) {
        hpm_message_once ("pages not looked at, because %s", error.text);
        setting.wanted = 0;
    }
    if (setting.wanted && hpm_launched_outside ()) {
        hpm_message_once (
            "pages not looked at, because the program is counted from outside");
        setting.wanted = 0;
    }
    hpm_pages_start (&setting, hpm_session.options.sysfs);
}

void
hpm_session_prepare (void)
{
    hpm_event_table_open (&hpm_session.table, &hpm_session.options,
                          hpm_session.rank, hpm_session.ranks);
    hpm_session.counting = 1;
    hpm_node_counters_start (&hpm_session.table, hpm_session.rank,
                             !hpm_control_counts ());
    hpm_topology_start (hpm_session.options.sysfs, hpm_session.rank);
    start_samples ();
    start_pages ();
    hpm_session_open_checkpoint ();
    hpm_threads_start (&hpm_session.table, !hpm_control_counts ());
    if (hpm_launched_outside ())
        hpm_threads_count_external ();
    else if (hpm_session.options.follow_children)
        hpm_threads_follow_children ();
    hpm_checkpoint_start ();
    hpm_control_start (hpm_session.options.verbose);
}

/* Events that somebody asked for are not left out silently.  */
static void
tell_conflicts (void)
{
    const struct hpm_event_table *table = &hpm_session.table;
    char names[512] = "";

    for (int i = 0; *hpm_session.options.events && i < table->backend_count;
         i++)
        if (table->asked[i].reason == HPM_REASON_CONFLICT)
            snprintf (names + strlen (names), sizeof names - strlen (names),
                      "%s%s", *names ? ", " : "", table->asked[i].record.name);
    if (*names)
        hpm_message ("%s: not counted, because %s (%s)", names,
                     hpm_reason_text (HPM_REASON_CONFLICT),
                     hpm_reason_remedy (HPM_REASON_CONFLICT));
}

/* What hpmrun would have refused.  */
static void
tell_faults (void)
{
    const struct hpm_options *options = &hpm_session.options;
    const struct hpm_event_table *table = &hpm_session.table;
    enum hpm_setting of = table->fault == HPM_FAULT_EVENTS
                              ? HPM_SETTING_events
                              : HPM_SETTING_backend;
    char name[PATH_MAX];

    if (table->fault != HPM_FAULT_NONE)
        hpm_message ("%s left out: %s",
                     hpm_options_name (options, of, name, sizeof name),
                     table->problem);
}

void
hpm_session_tell (void)
{
    const struct hpm_event_table *table = &hpm_session.table;

    tell_faults ();
    tell_conflicts ();
    if (!hpm_session.options.verbose)
        return;
    hpm_message ("%d rank%s, %d event%s, backend %s %s, started in %.2f ms",
                 hpm_session.ranks, hpm_session.ranks == 1 ? "" : "s",
                 table->count, table->count == 1 ? "" : "s",
                 table->backend ? table->backend->name : "none",
                 table->backend ? table->backend_version : table->problem,
                 (double)hpm_session.times.overhead_start * 1e-6);
}
