/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A thread's sections (own_sections.h): shared by who marks, and who sums up.
 */
#ifndef HPM_ANCESTORS_OWN_THREAD_H
#define HPM_ANCESTORS_OWN_THREAD_H

#include <pthread.h>

#include "ancestors/own_sections.h"

struct hpm_own_frame {
    struct hpm_own_section *section;
    int64_t start, inside; /* ns; in sections within */
    long long counts[HPM_OWN_COUNTERS];
};

struct hpm_own_thread {
    struct hpm_own_thread *next;
    pthread_mutex_t lock;
    struct hpm_own_set set;
    struct hpm_own_section *lists[HPM_OWN_LISTS]; /* by id */
    struct hpm_own_frame *frames;
    int depth, room;
    long strays; /* stops without a start */
};

/* The section of that id, in a list or a thread; NULL: none.  */
struct hpm_own_section *hpm_own_section_find (struct hpm_own_section *list,
                                              int id);

/* The same, added where there is none, with id, label, file and line like that
 * one.  NULL without memory.  */
struct hpm_own_section *
hpm_own_section_add (struct hpm_own_section **list,
                     const struct hpm_own_section *like);

/* Free a list, and what it owns.  */
void hpm_own_sections_free (struct hpm_own_section *list);

/* End a thread's innermost frame.  */
void hpm_own_frame_end (struct hpm_own_thread *thread, int64_t now,
                        const long long *counts);

/* End all its frames, as sections that were never stopped.  */
void hpm_own_frames_end (struct hpm_own_thread *thread, int64_t now,
                         const long long *counts);

/* Add a section, of a thread or of another sum, to a sum[HPM_OWN_LISTS].  */
void hpm_own_section_merge (struct hpm_own_section **sum,
                            const struct hpm_own_section *from);

/* Add a thread's sections to a sum; what is open counts as far as it got, and
 * stays open.  Takes the thread's lock.  */
void hpm_own_sum_add (struct hpm_own_section **sum,
                      struct hpm_own_thread *thread);

#endif /* HPM_ANCESTORS_OWN_THREAD_H */
