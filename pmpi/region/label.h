/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Labels of regions: each text once, for all threads.  A label is never freed
 * and never moves, so that its address stands for the text.
 */
#ifndef HPM_PMPI_LABEL_H
#define HPM_PMPI_LABEL_H

#include <stddef.h>
#include <stdint.h>

/* More different texts than this share one label, hpm_label_other.  */
#define HPM_LABELS_MAX (1 << 16)

/* Of a text, or up to 3 less, so that no character of UTF-8 is cut; the rest is
 * cut off, and "~" comes behind it then.  */
#define HPM_LABEL_BYTES 512

/* Where a mark stands in the program, as far as it tells.  */
struct hpm_mark_place {
    int mark;         /* enum hpm_mark */
    int line;         /* 0: unknown */
    const char *file; /* NULL: unknown */
};

struct hpm_label {
    const struct hpm_label *next; /* in its list */
    uint64_t hash;
    const char *text;            /* owned */
    struct hpm_mark_place place; /* of the mark that named it first; owned */
};

/* Of what did not fit.  */
extern const struct hpm_label hpm_label_other;

/* Of marks that name none.  */
extern const struct hpm_label hpm_label_none;

/* Bytes of a text that has more than `most`, or all of it: of the characters of
 * UTF-8 that are whole in there.  */
size_t hpm_label_fit (const char *text, size_t most);

/* The label of a text, of an empty one as of no label, made where there is none
 * yet; `place` may be NULL.  Any
 * thread, without a lock; not where malloc can't be called.  Where there is no
 * memory, or there are too many, it is hpm_label_other.  */
const struct hpm_label *hpm_label_of (const char *text,
                                      const struct hpm_mark_place *place);

#endif /* HPM_PMPI_LABEL_H */
