/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/binding/mask.h"

#include <stdlib.h>
#include <string.h>

/* The bits of a word are in the mask from now on.  */
static void
add_word (struct hpm_mask *mask, int word, uint64_t bits)
{
    uint64_t new = bits & ~mask->bits[word];

    if (!new)
        return;
    mask->first = mask->count && mask->first < word ? mask->first : word;
    mask->words = mask->words > word + 1 ? mask->words : word + 1;
    mask->count += __builtin_popcountll (new);
    mask->bits[word] |= new;
}

static void
set_range (struct hpm_mask *mask, unsigned long first, unsigned long last)
{
    for (unsigned long i = first; i <= last && i < HPM_MASK_PROCESSORS; i++)
        add_word (mask, (int)(i / 64), UINT64_C (1) << (i % 64));
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
}

/* Most lists of a host have no word in common: they are compared each with
 * each.
 */
int
hpm_mask_shared (const struct hpm_mask *a, const struct hpm_mask *b)
{
    int first = a->first > b->first ? a->first : b->first;
    int end = a->words < b->words ? a->words : b->words, count = 0;

    for (int i = first; i < end; i++) {
        uint64_t both = a->bits[i] & b->bits[i];

        if (both)
            count += __builtin_popcountll (both);
    }
    return count;
}

void
hpm_mask_add (struct hpm_mask *sum, const struct hpm_mask *more)
{
    for (int i = more->first; i < more->words; i++)
        add_word (sum, i, more->bits[i]);
}
