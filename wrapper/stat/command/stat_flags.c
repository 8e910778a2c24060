/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/stat/command/stat_flags.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/option/flag.h"
#include "base/text.h"

#define ROWS(table) ((int)(sizeof (table) / sizeof *(table)))
#define NS_PER_SECOND INT64_C (1000000000)
#define NS_PER_MICROSECOND 1000
#define LEAST_INTERVAL 1000000 /* ns */
#define LEAST_SETTING 0.01     /* s, of hpmrun's */
#define DEFAULT_PATIENCE (60 * NS_PER_SECOND)
#define MOST_SECONDS (366 * 86400) /* a year */

static const struct hpm_flag flags[] = {
#define HPM_X(field, letter, takes, argument, help)                            \
    { #field, letter, HPM_TAKES_##takes, argument, "", help, NULL },
    HPM_STAT_SETTINGS (HPM_X)
#undef HPM_X
#define HPM_X(flag, name, letter, takes, argument, help)                       \
    { name, letter, HPM_TAKES_##takes, argument, "", help, NULL },
        HPM_STAT_FLAGS (HPM_X)
#undef HPM_X
};

static const enum hpm_setting settings[] = {
#define HPM_X(field, letter, takes, argument, help) HPM_SETTING_##field,
    HPM_STAT_SETTINGS (HPM_X)
#undef HPM_X
};

enum flag {
#define HPM_X(flag, name, letter, takes, argument, help) FLAG_##flag,
    HPM_STAT_FLAGS (HPM_X)
#undef HPM_X
};

struct reading {
    struct hpm_stat_command *command;
    struct hpm_options *options;
    const char *interval; /* the flag that gave it, or NULL */
    const char *domain;   /* the same */
};

/* ---- values ------------------------------------------------------------- */

/* Seconds, or what else `unit` ns are, from `least` to `most` ns.  Returns 0,
 * or -1 with the error, which names the bounds.  */
static int
take_time (const struct hpm_flag_found *found, double unit, double least,
           int64_t *ns, struct hpm_error *error)
{
    const double most = (double)MOST_SECONDS * (double)NS_PER_SECOND;
    double number;
    size_t length = hpm_text_number (found->value, &number);

    if (!length || found->value[length] || number * unit < least
        || number * unit > most)
        return hpm_error_set (error, "%s=%s: expected %sseconds, %.9g to %.0f",
                              found->name, found->value,
                              unit < (double)NS_PER_SECOND ? "micro" : "",
                              least / unit, most / unit);
    *ns = (int64_t)(number * unit + 0.5);
    return 0;
}

static int
take_interval (struct reading *reading, const struct hpm_flag_found *found,
               double unit, struct hpm_error *error)
{
    if (take_time (found, unit, LEAST_INTERVAL, &reading->command->interval,
                   error))
        return -1;
    if (reading->interval && strcmp (reading->interval, found->name))
        return hpm_error_set (error, "%s and %s exclude each other",
                              reading->interval, found->name);
    return 0;
}

static int
take_count (struct reading *reading, const struct hpm_flag_found *found,
            struct hpm_error *error)
{
    char *end;

    errno = 0;
    reading->command->count = strtoll (found->value, &end, 10);
    if (*end || errno || reading->command->count < 1
        || !hpm_text_is_digit (*found->value))
        return hpm_error_set (error, "%s=%s: expected a number, 1 to %" PRId64,
                              found->name, found->value, INT64_MAX);
    return 0;
}

static int
take_domain (struct reading *reading, const struct hpm_flag_found *found,
             const char *word, struct hpm_error *error)
{
    if (reading->domain && strcmp (reading->domain, word))
        return hpm_error_set (error,
                              "-k and -u exclude each other: without them, "
                              "both are counted");
    reading->domain = word;
    return hpm_options_take_flag (reading->options, HPM_SETTING_domain, word,
                                  found->name, error);
}

/* Which of the flags was it that gave the interval, for a message.  */
static const char *
name_of (int flag)
{
    return flag == FLAG_SECONDS ? "-I" : "-U";
}

static int
take_own (struct reading *reading, enum flag flag,
          const struct hpm_flag_found *found, struct hpm_error *error)
{
    struct hpm_flag_found named = *found;

    switch (flag) {
    case FLAG_SECONDS:
    case FLAG_MICROSECONDS:
        snprintf (named.name, sizeof named.name, "%s", name_of (flag));
        if (take_interval (reading, &named,
                           flag == FLAG_SECONDS ? NS_PER_SECOND
                                                : NS_PER_MICROSECOND,
                           error))
            return -1;
        reading->interval = name_of (flag);
        return 0;
    case FLAG_COUNT:
        return take_count (reading, found, error);
    case FLAG_KERNEL:
        return take_domain (reading, found, "kernel", error);
    case FLAG_USER:
        return take_domain (reading, found, "user", error);
    case FLAG_PID:
        reading->command->pids = found->value;
        return 0;
    case FLAG_PLACE:
        reading->command->place = (enum hpm_stat_place)found->choice;
        return 0;
    case FLAG_WAIT:
        return take_time (found, NS_PER_SECOND, 0, &reading->command->patience,
                          error);
    case FLAG_HELP:
        reading->command->action = HPM_STAT_HELP;
        return 0;
    case FLAG_VERSION:
        reading->command->action = HPM_STAT_VERSION;
        return 0;
    }
    return 0;
}

static int
take_flag (const struct hpm_flag_found *found, void *data,
           struct hpm_error *error)
{
    struct reading *reading = data;

    if (found->flag >= ROWS (settings))
        return take_own (reading, (enum flag) (found->flag - ROWS (settings)),
                         found, error);
    return hpm_options_take_flag (reading->options, settings[found->flag],
                                  found->value, found->name, error);
}

/* Processes have no place among sockets, and processors none among processes.
 */
static int
check_place (const struct hpm_stat_command *command, struct hpm_error *error)
{
    int of_processes = command->place == HPM_STAT_PROCESS;

    if (command->place == HPM_STAT_NODE || of_processes == !!command->pids)
        return 0;
    return hpm_error_set (error, of_processes
                                     ? "-A process needs --pid"
                                     : "with --pid, -A is node or process");
}

/* ---- the whole ---------------------------------------------------------- */

/* The file keeps intervals of each row where hpmrun's setting says so.  */
static int
tell_interval (const struct hpm_stat_command *command,
               struct hpm_options *options, struct hpm_error *error)
{
    double seconds = (double)command->interval / (double)NS_PER_SECOND;
    char text[32];

    if (!command->interval)
        return 0;
    snprintf (text, sizeof text, "%.9g", fmax (seconds, LEAST_SETTING));
    return hpm_options_take_flag (options, HPM_SETTING_interval, text,
                                  "--interval", error);
}

int
hpm_stat_command_read (struct hpm_stat_command *command,
                       struct hpm_options *options, char **argv,
                       struct hpm_error *error)
{
    struct reading reading = { .command = command, .options = options };

    memset (command, 0, sizeof *command);
    command->patience = DEFAULT_PATIENCE;
    if (hpm_flags_read (flags, ROWS (flags), argv, 0, take_flag, &reading,
                        &command->program, error))
        return -1;
    if (check_place (command, error))
        return -1;
    if (!reading.domain
        && hpm_options_take_flag (options, HPM_SETTING_domain, "all",
                                  "--domain", error))
        return -1;
    if (!command->interval && (command->count || !*command->program))
        command->interval = NS_PER_SECOND;
    command->quiet = options->quiet;
    return tell_interval (command, options, error);
}

void
hpm_stat_command_help (void)
{
    printf (
        "Usage: hpmstat [OPTION]... [--] [COMMAND [ARGUMENT]...]\n"
        "Count what all processors of this node do, in user code and in the "
        "kernel,\nuntil COMMAND has ended, -C intervals have passed, or "
        "Ctrl-C:\n\n"
        "  hpmstat -I 1 -C 10\n"
        "  hpmstat -o node.h5 -- mpirun -np 4 ./solver\n"
        "  hpmstat -p 4711\n\n"
        "It takes root, CAP_PERFMON or perf_event_paranoid 0; of -p, processes "
        "of\nyour own need none.\n\n"
        "What to count:\n");
    hpm_flags_print (stdout, flags, ROWS (settings));
    printf ("\nWhen and where:\n");
    hpm_flags_print (stdout, flags + ROWS (settings),
                     ROWS (flags) - ROWS (settings));
    printf ("\nMore in hpmstat(1).\n");
}
