/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/option/flag.h"

#include <string.h>

#include "base/event/event_list.h"
#include "base/text.h"

#define FLAGS_MAX 64

/* Whether the name of the table is the one that was written.  */
static int
is_named (const struct hpm_flag *flag, const char *written)
{
    const char *name = flag->name;

    while (*name && (*name == '_' ? '-' : *name) == *written)
        name++, written++;
    return !*name && !*written;
}

/* Whether another program's flag is written, with one dash or two, and maybe
 * with a number or a value.  */
static int
is_foreign (const struct hpm_flag *flag, const char *written)
{
    const char *name = flag->name, *rest = written + 1 + (written[1] == '-');

    while (*name
           && (*name == '_' ? '-' : *name) == (*rest == '_' ? '-' : *rest))
        name++, rest++;
    if (written[1] != '-')
        rest += strspn (rest, "0123456789");
    return !*name && (!*rest || *rest == '=');
}

/* Whether the other program's flag has the name, or the letter, of one of ours.
 */
static int
is_ours (const struct hpm_flag *flags, int count, const char *name)
{
    for (int i = 0; i < count; i++)
        if (flags[i].takes != HPM_TAKES_foreign
            && (is_named (&flags[i], name)
                || (!name[1] && *name == flags[i].letter)))
            return 1;
    return 0;
}

static int
find_foreign (const struct hpm_flag *flags, int count, const char *written)
{
    for (int i = 0; i < count; i++)
        if (flags[i].takes == HPM_TAKES_foreign
            && is_foreign (&flags[i], written)
            && !is_ours (flags, count, flags[i].name))
            return i;
    return -1;
}

/* The place of "--name" or "-n"; -1 if there is none.  */
static int
find_flag (const struct hpm_flag *flags, int count, const char *written)
{
    for (int i = 0; i < count; i++)
        if (flags[i].takes != HPM_TAKES_foreign
            && (written[1] == '-' ? is_named (&flags[i], written + 2)
                                  : written[1] == flags[i].letter))
            return i;
    return -1;
}

static int
unknown_flag (const struct hpm_flag *flags, int count, const char *written,
              struct hpm_error *error)
{
    const char *names[FLAGS_MAX], *nearest;
    char offer[sizeof ((struct hpm_flag_found *)0)->name];
    int own = 0;

    for (int i = 0; i < count && own < FLAGS_MAX; i++)
        if (flags[i].takes != HPM_TAKES_foreign)
            names[own++] = flags[i].name;
    if (written[1] != '-'
        || !hpm_names_nearest (written + 2, names, own, &nearest, 1))
        return hpm_error_set (error, "unknown flag %s (see --help)", written);
    snprintf (offer, sizeof (offer), "%s", nearest);
    for (char *c = offer; *c; c++)
        if (*c == '_')
            *c = '-';
    return hpm_error_set (error, "unknown flag %s; did you mean --%s?", written,
                          offer);
}

static const char *
argument_of (const struct hpm_flag *flag)
{
    return flag->argument + (*flag->argument == '|');
}

/* The place of a value among the words of the argument.  */
static int
check_choice (const struct hpm_flag *flag, struct hpm_flag_found *found,
              struct hpm_error *error)
{
    const char *rest = argument_of (flag);
    struct hpm_piece word;
    char shown[64];

    if (!found->value || !strchr (rest, '|'))
        return 0;
    for (found->choice = 0; hpm_text_part (&rest, '|', &word); found->choice++)
        if (hpm_piece_is (word, found->value))
            return 0;
    word = (struct hpm_piece){ found->value, strlen (found->value) };
    return hpm_error_set (
        error, "%s cannot be \"%s\": expected %s", found->name,
        hpm_text_show (shown, sizeof (shown), word), argument_of (flag));
}

/* Whether the flag may have what stands behind "=" or its letter.  */
static int
check_value (const struct hpm_flag *flag, struct hpm_flag_found *found,
             struct hpm_error *error)
{
    int is_long = found->name[1] == '-';

    if (found->value
        && (flag->takes == HPM_TAKES_nothing
            || (flag->takes == HPM_TAKES_switch && !is_long)))
        return hpm_error_set (error, "%s takes no value: \"%s\"", found->name,
                              found->value);
    if (found->value ? !*found->value
                     : flag->takes == HPM_TAKES_value
                           || (flag->takes == HPM_TAKES_maybe && !is_long))
        return hpm_error_set (
            error, "%s needs a value: %s", found->name,
            flag->takes == HPM_TAKES_switch ? "0 or 1" : argument_of (flag));
    return check_choice (flag, found, error);
}

static void
take_name (struct hpm_flag_found *found, const char *written, size_t length)
{
    hpm_text_show (found->name, sizeof (found->name),
                   (struct hpm_piece){ written, length });
}

/* Read the flag at argv[*at], and go behind it.  */
static int
read_flag (const struct hpm_flag *flags, int count, char **argv, int *at,
           struct hpm_flag_found *found, struct hpm_error *error)
{
    const char *written = argv[(*at)++];
    int is_long = written[1] == '-';
    size_t whole = strcspn (written, "="), length = is_long ? whole : 2;
    const struct hpm_flag *flag;

    take_name (found, written, whole);
    found->flag = find_foreign (flags, count, written);
    if (found->flag >= 0)
        return 0;
    found->flag = find_flag (flags, count, found->name);
    if (found->flag < 0)
        return unknown_flag (flags, count, found->name, error);
    take_name (found, written, length);
    flag = &flags[found->flag];
    found->value = written[length] ? written + length + is_long : NULL;
    if (!found->value && argv[*at]
        && (flag->takes == HPM_TAKES_value
            || (flag->takes == HPM_TAKES_maybe && !is_long)))
        found->value = argv[(*at)++];
    return check_value (flag, found, error);
}

int
hpm_flags_read (const struct hpm_flag *flags, int count, char **argv, int mixed,
                hpm_flag_fn *take, void *data, char ***operands,
                struct hpm_error *error)
{
    int at = 1, kept = 1;

    while (argv[at] && strcmp (argv[at], "--") != 0) {
        struct hpm_flag_found found = { .operands = kept - 1 };

        if (argv[at][0] != '-' || !argv[at][1]) {
            if (!mixed)
                break;
            argv[kept++] = argv[at++];
        } else if (read_flag (flags, count, argv, &at, &found, error)
                   || take (&found, data, error))
            return -1;
    }
    at += argv[at] && !strcmp (argv[at], "--");
    *operands = argv + at;
    if (mixed) {
        *operands = argv + 1;
        do
            argv[kept++] = argv[at];
        while (argv[at++]);
    }
    return 0;
}
