/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line of hpmstat.  The list yields the parser, --help, and by that
 * the completion of shells.
 */
#ifndef HPM_WRAPPER_STAT_FLAGS_H
#define HPM_WRAPPER_STAT_FLAGS_H

#include <stdint.h>
#include <sys/types.h>

#include "base/error.h"
#include "base/option/option.h"

/* What a line of an interval stands for: X(identifier, word) */
#define HPM_STAT_PLACES(X)                                                     \
    X (HPM_STAT_NODE, "node")                                                  \
    X (HPM_STAT_SOCKET, "socket")                                              \
    X (HPM_STAT_PROCESSOR, "processor")                                        \
    X (HPM_STAT_PROCESS, "process")

#define HPM_X(identifier, word) identifier,
enum hpm_stat_place { HPM_STAT_PLACES (HPM_X) };
#undef HPM_X

/* X(flag, name, letter or 0, takes, argument, help); those before SETTING_END
 * are settings of hpmrun's, by their names there.  */
#define HPM_STAT_SETTINGS(X)                                                   \
    X (events, 'e', value, "LIST",                                             \
       "events to count, separated by commas (default: what feeds the "        \
       "metrics)")                                                             \
    X (groups, 'g', value, "LIST",                                             \
       "groups of metrics to count for (see hpmrun --list=groups)")            \
    X (multiplex, 'a', switch, "",                                             \
       "count more events than there are counters, in turn (scaled counts)")   \
    X (output, 'o', value, "FILE", "result file, for hpmagg (default: none)")  \
    X (force, 'f', switch, "", "overwrite an existing result file")            \
    X (metrics, 'm', value, "FILE",                                            \
       "more metric definitions, read after the installed ones")               \
    X (backend, 0, value, "NAME",                                              \
       "counter source: papi, none, or the path of a backend")                 \
    X (sysfs, 0, value, "DIR",                                                 \
       "where sysfs tells of processors and of events "                        \
       "that count for a whole node")                                          \
    X (writer, 0, value, "PATH",                                               \
       "program that writes the result file (default: the installed hpmagg)")  \
    X (quiet, 'q', switch, "", "no table of totals at the end")

#define HPM_STAT_FLAGS(X)                                                      \
    X (SECONDS, "interval", 'I', value, "SECONDS",                             \
       "a line of counts each so many seconds (default: 1 without a COMMAND, " \
       "none with it)")                                                        \
    X (MICROSECONDS, "microseconds", 'U', value, "MICROSECONDS",               \
       "the same, each so many microseconds, 1000 or more")                    \
    X (COUNT, "count", 'C', value, "COUNT", "end after so many intervals")     \
    X (KERNEL, "kernel", 'k', nothing, "", "count in the kernel alone")        \
    X (USER, "user", 'u', nothing, "", "count in user code alone")             \
    X (PID, "pid", 'p', value, "PID[,PID]",                                    \
       "count these processes, with all of their threads, not processors")     \
    X (PLACE, "per", 'A', value, "node|socket|processor|process",              \
       "what a line of an interval stands for (default: the node or, with "    \
       "-p, all of the processes)")                                            \
    X (WAIT, "wait", 0, value, "SECONDS",                                      \
       "on several nodes of a launcher: wait so long for a node that gives "   \
       "no sign of life (default: 60)")                                        \
    X (HELP, "help", 'h', nothing, "", "show this help")                       \
    X (VERSION, "version", 'V', nothing, "", "show the version")

struct hpm_stat_command {
    enum { HPM_STAT_RUN, HPM_STAT_HELP, HPM_STAT_VERSION } action;
    int64_t interval; /* ns; 0: no lines */
    int64_t count;    /* intervals to be counted; 0: no end */
    int64_t patience; /* ns, with other nodes */
    enum hpm_stat_place place;
    int quiet;        /* no totals */
    const char *pids; /* in argv; NULL: processors are counted */
    char **program;   /* and its arguments, in argv; a NULL alone for none */
};

/* Read argv into options, which are set up, and the command; what was not given
 * is at its default.  Returns 0, or -1 with the error.  */
int hpm_stat_command_read (struct hpm_stat_command *command,
                           struct hpm_options *options, char **argv,
                           struct hpm_error *error);

/* Usage and all flags, to stdout.  */
void hpm_stat_command_help (void);

#endif /* HPM_WRAPPER_STAT_FLAGS_H */
