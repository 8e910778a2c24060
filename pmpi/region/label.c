/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lists of labels by hash.  A label goes before the first of its list by one
 * exchange; who loses that looks at what came in between, and tries again.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "hpm_region_record.h"
#include "pmpi/region/label.h"

#define LISTS 4096

static const struct hpm_label *lists[LISTS]; /* atomic */
static int made;                             /* atomic */

const struct hpm_label hpm_label_other = { .text = HPM_REGION_OTHER };
const struct hpm_label hpm_label_none = { .text = "(no label)" };

/* FNV-1a of 64 bits, by Fowler, Noll and Vo.  */
static uint64_t
hash_of (const char *text, size_t length)
{
    uint64_t hash = 0xcbf29ce484222325u;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)text[i]) * 0x100000001b3u;
    return hash;
}

/* Whether a label is that of a text, of which `length` bytes matter.  */
static int
is_label_of (const struct hpm_label *label, const char *text, size_t length,
             uint64_t hash)
{
    return label->hash == hash && strncmp (label->text, text, length) == 0
           && label->text[length] == (text[length] ? '~' : '\0');
}

static const struct hpm_label *
find (const struct hpm_label *first, const struct hpm_label *end,
      const char *text, size_t length, uint64_t hash)
{
    for (; first != end; first = first->next)
        if (is_label_of (first, text, length, hash))
            return first;
    return NULL;
}

/* A label, with its texts behind it; NULL without memory.  */
static struct hpm_label *
make (const char *text, size_t length, uint64_t hash,
      const struct hpm_mark_place *place)
{
    const char *file = place && place->file ? place->file : NULL;
    size_t file_bytes = file ? strlen (file) + 1 : 0;
    struct hpm_label *label
        = calloc (1, sizeof *label + length + 2 + file_bytes);
    char *texts = (char *)(label + 1);

    if (!label)
        return NULL;
    memcpy (texts, text, length);
    if (text[length])
        texts[length] = '~';
    label->hash = hash;
    label->text = texts;
    if (place)
        label->place = *place;
    if (file)
        label->place.file = memcpy (texts + length + 2, file, file_bytes);
    return label;
}

/* Put a label into its list, of which those up to `seen` are others.  Returns
 * the one that is there, this one or another thread's.  */
static const struct hpm_label *
insert (struct hpm_label *label, const struct hpm_label **list,
        const struct hpm_label *seen, size_t length)
{
    const struct hpm_label *theirs;

    for (;;) {
        label->next = seen;
        if (__atomic_compare_exchange_n (list, &seen, label, 0,
                                         __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
            return label;
        theirs = find (seen, label->next, label->text, length, label->hash);
        if (theirs) {
            free (label);
            return theirs;
        }
    }
}

/* Bytes within a character of UTF-8, of which there are up to 3.  */
static int
is_within (char byte)
{
    return ((unsigned char)byte & 0xc0) == 0x80;
}

size_t
hpm_label_fit (const char *text, size_t most)
{
    size_t bytes = strnlen (text, most), first = bytes;

    if (bytes < most)
        return bytes;
    for (int i = 0; i < 3 && first > 0 && is_within (text[first]); i++)
        first--;
    return is_within (text[first]) ? bytes : first;
}

const struct hpm_label *
hpm_label_of (const char *text, const struct hpm_mark_place *place)
{
    const struct hpm_label **list, *seen, *label;
    struct hpm_label *mine;
    size_t length;
    uint64_t hash;

    if (!*text)
        text = hpm_label_none.text;
    length = hpm_label_fit (text, HPM_LABEL_BYTES);
    hash = hash_of (text, length);
    list = &lists[hash % LISTS];
    seen = __atomic_load_n (list, __ATOMIC_ACQUIRE);
    label = find (seen, NULL, text, length, hash);
    if (label)
        return label;
    if (__atomic_load_n (&made, __ATOMIC_RELAXED) >= HPM_LABELS_MAX)
        return &hpm_label_other;
    mine = make (text, length, hash, place);
    if (!mine)
        return &hpm_label_other;
    label = insert (mine, list, seen, length);
    if (label == mine)
        __atomic_add_fetch (&made, 1, __ATOMIC_RELAXED);
    return label;
}
