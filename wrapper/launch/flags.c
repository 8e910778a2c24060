/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/launch/flags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"
#include "base/option/option.h"

#define ROWS(table) (sizeof (table) / sizeof *(table))
#define LONGEST_FLAG 64
#define COLUMN 26 /* of the explanations, as in hpm_options_help */

static const struct flag {
    enum hpm_action action;
    const char *name;
    char letter;
    const char *argument;
    const char *help;
} flags[] = {
#define HPM_X(action, flag, letter, argument, help)                            \
    { HPM_ACTION_##action, flag, letter, argument, help },
    HPM_RUN_FLAGS (HPM_X)
#undef HPM_X
};

/* Whether the argument is --name, --name=... or -letter.  */
static int
is_flag (const char *argument, const struct flag *flag)
{
    size_t length = strlen (flag->name);

    if (argument[0] != '-')
        return 0;
    if (argument[1] != '-')
        return flag->letter && argument[1] == flag->letter
               && argument[2] == '\0';
    return strncmp (argument + 2, flag->name, length) == 0
           && (argument[2 + length] == '\0' || argument[2 + length] == '=');
}

static int
unknown_flag (const char *argument, struct hpm_error *error)
{
    static const char *const names[] = {
#define HPM_X(field, letter, variable, kind, arg, initial, choices, help)      \
#field,
        HPM_OPTIONS (HPM_X)
#undef HPM_X
#define HPM_X(action, flag, letter, arg, help) flag,
            HPM_RUN_FLAGS (HPM_X)
#undef HPM_X
    };
    char name[LONGEST_FLAG], offer[LONGEST_FLAG];
    const char *nearest;

    snprintf (name, sizeof name, "%s", argument + strspn (argument, "-"));
    name[strcspn (name, "=")] = '\0';
    if (argument[1] != '-'
        || hpm_names_nearest (name, names, ROWS (names), &nearest, 1) != 1)
        return hpm_error_set (error, "unknown flag %s; see hpmrun --help",
                              argument);
    snprintf (offer, sizeof offer, "%s", nearest);
    for (char *c = offer; *c; c++)
        if (*c == '_')
            *c = '-';
    return hpm_error_set (error, "unknown flag --%s; did you mean --%s?", name,
                          offer);
}

/* --list=WHAT or --list WHAT.  */
static int
take_list (struct hpm_command *command, const char *value, int taken,
           struct hpm_error *error)
{
    static const char *const words[] = { [HPM_LIST_EVENTS] = "events",
                                         [HPM_LIST_METRICS] = "metrics",
                                         [HPM_LIST_GROUPS] = "groups" };

    for (int i = 0; i < (int)ROWS (words); i++)
        if (value && strcmp (value, words[i]) == 0) {
            command->list = i;
            return taken;
        }
    return hpm_error_set (error,
                          "--list takes events, metrics or groups, not '%s'",
                          value ? value : "");
}

/* --calibrate or --calibrate=FILE.  */
static int
take_file (struct hpm_command *command, const char *equals, const char *name,
           struct hpm_error *error)
{
    command->file = equals ? equals + 1 : NULL;
    if (equals && !equals[1])
        return hpm_error_set (error, "--%s= needs the name of a file", name);
    return 1;
}

int
hpm_command_flag (int argc, char **argv, int index, void *data,
                  struct hpm_error *error)
{
    struct hpm_command *command = data;
    const char *argument = argv[index];
    const char *equals = strchr (argument, '=');

    for (size_t i = 0; i < ROWS (flags); i++) {
        if (!is_flag (argument, &flags[i]))
            continue;
        command->action = flags[i].action;
        if (*flags[i].argument == '[')
            return take_file (command, equals, flags[i].name, error);
        if (*flags[i].argument && equals)
            return take_list (command, equals + 1, 1, error);
        if (*flags[i].argument)
            return take_list (
                command, index + 1 < argc ? argv[index + 1] : NULL, 2, error);
        if (equals)
            return hpm_error_set (error, "--%s takes no value", flags[i].name);
        return 1;
    }
    return unknown_flag (argument, error);
}

static void
print_flag (const struct flag *flag)
{
    char left[LONGEST_FLAG];

    snprintf (left, sizeof left, "%s--%s%s%s",
              flag->letter ? (char[]){ '-', flag->letter, ',', ' ', '\0' }
                           : "    ",
              flag->name,
              *flag->argument == '[' ? "[="
              : *flag->argument      ? "="
                                     : "",
              flag->argument + (*flag->argument == '['));
    printf ("  %-*s", COLUMN - 2, left);
    if (strlen (left) > COLUMN - 4)
        printf ("\n%*s", COLUMN, "");
    printf ("%s\n", flag->help);
}

int
hpm_command_help (void)
{
    char *settings = hpm_options_help ();

    if (!settings)
        return -1;
    printf (
        "Usage: hpmrun [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
        "Count what the hardware does while an MPI program runs, on every rank "
        "and\nthread, and write one result file. Nothing is recompiled or "
        "relinked:\n\n"
        "  mpirun -np 4 hpmrun -o results.h5 ./solver\n"
        "  hpmagg results.h5\n\n"
        "Settings (also as HPM_NAME in the environment, or NAME value lines in "
        "a file):\n%s\n"
        "Instead of running a program:\n",
        settings);
    for (size_t i = 0; i < ROWS (flags); i++)
        print_flag (&flags[i]);
    printf ("\nMore in hpmrun(1).\n");
    free (settings);
    return 0;
}
