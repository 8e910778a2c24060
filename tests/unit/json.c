/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/emit/json.h"

#include <math.h>
#include <stdlib.h>

#include "tests/tap.h"

/* What `put` writes is as expected.  */
static void
check (void (*put) (struct hpm_json *), const char *expected, const char *claim)
{
    char *text = NULL;
    size_t size;
    struct hpm_json json = { .buffer.out = open_memstream (&text, &size) };

    put (&json);
    fclose (json.buffer.out);
    tap_text (text, expected, "%s", claim);
    free (text);
}

static void
put_texts (struct hpm_json *json)
{
    hpm_json_open (json, NULL, '[');
    hpm_json_text (json, NULL, "a \"b\" c\\d/");
    hpm_json_text (json, NULL, "\b\f\n\r\t\x1b\x01");
    hpm_json_text (json, NULL,
                   "\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80 \xc2\x9b\x7f");
    hpm_json_text (json, NULL, "\xc3\xa4 \xff\x1b\xe2\x82");
    hpm_json_text (json, NULL, "\n\xc0\x80\x7f");
    hpm_json_text (json, NULL, "");
    hpm_json_text (json, NULL, NULL);
    hpm_json_close (json, ']');
}

static void
put_numbers (struct hpm_json *json)
{
    hpm_json_open (json, NULL, '{');
    hpm_json_integer (json, "least", INT64_MIN);
    hpm_json_real (json, "real", 3);
    hpm_json_real (json, "small", 1e-7);
    hpm_json_real (json, "none", NAN);
    hpm_json_real (json, "no end", -INFINITY);
    hpm_json_whole (json, "whole", 3);
    hpm_json_whole (json, "too large", 0x1p63);
    hpm_json_whole (json, "no number", NAN);
    hpm_json_flag (json, "yes", 1);
    hpm_json_flag (json, "n\"o", 0);
    hpm_json_close (json, '}');
}

static void
put_nested (struct hpm_json *json)
{
    hpm_json_open (json, NULL, '{');
    hpm_json_open (json, "empty", '{');
    hpm_json_close (json, '}');
    hpm_json_open (json, "list", '[');
    hpm_json_open (json, NULL, '[');
    hpm_json_close (json, ']');
    hpm_json_integer (json, NULL, 1);
    hpm_json_close (json, ']');
    hpm_json_null (json, "last");
    hpm_json_close (json, '}');
}

int
main (void)
{
    check (put_texts,
           "[\n"
           " \"a \\\"b\\\" c\\\\d/\",\n"
           " \"\\b\\f\\n\\r\\t\\u001B\\u0001\",\n"
           " \"\xc3\xa4 \xe2\x82\xac \xf0\x9f\x98\x80 \xc2\x9b\x7f\",\n"
           " \"\xc3\xa4 \\\\xff\\u001B\\\\xe2\\\\x82\",\n"
           " \"\\n\\\\xc0\\\\x80\x7f\",\n"
           " \"\",\n"
           " null\n"
           "]",
           "texts are escaped, and so is each byte that is no UTF-8");
    check (put_numbers,
           "{\n"
           " \"least\": -9223372036854775808,\n"
           " \"real\": 3.0,\n"
           " \"small\": 1e-07,\n"
           " \"none\": null,\n"
           " \"no end\": null,\n"
           " \"whole\": 3,\n"
           " \"too large\": 9.223372036854776e+18,\n"
           " \"no number\": null,\n"
           " \"yes\": true,\n"
           " \"n\\\"o\": false\n"
           "}",
           "numbers are integers, reals or null");
    check (put_nested,
           "{\n"
           " \"empty\": {},\n"
           " \"list\": [\n"
           "  [],\n"
           "  1\n"
           " ],\n"
           " \"last\": null\n"
           "}",
           "objects and lists may be empty, and stand in each other");
    return tap_done ();
}
