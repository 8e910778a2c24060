/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The command line of hpmrun: the settings of hpm_option_table.h, and what it
 * can be asked for beside them.  The list yields the parser, --help, and the
 * check of hpmrun(1).
 */
#ifndef HPM_WRAPPER_FLAGS_H
#define HPM_WRAPPER_FLAGS_H

#include "base/error.h"
#include "base/option/option.h"
#include "wrapper/launch/words.h"

/* X(action, flag, letter or 0, takes, argument or "", help) */
#define HPM_RUN_FLAGS(X)                                                       \
    X (REPEAT, "repeat", 'r', value, "N",                                      \
       "run the command N times, keep all results, and tell mean and "         \
       "deviation; stands before the launcher: hpmrun -r 5 mpirun ./solver")   \
    X (AGAINST, "against", 0, value, "COMMAND",                                \
       "with --repeat: run that command, too, by turns, and compare")          \
    X (CHECK, "check", 0, nothing, "",                                         \
       "say what can be counted on this machine, and why not")                 \
    X (LIST, "list", 0, value, "events|metrics|groups",                        \
       "list what there is to ask for")                                        \
    X (PRINT_COSTS, "print-costs", 0, nothing, "",                             \
       "print the table of what events cost on this machine")                  \
    X (CALIBRATE, "calibrate", 0, maybe, "FILE",                               \
       "measure what events cost on this machine")                             \
    X (SHOW_CONFIG, "show-config", 0, nothing, "",                             \
       "show every setting, its source, and the parts in use")                 \
    X (HELP, "help", 'h', nothing, "", "show this help")                       \
    X (VERSION, "version", 'V', nothing, "", "show the version")

#define HPM_REPEAT_MOST 50 /* runs that hpmagg compares */

enum hpm_action {
    HPM_ACTION_RUN,
#define HPM_X(action, flag, letter, takes, argument, help) HPM_ACTION_##action,
    HPM_RUN_FLAGS (HPM_X)
#undef HPM_X
};

struct hpm_command {
    enum hpm_action action; /* of several, the last one given */
    /* As the flag's argument has them.  */
    enum { HPM_LIST_EVENTS, HPM_LIST_METRICS, HPM_LIST_GROUPS } list;
    const char *file;    /* with HPM_ACTION_CALIBRATE; NULL: stdout */
    int repeat;          /* with HPM_ACTION_REPEAT, 0: not given */
    const char *against; /* a second command, NULL: none */
    char **program;      /* and its arguments, in argv; a NULL at the end */
};

/* Read argv into options and command; both are set up.  Returns 0, or -1 with
 * the error.  */
int hpm_command_read (struct hpm_command *command, struct hpm_options *options,
                      char **argv, struct hpm_error *error);

/* Add the settings of an argv that was read to words, a word each, but for
 * those that say where the result goes.  Returns 0, or -1 without memory.  */
int hpm_command_settings (char **argv, struct hpm_words *words);

/* Usage and all flags, to stdout.  */
void hpm_command_help (void);

#endif /* HPM_WRAPPER_FLAGS_H */
