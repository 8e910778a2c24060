/* SPDX-License-Identifier: BSD-3-Clause
 *
 * JSON (RFC 8259) as it is written, a line for each value or row: nothing is
 * kept, so that a list may have a million objects.
 */
#ifndef HPM_AGGREGATE_JSON_H
#define HPM_AGGREGATE_JSON_H

#include <stdint.h>

#include "aggregate/show/emit/buffer.h"

#define HPM_JSON_KEYS 256

/* `"name": ` for a key, 0 for none.  */
struct hpm_json_key {
    const char *key;
    size_t length;
    char text[48];
};

/* Zeros but for buffer.out begin a document, which is in there when the last
 * object or list is closed.  */
struct hpm_json {
    struct hpm_buffer buffer;
    int depth;  /* objects and lists that are open */
    int filled; /* 1: the innermost of them has something */
    int flat;   /* 1: in a row, which is one line */
    struct hpm_json_key keys[HPM_JSON_KEYS]; /* of rows */
};

/* An object ('{', '}') or list ('[', ']').  Of a member of an object there is
 * the key, of one of a list NULL, here and below.  */
void hpm_json_open (struct hpm_json *json, const char *key, char bracket);
void hpm_json_close (struct hpm_json *json, char bracket);

/* An object of a list, in one line.  Its keys, and those of objects in it, stay
 * where and as they are to the end of the document.  */
void hpm_json_open_row (struct hpm_json *json);
void hpm_json_close_row (struct hpm_json *json);

/* A list in a list, in one line.  */
void hpm_json_open_line (struct hpm_json *json);
void hpm_json_close_line (struct hpm_json *json);

/* Text may be in any encoding: where it is no UTF-8, what is not of ASCII is a
 * "?".  NULL is null.  */
void hpm_json_text (struct hpm_json *json, const char *key, const char *text);
void hpm_json_integer (struct hpm_json *json, const char *key, int64_t value);
/* In the digits it is worth, and null where it is not finite; `whole`: an
 * integer, where 64 bits hold it.  */
void hpm_json_real (struct hpm_json *json, const char *key, double value);
void hpm_json_whole (struct hpm_json *json, const char *key, double value);
void hpm_json_flag (struct hpm_json *json, const char *key, int value);
/* A document as a value.  */
void hpm_json_raw (struct hpm_json *json, const char *key, const char *text,
                   size_t length);
void hpm_json_null (struct hpm_json *json, const char *key);

#endif /* HPM_AGGREGATE_JSON_H */
