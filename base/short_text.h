/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Numbers of processors, cores or ranks as short texts: "0-31,64-95", and where
 * they are equally far apart, "0-62:2", as taskset(1) takes them.
 *
 * Pure, on any thread; no malloc.
 */
#ifndef HPM_BASE_SHORT_TEXT_H
#define HPM_BASE_SHORT_TEXT_H

#include <stddef.h>

/* A text that grows within its room, text[size]; `cut` stays set once it did
 * not fit, and the text is as it was before.  */
struct hpm_short_text {
    char *text;
    size_t length, size;
    int cut;
};

void hpm_short_text_put (struct hpm_short_text *text, const char *more);

/* Numbers that ascend.  */
void hpm_short_text_numbers (struct hpm_short_text *text, const int *numbers,
                             int count);

/* Cores, of which core[p] is that of processor p: the least of its processors,
 * or -1.  "0-31+32": processors 0 to 31 and, of each, the one 32 above it.  */
void hpm_short_text_cores (struct hpm_short_text *text, const short *core,
                           int processors);

#endif /* HPM_BASE_SHORT_TEXT_H */
