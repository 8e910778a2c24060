/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/pattern.h"

#include <stdio.h>
#include <string.h>

#include "base/file/path.h"
#include "base/text.h"

static const char letters[] = {
#define HPM_X(letter, meaning) letter,
    HPM_PATTERN_LETTERS (HPM_X)
#undef HPM_X
        '\0'
};

int
hpm_pattern_is (const char *name)
{
    return strchr (name, '%') != NULL;
}

size_t
hpm_pattern_fixed (const char *name)
{
    size_t length = strcspn (name, "%");

    while (length && name[length - 1] != '/')
        length--;
    return length;
}

int
hpm_pattern_check (const char *name, struct hpm_error *error)
{
    for (const char *at = strchr (name, '%'); at; at = strchr (at + 2, '%')) {
        char shown[3];

        if (at[1] && strchr (letters, at[1]))
            continue;
        hpm_text_show (shown, sizeof shown,
                       (struct hpm_piece){ at, at[1] ? 2 : 1 });
        return hpm_error_set (error,
                              "'%s' has an unknown %s: after %% stands one of "
                              "u j p h Y m d H M S, or %% for itself",
                              name, shown);
    }
    return 0;
}

/* Add a value as one part of a path.  */
static size_t
put_part (char *buffer, size_t size, size_t length, const char *value)
{
    for (const char *c = *value ? value : "_"; *c && length < size;
         c++, length++) {
        int hides = c == value && *c == '.';

        buffer[length]
            = (char)(*c == '/' || hides || hpm_text_is_control (*c) ? '_' : *c);
    }
    return length;
}

static size_t
put_letter (char *buffer, size_t size, size_t length, char letter,
            const struct hpm_pattern_values *values)
{
    const char format[] = { '%', letter, '\0' };
    char text[32] = "%";

    switch (letter) {
    case 'u':
        return put_part (buffer, size, length, values->user);
    case 'j':
        return put_part (buffer, size, length, values->job);
    case 'p':
        return put_part (buffer, size, length, values->program);
    case 'h':
        return put_part (buffer, size, length, values->host);
    default: /* those of a time are strftime's, and "%%" is, too */
        strftime (text, sizeof text, format, &values->time);
        return put_part (buffer, size, length, text);
    }
}

int
hpm_pattern_expand (char *buffer, size_t size, const char *name,
                    const struct hpm_pattern_values *values,
                    struct hpm_error *error)
{
    size_t length = 0;

    if (hpm_pattern_check (name, error))
        return -1;
    for (const char *at = name; *at && length < size; at++)
        if (*at == '%')
            length = put_letter (buffer, size, length, *++at, values);
        else
            buffer[length++] = *at;
    if (length >= size)
        return hpm_error_set (error, "path too long: %s", name);
    buffer[length] = '\0';
    return 0;
}
