/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Error texts.  A function that can fail takes a caller-owned hpm_error and
 * returns -1 (or NULL) with the text set: lower case, the failure first, no
 * full stop, no newline.  It is printed once, at the top, by the caller.
 */
#ifndef HPM_BASE_ERROR_H
#define HPM_BASE_ERROR_H

struct hpm_error {
    char text[1024];
};

/* Set the text (a long one ends in "..."; what a terminal would obey becomes
 * "?").  `error` may be NULL.  Returns -1,
 * so that callers write `return hpm_error_set (error, ...)`.  */
int hpm_error_set (struct hpm_error *error, const char *format, ...)
    __attribute__ ((format (printf, 2, 3)));

#endif /* HPM_BASE_ERROR_H */
