/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/option/option_private.h"

#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CODES_MAX 4
#define NS_PER_SECOND 1000000000

/* Those with a text of their own first; an empty text is the default's.  */
enum kind {
    KIND_text,
    KIND_list,
    KIND_either,
    KIND_maybe,
    KIND_flag,
    KIND_choice,
    KIND_count,
    KIND_seconds
};

/* The table as data.  */
static const struct option {
    const char *field, *variable, *initial;
    const char *words;    /* of a choice: "|off|ranks" */
    int codes[CODES_MAX]; /* of these, in their order */
    enum kind kind;
    size_t offset, size; /* of the value in struct hpm_options */
} table[HPM_SETTING_COUNT] = {
#define HPM_CHOICES_(X)
#define HPM_WORD(code, identifier, word, meaning) "|" word
#define HPM_CODE(code, identifier, word, meaning) code,
#define HPM_X(field, letter, variable, kind, argument, initial, choices, help) \
    { #field,                                                                  \
      #variable,                                                               \
      initial,                                                                 \
      "" HPM_CHOICES_##choices (HPM_WORD),                                     \
      { HPM_CHOICES_##choices (HPM_CODE) },                                    \
      KIND_##kind,                                                             \
      offsetof (struct hpm_options, field),                                    \
      sizeof (((struct hpm_options *)0)->field) },
    HPM_OPTIONS (HPM_X)
#undef HPM_X
};

/* A member of struct hpm_options.  */
union value {
    const char *text; /* where there is one, the first of the others, too */
    struct hpm_either either;
    struct hpm_maybe maybe;
    int code; /* of a flag or choice */
    long count;
    double seconds;
};

/* ---- from text ---------------------------------------------------------- */

/* A word of the choices.  Without one, the code is one more than the last.  */
static int
read_choice (const struct option *option, const char *text, int *code)
{
    const char *rest = option->words + 1;
    struct hpm_piece word;

    for (int i = 0; hpm_text_part (&rest, '|', &word); i++) {
        *code = option->codes[i];
        if (hpm_piece_is (word, text))
            return 0;
    }
    ++*code;
    return -1;
}

/* A decimal number from 1 to LONG_MAX, without sign.  */
static int
read_count (const char *text, long *number)
{
    *number = 0;
    for (; *text; text++) {
        int digit = *text - '0';

        if (!hpm_text_is_digit (*text) || *number > (LONG_MAX - digit) / 10)
            return -1;
        *number = *number * 10 + digit;
    }
    return *number > 0 ? 0 : -1;
}

/* A decimal number, 0 or more, up to a day, in whole nanoseconds; what is less
 * than one but not 0 is one.  */
static int
read_seconds (const char *text, double *seconds)
{
    double number;
    size_t length = hpm_text_number (text, &number);
    long long ns;

    if (!length || text[length] || number > 86400)
        return -1;
    ns = (long long)(number * NS_PER_SECOND + 0.5);
    *seconds = (double)(ns || !(number > 0) ? ns : 1) / NS_PER_SECOND;
    return 0;
}

static int
read_flag (const char *text, int *flag)
{
    *flag = !strcmp (text, "1") || !strcmp (text, "yes");
    return *flag || !strcmp (text, "0") || !strcmp (text, "no") ? 0 : -1;
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

/* Returns NULL or what is expected instead.  */
static const char *
read_value (const struct option *option, const char *text, union value *value)
{
    memset (value, 0, sizeof (*value));
    switch (option->kind) {
    case KIND_flag:
        return read_flag (text, &value->code) ? "0, 1, yes or no" : NULL;
    case KIND_choice:
        return read_choice (option, text, &value->code) ? option->words + 1
                                                        : NULL;
    case KIND_count:
        return read_count (text, &value->count) ? "a whole number above 0"
                                                : NULL;
    case KIND_seconds:
        return read_seconds (text, &value->seconds) ? "seconds, from 0 to 86400"
                                                    : NULL;
    case KIND_either:
        if (!read_choice (option, text, &value->either.choice))
            return NULL;
        value->text = text;
        return strchr (text, '/') ? NULL : option->words + 1;
    case KIND_maybe:
        if (read_flag (text, &value->maybe.wanted)) {
            value->maybe.wanted = 1;
            value->text = text;
        }
        return NULL;
    case KIND_list:
        value->text = text;
        return *text && !is_list (text) ? "names separated by commas" : NULL;
    case KIND_text:
        value->text = text;
    }
    return NULL;
}

static void *
member_of (const struct hpm_options *options, const struct option *option)
{
    return (char *)options + option->offset;
}

void
hpm_options_init (struct hpm_options *options)
{
    memset (options, 0, sizeof (*options));
    for (int i = 0; i < HPM_SETTING_COUNT; i++) {
        union value value;

        read_value (&table[i], table[i].initial, &value);
        memcpy (member_of (options, &table[i]), &value, table[i].size);
    }
}

void
hpm_options_release (struct hpm_options *options)
{
    for (int i = 0; i < HPM_SETTING_COUNT; i++)
        free (options->sources[i].owned);
    free (options->file);
    free (options->site_file);
    hpm_options_init (options);
}

int
hpm_option_take (struct hpm_options *options, enum hpm_setting setting,
                 const char *text, const struct hpm_setting_place *place,
                 struct hpm_error *error)
{
    const struct option *option = &table[setting];
    struct hpm_setting_source *source = &options->sources[setting];
    union value value;
    const char *expected
        = read_value (option, *text ? text : option->initial, &value);
    char *copy = NULL;
    char shown[64];

    if (expected)
        return hpm_error_set (
            error, "%s cannot be \"%s\": expected %s%s", place->who,
            hpm_text_show (shown, sizeof (shown),
                           (struct hpm_piece){ text, strlen (text) }),
            expected,
            option->kind == KIND_either ? ", or a path with a \"/\" in it"
                                        : "");
    if (place->from < source->from)
        return 0;
    if (option->kind <= KIND_maybe && value.text) {
        value.text = copy = strdup (value.text);
        if (!copy)
            return hpm_error_set (error, "out of memory for %s", place->who);
    }
    memcpy (member_of (options, option), &value, option->size);
    free (source->owned);
    *source = (struct hpm_setting_source){ place->from, place->line, copy };
    return 0;
}

/* A number behind the flag is one, also where a variable would have it for yes;
 * of samples, 1 a second would say next to nothing.  */
static const char *
number_of_flag (enum hpm_setting setting, const char *value)
{
    return setting == HPM_SETTING_pages && !strcmp (value, "1") ? "1.0" : value;
}

int
hpm_options_take_flag (struct hpm_options *options, enum hpm_setting setting,
                       const char *value, const char *name,
                       struct hpm_error *error)
{
    const struct hpm_setting_place place = { HPM_FROM_ARGUMENT, 0, name };

    return hpm_option_take (options, setting,
                            value ? number_of_flag (setting, value) : "1",
                            &place, error);
}

void
hpm_options_replace (struct hpm_options *options, enum hpm_setting setting,
                     char *text)
{
    *(const char **)member_of (options, &table[setting]) = text;
    free (options->sources[setting].owned);
    options->sources[setting].owned = text;
}

/* ---- back into text ----------------------------------------------------- */

/* A choice's word, which has a place of its own in the list.  */
static void
put_word (const struct option *option, int code, char buffer[HPM_SETTING_TEXT])
{
    const char *rest = option->words + 1;
    struct hpm_piece word = { "", 0 };

    for (int i = 0; hpm_text_part (&rest, '|', &word); i++)
        if (option->codes[i] == code)
            break;
    hpm_text_show (buffer, HPM_SETTING_TEXT, word);
}

/* With a point in every locale, and without zeros at the end.  */
static void
put_seconds (double seconds, char buffer[HPM_SETTING_TEXT])
{
    long long ns = (long long)(seconds * NS_PER_SECOND + 0.5);
    int length = snprintf (buffer, HPM_SETTING_TEXT, "%lld.%09lld",
                           ns / NS_PER_SECOND, ns % NS_PER_SECOND);

    while (buffer[length - 1] == '0')
        buffer[--length] = '\0';
    if (buffer[length - 1] == '.')
        buffer[length - 1] = '\0';
}

const char *
hpm_options_text (const struct hpm_options *options, enum hpm_setting setting,
                  char buffer[HPM_SETTING_TEXT])
{
    const struct option *option = &table[setting];
    union value value;

    memcpy (&value, member_of (options, option), option->size);
    switch (option->kind) {
    case KIND_maybe:
        if (!value.text)
            return value.maybe.wanted ? "1" : "0";
        return value.text;
    case KIND_text:
    case KIND_list:
        return value.text;
    case KIND_either:
        if (value.text)
            return value.text;
        put_word (option, value.either.choice, buffer);
        break;
    case KIND_choice:
        put_word (option, value.code, buffer);
        break;
    case KIND_seconds:
        put_seconds (value.seconds, buffer);
        break;
    case KIND_count:
        snprintf (buffer, HPM_SETTING_TEXT, "%ld", value.count);
        break;
    case KIND_flag:
        return value.code ? "1" : "0";
    }
    return buffer;
}

int
hpm_options_is_default (const struct hpm_options *options,
                        enum hpm_setting setting)
{
    char buffer[HPM_SETTING_TEXT];

    return !strcmp (hpm_options_text (options, setting, buffer),
                    table[setting].initial);
}

/* ---- names -------------------------------------------------------------- */

const char *
hpm_setting_variable (enum hpm_setting setting)
{
    return table[setting].variable;
}

enum hpm_setting
hpm_setting_find (const char *variable)
{
    int i = 0;

    while (i < HPM_SETTING_COUNT && strcmp (table[i].variable, variable))
        i++;
    return i;
}

/* The file that a setting comes from.  */
static const char *
file_of (const struct hpm_options *options,
         const struct hpm_setting_source *source)
{
    return source->from == HPM_FROM_SITE ? options->site_file : options->file;
}

char *
hpm_options_source (const struct hpm_options *options, enum hpm_setting setting,
                    char *buffer, size_t size)
{
    static const char *const words[] = { [HPM_FROM_DEFAULT] = "default",
                                         [HPM_FROM_ENVIRONMENT] = "environment",
                                         [HPM_FROM_ARGUMENT] = "flag" };
    const struct hpm_setting_source *source = &options->sources[setting];

    if (source->from == HPM_FROM_FILE || source->from == HPM_FROM_SITE)
        snprintf (buffer, size, "%s:%d", file_of (options, source),
                  source->line);
    else
        snprintf (buffer, size, "%s", words[source->from]);
    return buffer;
}

char *
hpm_options_name (const struct hpm_options *options, enum hpm_setting setting,
                  char *buffer, size_t size)
{
    const struct hpm_setting_source *source = &options->sources[setting];

    if (source->from == HPM_FROM_FILE || source->from == HPM_FROM_SITE)
        snprintf (buffer, size, "%s:%d: %s", file_of (options, source),
                  source->line, table[setting].variable);
    else if (source->from == HPM_FROM_ENVIRONMENT)
        snprintf (buffer, size, "%s", table[setting].variable);
    else {
        snprintf (buffer, size, "--%s", table[setting].field);
        for (char *c = buffer; *c; c++)
            if (*c == '_')
                *c = '-';
    }
    return buffer;
}
