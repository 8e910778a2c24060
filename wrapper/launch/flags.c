/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/flags.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/option/flag.h"
#include "wrapper/launch/launcher_flags.h"

#define ROWS(table) ((int)(sizeof (table) / sizeof *(table)))

/* What a setting takes, its argument, and the default if that is told.  */
#define HPM_CHOICES_(X)
#define HPM_WORD(code, identifier, word, meaning) "|" word
#define HPM_FLAG_text(argument, choices, initial)                              \
    HPM_TAKES_value, argument, initial
#define HPM_FLAG_list HPM_FLAG_text
#define HPM_FLAG_either HPM_FLAG_text
#define HPM_FLAG_count HPM_FLAG_text
#define HPM_FLAG_seconds HPM_FLAG_text
#define HPM_FLAG_choice(argument, choices, initial)                            \
    HPM_TAKES_value, HPM_CHOICES_##choices (HPM_WORD), initial
#define HPM_FLAG_flag(argument, choices, initial) HPM_TAKES_switch, "", ""
#define HPM_FLAG_maybe(argument, choices, initial) HPM_TAKES_maybe, argument, ""

/* The settings, numbered as they are, then the actions, then what is the
 * launcher's.
 */
static const struct hpm_flag flags[] = {
#define HPM_X(field, letter, variable, kind, argument, initial, choices, help) \
    { #field, letter, HPM_FLAG_##kind (argument, choices, initial), help,      \
      #variable },
    HPM_OPTIONS (HPM_X)
#undef HPM_X
#define HPM_X(action, flag, letter, takes, argument, help)                     \
    { flag, letter, HPM_TAKES_##takes, argument, "", help, NULL },
        HPM_RUN_FLAGS (HPM_X)
#undef HPM_X
#define HPM_X(name, arguments) { name, 0, HPM_TAKES_foreign, "", "", "", NULL },
            HPM_LAUNCHER_FLAGS (HPM_X)
#undef HPM_X
};

static const enum hpm_action actions[] = {
#define HPM_X(action, flag, letter, takes, argument, help) HPM_ACTION_##action,
    HPM_RUN_FLAGS (HPM_X)
#undef HPM_X
};

struct reading {
    struct hpm_command *command;
    struct hpm_options *options;
};

/* Lists add up; of other flags the last one holds.  */
static int
take_setting (struct hpm_options *options, const struct hpm_flag_found *found,
              struct hpm_error *error)
{
    enum hpm_setting setting = found->flag;
    const char *before = setting == HPM_SETTING_events   ? options->events
                         : setting == HPM_SETTING_groups ? options->groups
                                                         : "";
    char *all = NULL;
    int failed;

    if (options->sources[setting].from == HPM_FROM_ARGUMENT && *before
        && asprintf (&all, "%s,%s", before, found->value) < 0)
        return hpm_error_set (error, "out of memory");
    failed = hpm_options_take_flag (options, setting, all ? all : found->value,
                                    found->name, error);
    free (all);
    return failed;
}

static int
take_repeat (struct hpm_command *command, const struct hpm_flag_found *found,
             struct hpm_error *error)
{
    char *end;
    long number = strtol (found->value, &end, 10);

    if (*end || number < 1 || number > HPM_REPEAT_MOST)
        return hpm_error_set (error, "%s=%s: expected a number from 1 to %d",
                              found->name, found->value, HPM_REPEAT_MOST);
    command->repeat = (int)number;
    return 0;
}

static int
take_flag (const struct hpm_flag_found *found, void *data,
           struct hpm_error *error)
{
    const struct reading *reading = data;
    struct hpm_command *command = reading->command;

    if (found->flag < HPM_SETTING_COUNT)
        return take_setting (reading->options, found, error);
    if (found->flag >= HPM_SETTING_COUNT + ROWS (actions))
        return hpm_error_set (error,
                              "%s is a flag of the launcher, which goes first: "
                              "mpirun -np N hpmrun PROGRAM",
                              found->name);
    command->action = actions[found->flag - HPM_SETTING_COUNT];
    if (command->action == HPM_ACTION_LIST)
        command->list = found->choice;
    if (command->action == HPM_ACTION_CALIBRATE)
        command->file = found->value;
    if (command->action == HPM_ACTION_REPEAT)
        return take_repeat (command, found, error);
    if (command->action == HPM_ACTION_AGAINST)
        command->against = found->value;
    return 0;
}

int
hpm_command_read (struct hpm_command *command, struct hpm_options *options,
                  char **argv, struct hpm_error *error)
{
    struct reading reading = { command, options };

    return hpm_flags_read (flags, ROWS (flags), argv, 0, take_flag, &reading,
                           &command->program, error);
}

/* "--name=VALUE", however it was written, in the words that are `data`.  */
static int
add_setting (const struct hpm_flag_found *found, void *data,
             struct hpm_error *error)
{
    struct hpm_words *words = data;
    char *word = NULL;
    int failed;

    if (found->flag >= HPM_SETTING_COUNT || found->flag == HPM_SETTING_output
        || found->flag == HPM_SETTING_directory)
        return 0;
    if (asprintf (&word, "--%s%s%s", flags[found->flag].name,
                  found->value ? "=" : "", found->value ? found->value : "")
        < 0)
        return hpm_error_set (error, "out of memory");
    for (char *at = word; *at && *at != '='; at++)
        *at = *at == '_' ? '-' : *at;
    failed = hpm_words_add (words, word);
    free (word);
    return failed ? hpm_error_set (error, "out of memory") : 0;
}

int
hpm_command_settings (char **argv, struct hpm_words *words)
{
    struct hpm_error ignored; /* they were read before */
    char **program;

    return hpm_flags_read (flags, ROWS (flags), argv, 0, add_setting, words,
                           &program, &ignored);
}

void
hpm_command_help (void)
{
    printf (
        "Usage: hpmrun [OPTION]... [--] PROGRAM [ARGUMENT]...\n"
        "Count what the hardware does while an MPI program runs, on every rank "
        "and\nthread, and write one result file. Nothing is recompiled or "
        "relinked:\n\n"
        "  mpirun -np 4 hpmrun -o results.h5 ./solver\n"
        "  hpmagg results.h5\n\n"
        "Settings (also as HPM_NAME in the environment, or NAME value lines in "
        "a file):\n");
    hpm_flags_print (stdout, flags, HPM_SETTING_COUNT);
    printf ("\nInstead of running a program once:\n");
    hpm_flags_print (stdout, flags + HPM_SETTING_COUNT, ROWS (actions));
    printf ("\nMore in hpmrun(1).\n");
}
