/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Settings from the command line.
 */
#include "base/option/option_private.h"

#include <stdio.h>
#include <string.h>

#include "base/event/event_list.h"
#include "base/text.h"

#define FLAG_MAX 40 /* "--" and the longest field, amply */

/* One flag as the user wrote it.  */
struct flag {
    char name[FLAG_MAX];             /* "--output" or "-o", for messages */
    const struct hpm_option *option; /* NULL if the table lacks it */
    const char *value; /* behind "=" or the letter, NULL if none */
};

/* --field with "-" for "_".  */
static void
flag_name (const struct hpm_option *option, char *name)
{
    snprintf (name, FLAG_MAX, "--%s", option->field);
    for (char *c = name; *c; c++)
        if (*c == '_')
            *c = '-';
}

static const struct hpm_option *
find_flag (const char *name)
{
    char known[FLAG_MAX];

    for (int i = 0; i < HPM_OPTION_COUNT; i++) {
        const struct hpm_option *option = &hpm_option_table[i];

        flag_name (option, known);
        if (!strcmp (known, name)
            || (name[1] == option->letter && option->letter && !name[2]))
            return option;
    }
    return NULL;
}

static void
read_flag (struct flag *flag, const char *argument)
{
    const char *rest = argument;
    struct hpm_piece name = { argument, 2 };

    if (argument[1] == '-') {
        hpm_text_part (&rest, '=', &name);
        flag->value = rest;
    } else {
        flag->value = argument[2] ? argument + 2 : NULL;
    }
    hpm_text_show (flag->name, sizeof (flag->name), name);
    flag->option = find_flag (flag->name);
}

static int
unknown_flag (const struct flag *flag, struct hpm_error *error)
{
    char flags[HPM_OPTION_COUNT][FLAG_MAX];
    const char *names[HPM_OPTION_COUNT], *nearest;

    for (int i = 0; i < HPM_OPTION_COUNT; i++) {
        flag_name (&hpm_option_table[i], flags[i]);
        names[i] = flags[i];
    }
    if (flag->name[1] != '-'
        || !hpm_names_nearest (flag->name, names, HPM_OPTION_COUNT, &nearest,
                               1))
        return hpm_error_set (error, "unknown flag %s", flag->name);
    return hpm_error_set (error, "unknown flag %s; did you mean %s?",
                          flag->name, nearest);
}

/* Take a flag of the table; *taken is how many arguments it had.  */
static int
take_flag (struct hpm_options *options, const struct flag *flag,
           const char *next, int *taken, struct hpm_error *error)
{
    const char *value = flag->value;

    *taken = 1;
    if (flag->option->kind == HPM_OPTION_maybe) {
        if (!value)
            value = "1";
    } else if (flag->option->kind == HPM_OPTION_flag) {
        if (value && flag->name[1] != '-')
            return hpm_error_set (error, "flag %s takes no value: \"%s\"",
                                  flag->name, value);
        if (!value)
            value = "1";
    } else if (!value) {
        if (!next)
            return hpm_error_set (error, "%s needs a value: %s", flag->name,
                                  flag->option->argument);
        value = next;
        *taken = 2;
    }
    return hpm_option_take (options, flag->option, value, flag->name, error);
}

int
hpm_options_from_arguments (struct hpm_options *options, int argc, char **argv,
                            hpm_flag_fn *other, void *data, int *operand,
                            struct hpm_error *error)
{
    int i = 1;

    while (i < argc && argv[i][0] == '-' && argv[i][1]) {
        struct flag flag;
        int taken;

        if (!strcmp (argv[i], "--")) {
            i++;
            break;
        }
        read_flag (&flag, argv[i]);
        if (flag.option) {
            if (take_flag (options, &flag, i + 1 < argc ? argv[i + 1] : NULL,
                           &taken, error)
                != 0)
                return -1;
        } else {
            taken = other ? other (argc, argv, i, data, error) : 0;
            if (taken < 0)
                return -1;
            if (taken == 0)
                return unknown_flag (&flag, error);
        }
        i += taken;
    }
    *operand = i < argc ? i : argc;
    return 0;
}
