/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What hpmrun can be asked for beside the settings of hpm_option_table.h.  The
 * list yields the parser, --help, and the check of hpmrun(1).
 */
#ifndef HPM_WRAPPER_FLAGS_H
#define HPM_WRAPPER_FLAGS_H

#include "base/error.h"

/* X(action, flag, letter or 0, argument or "", help); an argument in brackets
 * may be left out, and is given behind "=" only.  */
#define HPM_RUN_FLAGS(X)                                                       \
    X (CHECK, "check", 0, "",                                                  \
       "say what can be counted on this machine, and why not")                 \
    X (LIST, "list", 0, "events|metrics|groups",                               \
       "list what there is to ask for")                                        \
    X (PRINT_COSTS, "print-costs", 0, "",                                      \
       "print the table of what events cost on this machine")                  \
    X (CALIBRATE, "calibrate", 0, "[FILE]",                                    \
       "measure what events cost on this machine")                             \
    X (SHOW_CONFIG, "show-config", 0, "",                                      \
       "show every setting, its source, and the parts in use")                 \
    X (HELP, "help", 'h', "", "show this help")                                \
    X (VERSION, "version", 'V', "", "show the version")

enum hpm_action {
    HPM_ACTION_RUN,
#define HPM_X(action, flag, letter, argument, help) HPM_ACTION_##action,
    HPM_RUN_FLAGS (HPM_X)
#undef HPM_X
};

struct hpm_command {
    enum hpm_action action; /* of several, the last one given */
    enum { HPM_LIST_EVENTS, HPM_LIST_METRICS, HPM_LIST_GROUPS } list;
    const char *file; /* with HPM_ACTION_CALIBRATE; NULL: stdout */
};

/* An hpm_flag_fn (base/option/option.h) whose data is a struct hpm_command.  A
 * flag that nobody knows is an error with the nearest one.  */
int hpm_command_flag (int argc, char **argv, int index, void *data,
                      struct hpm_error *error);

/* Usage and all flags, to stdout.  Returns 0, or -1 without memory.  */
int hpm_command_help (void);

#endif /* HPM_WRAPPER_FLAGS_H */
