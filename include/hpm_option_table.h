/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Every setting, once.  The list yields the members of struct hpm_options, the
 * flags of hpmrun, the HPM_* variables that the preloaded library reads, the
 * names in a configuration file, `--help`, and the table of hpmrun(1).
 *
 * X(field, flag letter or 0, variable, kind, argument, default, choices, help)
 *
 *   kind      text, list (names separated by commas, one at least),
 *             flag (0 or 1), choice (a word of HPM_CHOICES_<choices>),
 *             count (a number above 0), seconds (0 or more, maybe a fraction),
 *             either (a word as of a choice, or a path with a "/" in it),
 *             maybe (a flag that may have a text: 0, 1 or the text; on the
 *             command line behind "=" only)
 *   flag      --field with "_" written "-"
 *   variable  HPM_...; also the name in a configuration file
 *
 * An empty text is the default again.
 */
#ifndef HPM_OPTION_TABLE_H
#define HPM_OPTION_TABLE_H

#include "hpm_backend.h"
#include "hpm_mpi_record.h"

/* What a choice may be: X(code, identifier, word, meaning), of which enum
 * hpm_<choices> is made, here or in the header of the record.  */
#define HPM_CHOICES_rotate(X)                                                  \
    X (0, HPM_ROTATE_OFF, "off", "all ranks count the same")                   \
    X (1, HPM_ROTATE_RANKS, "ranks", "ranks count different events")
#define HPM_CHOICES_summary(X)                                                 \
    X (0, HPM_SUMMARY_NONE, "none", "nothing")                                 \
    X (1, HPM_SUMMARY_SHORT, "short", "the overview")                          \
    X (2, HPM_SUMMARY_FULL, "full", "all metrics and all counts")
#define HPM_CHOICES_scope(X)                                                   \
    X (0, HPM_COUNT_MPI, "mpi", "from MPI_Init to MPI_Finalize")               \
    X (1, HPM_COUNT_PROCESS, "process", "the whole process")
#define HPM_CHOICES_start(X)                                                   \
    X (0, HPM_START_NOW, "now", "count from the beginning")                    \
    X (1, HPM_START_PAUSED, "paused", "wait for a signal")
#define HPM_CHOICES_backend(X)                                                 \
    X (0, HPM_BACKEND_NONE, "none", "nothing beside the operating system")     \
    X (1, HPM_BACKEND_PAPI, "papi", "PAPI")
#define HPM_CHOICES_domain HPM_DOMAINS
#define HPM_CHOICES_mpi_mode HPM_MPI_MODES

#define HPM_X(code, identifier, word, meaning) identifier = code,
enum hpm_rotate { HPM_CHOICES_rotate (HPM_X) };
enum hpm_summary { HPM_CHOICES_summary (HPM_X) };
enum hpm_scope { HPM_CHOICES_scope (HPM_X) };
enum hpm_start { HPM_CHOICES_start (HPM_X) };
enum hpm_backend_choice { HPM_CHOICES_backend (HPM_X) HPM_BACKEND_PATH };
#undef HPM_X

#define HPM_OPTIONS(X)                                                         \
    X (output, 'o', HPM_OUTPUT, text, "FILE", "", ,                            \
       "result file (default: PROGRAM.JOB.h5); %u is the user, %j the job, "   \
       "%p the program, %h the host, %Y %m %d %H %M %S the time")              \
    X (directory, 'd', HPM_DIRECTORY, text, "DIR", "", ,                       \
       "folder for result files without a folder of their own; % as above")    \
    X (force, 'f', HPM_FORCE, flag, "", "0", ,                                 \
       "overwrite an existing result file")                                    \
    X (events, 'e', HPM_EVENTS, text, "LIST", "", ,                            \
       "events to count, separated by commas (default: what feeds the "        \
       "metrics)")                                                             \
    X (groups, 'g', HPM_GROUPS, list, "LIST", "", ,                            \
       "groups of metrics to count for and show (see --list=groups)")          \
    X (multiplex, 'a', HPM_MULTIPLEX, flag, "", "0", ,                         \
       "count more events than there are counters, in turn (scaled counts)")   \
    X (rotate, 0, HPM_ROTATE, choice, "HOW", "off", rotate,                    \
       "count more events than there are counters, each on some of the ranks") \
    X (domain, 0, HPM_DOMAIN, choice, "WHERE", "user", domain,                 \
       "count in user code, in the kernel, or in both")                        \
    X (summary, 's', HPM_SUMMARY, choice, "HOW", "short", summary,             \
       "what rank 0 prints to stderr at the end")                              \
    X (metrics, 'm', HPM_METRICS, text, "FILE", "", ,                          \
       "more metric definitions, read after the installed ones")               \
    X (costs, 0, HPM_COSTS, maybe, "FILE", "0", ,                              \
       "tell what events cost; with a FILE, by this table (hpm-costs(5))")     \
    X (backend, 0, HPM_BACKEND, either, "NAME", "papi", backend,               \
       "counter source: papi, none, or the path of a backend")                 \
    X (buffer, 0, HPM_BUFFER, count, "MIB", "64", ,                            \
       "memory rank 0 may use to collect the ranks' records, in MiB")          \
    X (snapshot, 0, HPM_SNAPSHOT, seconds, "SECONDS", "1", ,                   \
       "time between snapshots that survive a crash; 0 takes none")            \
    X (interval, 0, HPM_INTERVAL, seconds, "SECONDS", "0", ,                   \
       "time between samples of all counts for hpmagg --per=interval, 0.01 "   \
       "or more; 0 samples with the snapshots, 200 times at most")             \
    X (checkpoint, 0, HPM_CHECKPOINT, text, "DIR", "", ,                       \
       "folder for snapshots while the job runs (default: /dev/shm)")          \
    X (mpi, 0, HPM_MPI, choice, "HOW", "time", mpi_mode,                       \
       "time MPI calls, and split all counters into inside and outside MPI")   \
    X (functions, 0, HPM_FUNCTIONS, list, "LIST", "", ,                        \
       "functions to show as regions (\"*\" matches), of what is built with "  \
       "-finstrument-functions")                                               \
    X (region_cpu_time, 0, HPM_REGION_CPU_TIME, flag, "", "0", ,               \
       "have processor time, page faults and switches of regions, too: each "  \
       "mark asks the system for them")                                        \
    X (with_measurement_error, 0, HPM_WITH_MEASUREMENT_ERROR, flag, "", "0", , \
       "leave in times of calls of MPI and split counts what measuring adds")  \
    X (scope, 0, HPM_SCOPE, choice, "WHAT", "mpi", scope,                      \
       "count between MPI_Init and MPI_Finalize, or from the program's start") \
    X (follow_children, 0, HPM_FOLLOW_CHILDREN, flag, "", "0", ,               \
       "count the processes, too, that the program starts")                    \
    X (start, 0, HPM_START, choice, "WHEN", "now", start,                      \
       "count from the beginning, or wait for a signal (see --signals)")       \
    X (signals, 0, HPM_SIGNALS, maybe, "START,STOP", "0", ,                    \
       "let signals start and stop counting (default: USR1,USR2)")             \
    X (sysfs, 0, HPM_SYSFS, text, "DIR", "/sys", ,                             \
       "where sysfs tells of events that count for a whole node")              \
    X (config, 'c', HPM_CONFIG, text, "FILE", "", ,                            \
       "file of NAME value lines; wins over the environment")                  \
    X (site, 0, HPM_SITE, text, "FILE", "", ,                                  \
       "the site's settings, which all others win over (default: "             \
       "hpmmpi.conf of the installation); none: leave them out")               \
    X (exclude, 0, HPM_EXCLUDE, list, "LIST", "", ,                            \
       "programs to leave alone, separated by commas (\"*\" matches)")         \
    X (one_in, 0, HPM_ONE_IN, count, "N", "1", ,                               \
       "count one in so many jobs, chosen by the id of the job")               \
    X (shortest, 0, HPM_SHORTEST, seconds, "SECONDS", "0", ,                   \
       "keep no result of a run that took less")                               \
    X (largest, 0, HPM_LARGEST, count, "MIB", "1048576", ,                     \
       "keep no result of a run whose records take more, in MiB")              \
    X (quiet, 'q', HPM_QUIET, flag, "", "0", ,                                 \
       "let the counted program's stderr alone: no summary, no messages")      \
    X (writer, 0, HPM_WRITER, text, "PATH", "", ,                              \
       "program that writes the result file (default: the installed hpmagg)")  \
    X (verbose, 'v', HPM_VERBOSE, flag, "", "0", ,                             \
       "say on stderr what is counted and what it costs")                      \
    X (sample, 0, HPM_SAMPLE, maybe, "EVENT@N,callers", "0", ,                 \
       "note where each thread is, N times a second of its processor time "    \
       "(cpu-clock, the default, @101) or each N of another event; with "      \
       "callers, who called what, too")                                        \
    X (pages, 0, HPM_PAGES, maybe, "SECONDS", "0", ,                           \
       "note where each rank's memory is, at the end or so long after the "    \
       "start")                                                                \
    X (pages_used, 0, HPM_PAGES_USED, seconds, "SECONDS", "0", ,               \
       "with --pages, note how much of it was used from so long after the "    \
       "start on")

#endif /* HPM_OPTION_TABLE_H */
