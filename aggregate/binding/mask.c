/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/binding/mask.h"

#include <stdlib.h>
#include <string.h>

static void
set_range (struct hpm_mask *mask, unsigned long first, unsigned long last)
{
    for (unsigned long i = first; i <= last && i < HPM_MASK_PROCESSORS; i++)
        mask->bits[i / 64] |= UINT64_C (1) << (i % 64);
}

static void
count_bits (struct hpm_mask *mask)
{
    for (int i = 0; i < HPM_MASK_WORDS; i++)
        if (mask->bits[i]) {
            mask->words = i + 1;
            mask->count += __builtin_popcountll (mask->bits[i]);
        }
}

void
hpm_mask_parse (struct hpm_mask *mask, const char *text)
{
    memset (mask, 0, sizeof *mask);
    while (*text) {
        char *end;
        unsigned long first = strtoul (text, &end, 10), last = first;

        if (end == text)
            break;
        if (*end == '-')
            last = strtoul (end + 1, &end, 10);
        set_range (mask, first, last);
        text = *end == ',' ? end + 1 : end;
        if (*end && *end != ',')
            break;
    }
    count_bits (mask);
}

int
hpm_mask_shared (const struct hpm_mask *a, const struct hpm_mask *b)
{
    int words = a->words < b->words ? a->words : b->words, count = 0;

    for (int i = 0; i < words; i++)
        count += __builtin_popcountll (a->bits[i] & b->bits[i]);
    return count;
}

void
hpm_mask_add (struct hpm_mask *sum, const struct hpm_mask *more)
{
    for (int i = 0; i < more->words; i++)
        sum->bits[i] |= more->bits[i];
    sum->words = sum->count = 0;
    count_bits (sum);
}
