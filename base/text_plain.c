/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a terminal obeys instead of showing it.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define ESCAPE_MAX 4 /* "\x1b" */

/* Line and paragraph separators (U+2028, U+2029), and what turns the direction
 * of what comes after it (U+202A to U+202E, U+2066 to U+2069).  */
static int
is_format (const unsigned char *text)
{
    return text[0] == 0xe2
           && ((text[1] == 0x80 && text[2] >= 0xa8 && text[2] <= 0xae)
               || (text[1] == 0x81 && text[2] >= 0xa6 && text[2] <= 0xa9));
}

size_t
hpm_text_long_character (const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t bytes = *byte >= 0xf0 ? 4 : *byte >= 0xe0 ? 3 : 2;
    unsigned second = byte[1];

    if (*byte < 0xc2 || *byte > 0xf4)
        return 0;
    for (size_t i = 1; i < bytes; i++)
        if ((byte[i] & 0xc0) != 0x80)
            return 0;
    /* Too long for what it says, a surrogate, beyond Unicode.  */
    if ((*byte == 0xe0 && second < 0xa0) || (*byte == 0xed && second > 0x9f)
        || (*byte == 0xf0 && second < 0x90) || (*byte == 0xf4 && second > 0x8f))
        return 0;
    return bytes;
}

/* Bytes of one that may be shown; 0 if it is none, one of the control
 * characters behind ASCII, or one that a terminal obeys.  */
static size_t
plain_character (const char *text)
{
    const unsigned char *byte = (const unsigned char *)text;
    size_t bytes = hpm_text_long_character (text);

    if (!bytes || (*byte == 0xc2 && byte[1] < 0xa0) || is_format (byte))
        return 0;
    return bytes;
}

size_t
hpm_text_plain (const char *text)
{
    const char *at = text;

    for (size_t bytes = 1; *at && bytes; at += bytes) {
        if ((unsigned char)*at < 128)
            bytes = !hpm_text_is_control (*at);
        else
            bytes = plain_character (at);
    }
    return (size_t)(at - text);
}

char *
hpm_text_tame (char *text)
{
    for (char *at = text + hpm_text_plain (text); *at;
         at += hpm_text_plain (at))
        *at = '?';
    return text;
}

static size_t
escape (char *to, char c)
{
    static const char letters[] = "nrt", controls[] = "\n\r\t";
    const char *known = strchr (controls, c);

    if (known)
        return (size_t)sprintf (to, "\\%c", letters[known - controls]);
    return (size_t)sprintf (to, "\\x%02x", (unsigned char)c);
}

char *
hpm_text_escaped (const char *text)
{
    char *copy = malloc (ESCAPE_MAX * strlen (text) + 1), *to = copy;

    while (copy) {
        size_t plain = hpm_text_plain (text);

        memcpy (to, text, plain);
        to += plain;
        text += plain;
        if (!*text)
            break;
        to += escape (to, *text++);
    }
    if (copy)
        *to = '\0';
    return copy;
}

char *
hpm_text_escape_own (char *text)
{
    char *copy = hpm_text_escaped (text);

    free (text);
    return copy;
}
