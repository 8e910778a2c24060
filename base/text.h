/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Small things about text that do not depend on the program's locale: ASCII
 * classes, trimming, numbers, what may be shown, whole files.  Pure but for
 * hpm_text_read_file; no global state.
 */
#ifndef HPM_BASE_TEXT_H
#define HPM_BASE_TEXT_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"

/* A blank is a space, a tab or a carriage return: what may stand between two
 * words of one line.  */
int hpm_text_is_blank (char c);
int hpm_text_is_digit (char c);
/* A letter of ASCII, or "_".  */
int hpm_text_is_letter (char c);
/* A byte below 32, or 127.  */
int hpm_text_is_control (char c);
char hpm_text_lower (char c);

/* A piece of a longer text: not terminated, not owned.  */
struct hpm_piece {
    const char *start;
    size_t length;
};

/* Without the blanks at both ends.  */
struct hpm_piece hpm_piece_trim (struct hpm_piece piece);
/* The first word of a trimmed piece; *rest gets what follows it, trimmed.  */
struct hpm_piece hpm_piece_first_word (struct hpm_piece piece,
                                       struct hpm_piece *rest);
int hpm_piece_is (struct hpm_piece piece, const char *text);
/* A malloc'ed copy, the caller's; NULL when out of memory.  */
char *hpm_piece_copy (struct hpm_piece piece);

/* Cut the next part off *rest, up to `end` or the end of the text; *rest then
 * starts behind it.  *rest is NULL after the last part; returns 0 when it
 * already is, else 1.  A text that ends in `end` has an empty last part.  */
int hpm_text_part (const char **rest, char end, struct hpm_piece *part);

/* The same for names of events, up to a comma: those in "PMU/TERM=1,TERM=2/"
 * are the event's own.  */
int hpm_text_event (const char **rest, struct hpm_piece *part);

/* Read an unsigned decimal number (digits, optional fraction, optional
 * exponent; the point is "." in every locale) at the start of `text`, which
 * ends at a NUL.  Returns the number of bytes it takes, 0 if there is none or
 * if it is too large for a double.  */
size_t hpm_text_number (const char *text, double *number);

/* Copy `text` with control characters as "?", cut to fit: fit for a message.
 * Returns buffer.  */
char *hpm_text_show (char *buffer, size_t size, struct hpm_piece piece);

/* Bytes at the start of a text that may be shown as they are: neither control
 * characters, of ASCII or behind it, nor what is no UTF-8.  */
size_t hpm_text_plain (const char *text);

/* Bytes of the character of UTF-8 at the start of a text that is longer than
 * one byte; 0 if there is none.  */
size_t hpm_text_long_character (const char *text);

/* Put "?" for every other byte of a message.  Returns it.  */
char *hpm_text_tame (char *text);

/* A malloc'ed copy with "\n", "\x1b" and the like for them, the caller's; NULL
 * without memory.  */
char *hpm_text_escaped (const char *text);

/* The same, and `text` is freed.  */
char *hpm_text_escape_own (char *text);

/* Fill a text field of a record: the first `length` bytes of `text`,
 * NUL-padded; what is too long ends in "~".  */
void hpm_text_field (char *field, size_t size, const char *text, size_t length);

/* A time in ns since 1970 as "2026-11-21T09:31:02.123456Z" (ISO 8601, UTC),
 * into buffer[HPM_TEXT_TIME].  Returns buffer.  */
#define HPM_TEXT_TIME 64
char *hpm_text_time (char *buffer, int64_t ns);

/* Match `text` against a pattern in which "*" stands for any run of bytes.  */
int hpm_text_match (const char *pattern, const char *text);

/* The whole of a regular file, but for a byte order mark before it, as a
 * malloc'ed, terminated text, the caller's. NULL with an error that names the
 * file when it can't be read, is longer than `most` bytes or contains a NUL. */
char *hpm_text_read_file (const char *path, size_t most,
                          struct hpm_error *error);

#endif /* HPM_BASE_TEXT_H */
