/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/page/page_answer.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *
hpm_page_ask (const char *path, const char *picture, int svg, int png)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    fputs ("file://", out);
    for (const unsigned char *at = (const unsigned char *)path; *at; at++)
        if (*at < 128 && (isalnum (*at) || strchr ("/-_.", *at)))
            putc (*at, out);
        else
            fprintf (out, "%%%02X", *at);
    fprintf (out, "#picture=%s&as=%s%s%s", picture, svg ? "svg" : "",
             svg && png ? "," : "", png ? "png" : "");
    if (!fclose (out))
        return text;
    free (text);
    return NULL;
}

/* Of a digit of base64: -1 for none.  */
static int
digit (char character)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                 "abcdefghijklmnopqrstuvwxyz0123456789+/";
    const char *found = character ? strchr (digits, character) : NULL;

    return found ? (int)(found - digits) : -1;
}

/* Up to the first character that is no digit.  */
static size_t
decode (const char *text, char *bytes)
{
    size_t count = 0;
    unsigned bits = 0;

    for (int have = 0; digit (*text) >= 0; text++) {
        bits = bits << 6 | (unsigned)digit (*text);
        have += 6;
        if (have < 8)
            continue;
        have -= 8;
        bytes[count++] = (char)(bits >> have & 0xff);
    }
    return count;
}

char *
hpm_page_answer (const char *text, const char *word, size_t *bytes)
{
    size_t length = strlen (word);
    char *data;

    while ((text = strchr (text, '\n'))) {
        text++;
        if (!strncmp (text, word, length) && text[length] == ' ')
            break;
    }
    if (!text)
        return NULL;
    text += length + 1;
    data = malloc (strcspn (text, "\n") + 1);
    if (!data)
        return NULL;
    *bytes = decode (text, data);
    data[*bytes] = '\0';
    return data;
}
