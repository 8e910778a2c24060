/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Texts of places in a program.
 */
#ifndef HPM_AGGREGATE_PLACE_TEXT_H
#define HPM_AGGREGATE_PLACE_TEXT_H

/* What is behind the last slash.  */
const char *hpm_place_base (const char *path);

/* A text, which the caller frees; NULL without memory.  */
char *hpm_place_text (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

#endif /* HPM_AGGREGATE_PLACE_TEXT_H */
