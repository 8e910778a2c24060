/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/emit/json.h"

#include <math.h>
#include <string.h>

#include "base/real_text.h"
#include "base/text.h"

static void
put (struct hpm_json *json, const char *text, size_t length)
{
    hpm_buffer_put (&json->buffer, text, length);
}

static void
put_char (struct hpm_json *json, char c)
{
    hpm_buffer_put_char (&json->buffer, c);
}

static void
put_escape (struct hpm_json *json, char c)
{
    static const char escaped[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
    const char *found = strchr (escaped, c);
    char text[16];
    int length
        = found ? snprintf (text, sizeof text, "\\%c", letters[found - escaped])
                : snprintf (text, sizeof text, "\\u%04X", (unsigned)c);

    put (json, text, (size_t)length);
}

/* Characters that stand for themselves, and are ASCII.  */
static const char is_plain[256]
    = { [' '] = 1, ['!'] = 1, ['#' ... '['] = 1, [']' ... '~'] = 1 };

/* Put those at the start of a text, and return how many they are.  */
static size_t
put_plain (struct hpm_json *json, const char *text)
{
    size_t length = 0;

    while (is_plain[(unsigned char)text[length]])
        length++;
    put (json, text, length);
    return length;
}

/* Put a character that is not plain, and return how many bytes it is.  JSON has
 * none for a byte that is no UTF-8: that is told as in text.  */
static size_t
put_other (struct hpm_json *json, const char *text)
{
    size_t length = hpm_text_long_character (text);
    char told[8];

    if (length || *text == 127) {
        put (json, text, length + !length);
        return length + !length;
    }
    if ((unsigned char)*text < 127)
        put_escape (json, *text);
    else
        put (json, told,
             (size_t)snprintf (told, sizeof told, "\\\\x%02x",
                               (unsigned char)*text));
    return 1;
}

static void
put_text (struct hpm_json *json, const char *text)
{
    put_char (json, '"');
    while (*(text += put_plain (json, text)))
        text += put_other (json, text);
    put_char (json, '"');
}

/* A line of its own, behind a comma if something stands before it; in a row
 * that is one line a blank.  */
static void
put_line (struct hpm_json *json, int comma)
{
    static const char blanks[] = ",\n                ";

    if (json->flat)
        put (json, ", ", comma ? 2 : 0);
    else if (json->depth)
        put (json, blanks + !comma, 1 + (size_t)comma + (size_t)json->depth);
}

static void
put_whole_key (struct hpm_json *json, const char *key)
{
    put_text (json, key);
    put (json, ": ", 2);
}

/* Keys of rows are those of the row before, as a rule: known by their address.
 */
static void
put_row_key (struct hpm_json *json, const char *key)
{
    struct hpm_json_key *ready
        = &json->keys[((uintptr_t)key * 2654435769u >> 12) % HPM_JSON_KEYS];
    struct hpm_buffer *buffer = &json->buffer;
    size_t start, length;

    if (ready->key == key) {
        put (json, ready->text, ready->length);
        return;
    }
    if (strlen (key) < sizeof ready->text)
        hpm_buffer_room (buffer, sizeof buffer->text / 2);
    start = buffer->used;
    put_whole_key (json, key);
    length = buffer->used - start;
    if (strlen (key) >= sizeof ready->text || length > sizeof ready->text)
        return;
    *ready = (struct hpm_json_key){ .key = key, .length = length };
    memcpy (ready->text, buffer->text + start, length);
}

/* What comes before a value.  */
static void
put_key (struct hpm_json *json, const char *key)
{
    put_line (json, json->filled);
    json->filled = 1;
    if (!key)
        return;
    if (json->flat)
        put_row_key (json, key);
    else
        put_whole_key (json, key);
}

void
hpm_json_open (struct hpm_json *json, const char *key, char bracket)
{
    put_key (json, key);
    put_char (json, bracket);
    json->depth++;
    json->filled = 0;
}

void
hpm_json_close (struct hpm_json *json, char bracket)
{
    json->depth--;
    if (json->filled && !json->depth)
        put_char (json, '\n');
    else if (json->filled)
        put_line (json, 0);
    put_char (json, bracket);
    json->filled = 1;
    if (!json->depth)
        hpm_buffer_flush (&json->buffer);
}

void
hpm_json_open_row (struct hpm_json *json)
{
    hpm_json_open (json, NULL, '{');
    json->flat = 1;
}

void
hpm_json_close_row (struct hpm_json *json)
{
    hpm_json_close (json, '}');
    json->flat = 0;
}

void
hpm_json_open_line (struct hpm_json *json)
{
    hpm_json_open (json, NULL, '[');
    json->flat = 1;
}

void
hpm_json_close_line (struct hpm_json *json)
{
    hpm_json_close (json, ']');
    json->flat = 0;
}

void
hpm_json_text (struct hpm_json *json, const char *key, const char *text)
{
    if (!text) {
        hpm_json_null (json, key);
        return;
    }
    put_key (json, key);
    put_text (json, text);
}

void
hpm_json_integer (struct hpm_json *json, const char *key, int64_t value)
{
    char *room;

    put_key (json, key);
    room = hpm_buffer_room (&json->buffer, HPM_REAL_TEXT);
    json->buffer.used += (size_t)hpm_integer_text (room, value);
}

/* A real stays one: "3.0".  */
void
hpm_json_real (struct hpm_json *json, const char *key, double value)
{
    char *room;

    if (!isfinite (value)) {
        hpm_json_null (json, key);
        return;
    }
    put_key (json, key);
    room = hpm_buffer_room (&json->buffer, HPM_REAL_TEXT);
    json->buffer.used += (size_t)hpm_real_text (room, value);
    if (!strpbrk (room, ".e"))
        put (json, ".0", 2);
}

void
hpm_json_whole (struct hpm_json *json, const char *key, double value)
{
    if (fabs (value) < 0x1p63)
        hpm_json_integer (json, key, (int64_t)value);
    else
        hpm_json_real (json, key, value);
}

void
hpm_json_flag (struct hpm_json *json, const char *key, int value)
{
    put_key (json, key);
    put (json, value ? "true" : "false", value ? 4 : 5);
}

void
hpm_json_raw (struct hpm_json *json, const char *key, const char *text,
              size_t length)
{
    put_key (json, key);
    put (json, text, length);
}

void
hpm_json_null (struct hpm_json *json, const char *key)
{
    put_key (json, key);
    put (json, "null", 4);
}
