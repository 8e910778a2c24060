/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text.h"

#include <stdlib.h>
#include <string.h>

int
hpm_text_is_blank (char c)
{
    return c == ' ' || c == '\t' || c == '\r';
}

int
hpm_text_is_digit (char c)
{
    return c >= '0' && c <= '9';
}

int
hpm_text_is_letter (char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

int
hpm_text_is_control (char c)
{
    return (unsigned char)c < 32 || c == 127;
}

char
hpm_text_lower (char c)
{
    return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

struct hpm_piece
hpm_piece_trim (struct hpm_piece piece)
{
    while (piece.length && hpm_text_is_blank (piece.start[0])) {
        piece.start++;
        piece.length--;
    }
    while (piece.length && hpm_text_is_blank (piece.start[piece.length - 1]))
        piece.length--;
    return piece;
}

struct hpm_piece
hpm_piece_first_word (struct hpm_piece piece, struct hpm_piece *rest)
{
    struct hpm_piece word = { piece.start, 0 };

    while (word.length < piece.length
           && !hpm_text_is_blank (word.start[word.length]))
        word.length++;
    rest->start = piece.start + word.length;
    rest->length = piece.length - word.length;
    *rest = hpm_piece_trim (*rest);
    return word;
}

int
hpm_piece_is (struct hpm_piece piece, const char *text)
{
    return strlen (text) == piece.length
           && !memcmp (text, piece.start, piece.length);
}

char *
hpm_piece_copy (struct hpm_piece piece)
{
    char *copy = malloc (piece.length + 1);

    if (!copy)
        return NULL;
    memcpy (copy, piece.start, piece.length);
    copy[piece.length] = '\0';
    return copy;
}

int
hpm_text_part (const char **rest, char end, struct hpm_piece *part)
{
    const char *stop;

    if (!*rest)
        return 0;
    part->start = *rest;
    stop = strchr (*rest, end);
    part->length = stop ? (size_t)(stop - *rest) : strlen (*rest);
    *rest = stop ? stop + 1 : NULL;
    return 1;
}

/* Length of the terms behind "PMU/", with the slash at their end; 0 where there
 * are none.  The first has a value: an event of that name has no commas.  */
static size_t
terms_length (const char *text)
{
    size_t first = strcspn (text, "=,/"), length = strcspn (text, "/");

    return text[first] == '=' && text[length] ? length + 1 : 0;
}

int
hpm_text_event (const char **rest, struct hpm_piece *part)
{
    size_t length;

    if (!*rest)
        return 0;
    length = strcspn (*rest, ",/");
    if ((*rest)[length] == '/')
        length += 1 + terms_length (*rest + length + 1);
    length += strcspn (*rest + length, ",");
    *part = (struct hpm_piece){ *rest, length };
    *rest = (*rest)[length] ? *rest + length + 1 : NULL;
    return 1;
}

char *
hpm_text_show (char *buffer, size_t size, struct hpm_piece piece)
{
    size_t length = piece.length < size ? piece.length : size - 1;

    for (size_t i = 0; i < length; i++)
        buffer[i] = hpm_text_is_control (piece.start[i]) ? '?' : piece.start[i];
    buffer[length] = '\0';
    return buffer;
}

/* Greedy with one point of return, so that the time is bounded by the product
 * of the lengths.  */
int
hpm_text_match (const char *pattern, const char *text)
{
    const char *star = NULL, *resume = NULL;

    while (*text) {
        if (*pattern == '*') {
            star = pattern++;
            resume = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star + 1;
            text = ++resume;
        } else {
            return 0;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

void
hpm_text_field (char *field, size_t size, const char *text, size_t length)
{
    size_t kept = length < size ? length : size - 1;

    memcpy (field, text, kept);
    memset (field + kept, 0, size - kept);
    if (kept < length)
        field[kept - 1] = '~';
}
