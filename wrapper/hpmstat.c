/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmstat: count what all processors of this node do, or some processes.
 */
#include <config.h>

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>

#include "base/file/standard_files.h"
#include "pmpi/count/node_counters.h"
#include "wrapper/launch/notice.h"
#include "wrapper/launch/output.h"
#include "wrapper/launch/places.h"
#include "wrapper/plan/definitions.h"
#include "wrapper/stat/rows/processes.h"
#include "wrapper/stat/rows/processors.h"
#include "wrapper/stat/stat_count.h"
#include "wrapper/stat/stat_totals.h"

#define EXIT_ERROR 2

struct run {
    struct hpm_stat_command command;
    struct hpm_options options;
    struct hpm_places places;
    struct hpm_targets targets;
    struct hpm_stat_table table;
    struct hpm_stat_metrics metrics;
    struct hpm_stat_process process;
    struct hpm_stat_nodes nodes;
    struct hpm_stat_facts facts;
    struct hpm_error error;
};

static void
say (const char *text)
{
    hpm_complain ("hpmstat", text);
}

/* An hpm_warn_fn.  */
static void
warn (const char *text, void *data)
{
    (void)data;
    say (text);
}

static int
fail (const struct run *run, int status)
{
    say (run->error.text);
    return status;
}

/* Many counters of many processors are as many descriptors.  */
static void
raise_limit (struct rlimit *before)
{
    struct rlimit most;

    if (getrlimit (RLIMIT_NOFILE, before))
        return;
    most = *before;
    most.rlim_cur = most.rlim_max;
    setrlimit (RLIMIT_NOFILE, &most);
}

static int
read_targets (struct run *run)
{
    return run->command.pids
               ? hpm_processes_read (&run->targets, run->command.pids,
                                     &run->error)
               : hpm_processors_read (&run->targets, run->options.sysfs,
                                      &run->error);
}

/* Without a file of all nodes each shows what it counted itself.  */
static int
join_nodes (struct run *run)
{
    int joined;

    hpm_stat_nodes_read (&run->nodes);
    if (!*run->options.output)
        return 0;
    joined = hpm_stat_nodes_join (&run->nodes, run->options.output,
                                  run->command.patience, &run->targets,
                                  &run->process, &run->error);
    if (joined > 0)
        say (run->error.text);
    return joined < 0 ? -1 : 0;
}

/* Of intervals, or of sockets below them.  */
static int
has_lines (const struct hpm_stat_command *command)
{
    return command->interval
           || (command->place == HPM_STAT_SOCKET && !command->quiet);
}

/* All that can be checked before anything is counted.  */
static int
prepare (struct run *run)
{
    struct hpm_error *error = &run->error;

    if (hpm_places_find (&run->places, &run->options, error)
        || hpm_stat_totals_check (&run->options, &run->places, error)
        || (*run->options.output && hpm_output_check (&run->options, error))
        || hpm_run_definitions_check (&run->options, &run->places, error)
        || read_targets (run)
        || hpm_stat_table_open (&run->table, &run->options, &run->places,
                                run->targets.kind, warn, run, error)
        || hpm_stat_metrics_open (&run->metrics, &run->table, &run->options,
                                  &run->places, run->command.place,
                                  has_lines (&run->command), error)
        || hpm_stat_process_init (&run->process, run->targets.numbers,
                                  run->command.pids ? run->targets.count : 0,
                                  error))
        return -1;
    return join_nodes (run);
}

static int
count (struct run *run)
{
    int status, failed;

    status = hpm_stat_count (&run->command, &run->table, &run->metrics,
                             &run->targets, &run->process, &run->nodes,
                             &run->facts, warn, run, &run->error);
    if (status)
        return fail (run, status);
    if (run->facts.unwritten)
        run->options.quiet = 1; /* the table goes to the same place */
    failed = hpm_stat_totals (&run->command, &run->facts, &run->table,
                              &run->targets, &run->options, &run->places,
                              &run->nodes, &run->process, &run->error);
    status = hpm_stat_process_end (&run->process);
    return failed ? fail (run, EXIT_ERROR) : status;
}

static void
release (struct run *run)
{
    hpm_stat_nodes_release (&run->nodes);
    hpm_stat_facts_release (&run->facts);
    hpm_stat_process_release (&run->process);
    hpm_node_counters_discard ();
    hpm_stat_metrics_close (&run->metrics);
    hpm_stat_table_close (&run->table);
    hpm_targets_release (&run->targets);
    hpm_options_release (&run->options);
}

static int
act (struct run *run, char **argv)
{
    run->facts.argv = argv;
    hpm_options_init (&run->options);
    if (hpm_stat_command_read (&run->command, &run->options, argv, &run->error))
        return fail (run, EXIT_ERROR);
    if (run->command.action == HPM_STAT_HELP) {
        hpm_stat_command_help ();
        return EXIT_SUCCESS;
    }
    if (run->command.action == HPM_STAT_VERSION) {
        printf ("hpmstat (%s) %s\n", PACKAGE_NAME, PACKAGE_VERSION);
        return EXIT_SUCCESS;
    }
    return prepare (run) ? fail (run, EXIT_ERROR) : count (run);
}

/* Output that did not reach its file is an error; that nobody reads it any more
 * is none, and says nothing of what the command did.  */
static int
close_output (struct run *run, int status)
{
    int unwritten = run->facts.unwritten;

    if (unwritten == EPIPE
        || (!unwritten && fflush (stdout) == 0 && !ferror (stdout)))
        return status;
    hpm_error_set (&run->error, "cannot write to the standard output: %s",
                   strerror (unwritten ? unwritten : errno));
    return fail (run, EXIT_ERROR);
}

int
main (int argc, char **argv)
{
    static struct run run; /* a small stack has no room for it */
    int status;

    (void)argc;
    hpm_standard_files_open ();
    raise_limit (&run.process.files);
    status = act (&run, argv);
    status = close_output (&run, status);
    release (&run);
    return status;
}
