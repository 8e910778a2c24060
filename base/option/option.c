/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/option/option_private.h"

#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/event/event_list.h"
#include "base/text.h"

/* clang-format off */
const struct hpm_option hpm_option_table[HPM_OPTION_COUNT] = {
#define HPM_X(field, letter, variable, kind, argument, initial, choices, help)  \
    { #field, letter, #variable, HPM_OPTION_##kind, #argument, initial,         \
      choices, help, offsetof (struct hpm_options, field) },
    HPM_OPTIONS (HPM_X)
#undef HPM_X
};
/* clang-format on */

char **
hpm_option_value (struct hpm_options *options, const struct hpm_option *option)
{
    return (char **)((char *)options + option->offset);
}

const struct hpm_option *
hpm_option_by_variable (const char *variable)
{
    for (int i = 0; i < HPM_OPTION_COUNT; i++)
        if (!strcmp (hpm_option_table[i].variable, variable))
            return &hpm_option_table[i];
    return NULL;
}

void
hpm_options_release (struct hpm_options *options)
{
    for (int i = 0; i < HPM_OPTION_COUNT; i++) {
        char **value = hpm_option_value (options, &hpm_option_table[i]);

        free (*value);
        *value = NULL;
    }
}

int
hpm_options_init (struct hpm_options *options)
{
    memset (options, 0, sizeof (*options));
    for (int i = 0; i < HPM_OPTION_COUNT; i++) {
        char **value = hpm_option_value (options, &hpm_option_table[i]);

        *value = strdup (hpm_option_table[i].initial);
        if (!*value) {
            hpm_options_release (options);
            return -1;
        }
    }
    return 0;
}

static int
is_choice (const char *choices, const char *value)
{
    struct hpm_piece choice;

    while (hpm_text_part (&choices, '|', &choice))
        if (hpm_piece_is (choice, value))
            return 1;
    return 0;
}

/* A decimal number from 1 to LONG_MAX, without sign.  */
static int
is_count (const char *value)
{
    long number = 0;

    if (!*value)
        return 0;
    for (; *value; value++) {
        int digit = *value - '0';

        if (!hpm_text_is_digit (*value) || number > (LONG_MAX - digit) / 10)
            return 0;
        number = number * 10 + digit;
    }
    return number > 0;
}

/* A decimal number, 0 or more, up to a day.  */
static int
is_seconds (const char *value)
{
    double number;
    size_t length = hpm_text_number (value, &number);

    return length && !value[length] && number <= 86400;
}

/* "0", "1", or NULL for what is neither.  */
static const char *
flag_value (const char *value)
{
    if (!strcmp (value, "1") || !strcmp (value, "yes"))
        return "1";
    if (!strcmp (value, "0") || !strcmp (value, "no"))
        return "0";
    return NULL;
}

/* Names separated by commas, one at least; blanks around them are dropped.  */
static int
is_list (const char *value)
{
    struct hpm_piece name;

    while (hpm_text_part (&value, ',', &name)) {
        name = hpm_piece_trim (name);
        for (size_t i = 0; i < name.length; i++)
            if (hpm_text_is_blank (name.start[i])
                || hpm_text_is_control (name.start[i]))
                return 0;
        if (!name.length)
            return 0;
    }
    return 1;
}

/* Check; *value may be replaced by the way it is stored.  Returns NULL or what
 * is expected instead.  */
static const char *
check_value (const struct hpm_option *option, const char **value)
{
    switch (option->kind) {
    case HPM_OPTION_flag:
        *value = flag_value (*value);
        return *value ? NULL : "0, 1, yes or no";
    case HPM_OPTION_choice:
        return is_choice (option->choices, *value) ? NULL : option->choices;
    case HPM_OPTION_count:
        return is_count (*value) ? NULL : "a whole number above 0";
    case HPM_OPTION_seconds:
        return is_seconds (*value) ? NULL : "seconds, from 0 to 86400";
    case HPM_OPTION_maybe:
        *value = flag_value (*value) ? flag_value (*value) : *value;
        break;
    case HPM_OPTION_list:
        return is_list (*value) ? NULL : "names separated by commas";
    case HPM_OPTION_text:
        break;
    }
    return NULL;
}

int
hpm_option_take (struct hpm_options *options, const struct hpm_option *option,
                 const char *value, const char *who, struct hpm_error *error)
{
    const char *taken = value;
    const char *expected = check_value (option, &taken);
    char shown[64];
    char *copy;

    if (expected)
        return hpm_error_set (
            error, "%s cannot be \"%s\": expected %s", who,
            hpm_text_show (shown, sizeof (shown),
                           (struct hpm_piece){ value, strlen (value) }),
            expected);
    copy = strdup (taken);
    if (!copy)
        return hpm_error_set (error, "out of memory for %s", who);
    free (*hpm_option_value (options, option));
    *hpm_option_value (options, option) = copy;
    return 0;
}

/* All of our variables start alike: what follows is compared.  */
const char *
hpm_option_nearest_variable (const char *variable)
{
    const size_t prefix = strlen ("HPM_");
    const char *names[HPM_OPTION_COUNT], *nearest;

    if (strlen (variable) <= prefix)
        return NULL;
    for (int i = 0; i < HPM_OPTION_COUNT; i++)
        names[i] = hpm_option_table[i].variable + prefix;
    if (!hpm_names_nearest (variable + prefix, names, HPM_OPTION_COUNT,
                            &nearest, 1))
        return NULL;
    return nearest - prefix;
}

void
hpm_options_each (const struct hpm_options *options, int all,
                  void (*each) (const char *variable, const char *value,
                                const char *initial, void *data),
                  void *data)
{
    for (int i = 0; i < HPM_OPTION_COUNT; i++) {
        const struct hpm_option *option = &hpm_option_table[i];
        const char *value
            = *hpm_option_value ((struct hpm_options *)options, option);

        if (all || strcmp (value, option->initial) != 0)
            each (option->variable, value, option->initial, data);
    }
}

long
hpm_options_number (const char *value)
{
    return strtol (value, NULL, 10);
}
