/* SPDX-License-Identifier: BSD-3-Clause
 *
 * JSON on its way out: as jansson lays it out with an indent of 1, but reals in
 * the digits they are worth.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/real_text.h"
#include "aggregate/show/json_private.h"

void
hpm_json_put_line (FILE *out, int depth)
{
    putc_unlocked ('\n', out);
    while (depth-- > 0)
        putc_unlocked (' ', out);
}

void
hpm_json_put_integer (FILE *out, int64_t value)
{
    char text[HPM_REAL_TEXT];

    fwrite_unlocked (text, 1, (size_t)hpm_integer_text (text, value), out);
}

/* A real stays one: "3.0".  */
void
hpm_json_put_real (FILE *out, double value)
{
    char text[HPM_REAL_TEXT];
    int length;

    if (!isfinite (value)) {
        fputs_unlocked ("null", out);
        return;
    }
    length = hpm_real_text (text, value);
    fwrite_unlocked (text, 1, (size_t)length, out);
    if (!strpbrk (text, ".e"))
        fputs_unlocked (".0", out);
}

static int
is_plain (const char *text)
{
    for (; *text; text++)
        if ((unsigned char)*text < ' ' || (unsigned char)*text > '~'
            || *text == '"' || *text == '\\')
            return 0;
    return 1;
}

void
hpm_json_put_text (FILE *out, const char *text)
{
    json_t *string;
    char *escaped;

    if (is_plain (text)) {
        putc_unlocked ('"', out);
        fputs_unlocked (text, out);
        putc_unlocked ('"', out);
        return;
    }
    string = hpm_json_text (text);
    escaped = json_dumps (string, JSON_ENCODE_ANY);
    fputs_unlocked (escaped ? escaped : "\"\"", out);
    free (escaped);
    json_decref (string);
}

void
hpm_json_put_key (FILE *out, const char *key, int first, int depth)
{
    if (!first)
        putc_unlocked (',', out);
    hpm_json_put_line (out, depth);
    hpm_json_put_text (out, key);
    fputs_unlocked (": ", out);
}

static void
put_object (FILE *out, json_t *object, int depth)
{
    const char *key;
    json_t *value;
    int first = 1;

    putc_unlocked ('{', out);
    json_object_foreach (object, key, value)
    {
        hpm_json_put_key (out, key, first, depth + 1);
        hpm_json_print (out, value, depth + 1);
        first = 0;
    }
    if (!first)
        hpm_json_put_line (out, depth);
    putc_unlocked ('}', out);
}

static void
put_array (FILE *out, json_t *array, int depth)
{
    size_t count = json_array_size (array);

    putc_unlocked ('[', out);
    for (size_t i = 0; i < count; i++) {
        if (i)
            putc_unlocked (',', out);
        hpm_json_put_line (out, depth + 1);
        hpm_json_print (out, json_array_get (array, i), depth + 1);
    }
    if (count)
        hpm_json_put_line (out, depth);
    putc_unlocked (']', out);
}

void
hpm_json_print (FILE *out, json_t *value, int depth)
{
    switch (json_typeof (value)) {
    case JSON_OBJECT:
        put_object (out, value, depth);
        break;
    case JSON_ARRAY:
        put_array (out, value, depth);
        break;
    case JSON_STRING:
        hpm_json_put_text (out, json_string_value (value));
        break;
    case JSON_INTEGER:
        hpm_json_put_integer (out, json_integer_value (value));
        break;
    case JSON_REAL:
        hpm_json_put_real (out, json_real_value (value));
        break;
    default:
        fputs_unlocked (json_is_true (value)    ? "true"
                        : json_is_false (value) ? "false"
                                                : "null",
                        out);
    }
}
