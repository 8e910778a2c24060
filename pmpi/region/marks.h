/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The seam between marks that a program carries already (mark_*.c) and regions:
 * labels, enter, leave.  What a marked program finds in place of the marks'
 * own library hands on to that.
 */
#ifndef HPM_PMPI_MARKS_H
#define HPM_PMPI_MARKS_H

#include "include/hpm_region_record.h"
#include "pmpi/region/label.h"

/* For marks.so, which a marked library loads by itself, and which finds this by
 * its name in whoever is preloaded: nothing is marked where that is not so.  */
struct hpm_mark_seam {
    int size; /* of this structure */
    const struct hpm_label *(*label) (const char *text, int mark);
    void (*enter) (const struct hpm_label *label);
    void (*leave) (const struct hpm_label *label);
};
#define HPM_MARK_SEAM_SYMBOL "hpmmpi_mark_seam"

/* The label of a text, by the kind of its mark (enum hpm_mark).  Any thread. */
const struct hpm_label *hpm_marks_label (const char *text, int mark);

/* A function of another library, of a label and nothing else, that is preceded.
 */
typedef int hpm_mark_fn (const char *label);
struct hpm_mark_call {
    const char *name;
    int mark;   /* enum hpm_mark */
    void *next; /* NULL: it has to be looked for; atomic */
};

/* Its next definition, seen from the caller (a return address); NULL where the
 * program calls it with no such library.  Any thread.  */
void *hpm_mark_next (struct hpm_mark_call *call, const void *caller);

/* The calling thread enters a region behind the call of the next definition, or
 * leaves it before that; a label that is NULL is none.  Returns what that
 * returns, or 0 without one.  */
int hpm_mark_begin (struct hpm_mark_call *call, const char *label,
                    const void *caller);
int hpm_mark_end (struct hpm_mark_call *call, const char *label,
                  const void *caller);

/* Marks of this process that were left out (hpm_seam.h).  Any thread.  */
int64_t hpm_marks_dropped (void);

/* Who pauses counting where the program asks for it (1), or lets it go on (0);
 * NULL: nobody.  And ask.  */
void hpm_mark_pauses_by (void (*pause_counting) (int pause));
void hpm_mark_pause (int pause);

#endif /* HPM_PMPI_MARKS_H */
