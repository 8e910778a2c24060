/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "ancestors/own_thread.h"

/* ---- sections ----------------------------------------------------------- */

struct hpm_own_section *
hpm_own_section_find (struct hpm_own_section *list, int id)
{
    while (list && list->id != id)
        list = list->next;
    return list;
}

struct hpm_own_section *
hpm_own_section_add (struct hpm_own_section **list,
                     const struct hpm_own_section *like)
{
    struct hpm_own_section *section = hpm_own_section_find (*list, like->id);

    if (section)
        return section;
    section = calloc (1, sizeof *section);
    if (!section)
        return NULL;
    section->id = like->id;
    section->line = like->line;
    section->label = like->label ? strdup (like->label) : NULL;
    section->file = like->file ? strdup (like->file) : NULL;
    section->next = *list;
    *list = section;
    return section;
}

/* Less a count that one of two did not have.  */
static void
add_counts (long long *sum, const long long *to, const long long *from)
{
    for (int i = 0; i < HPM_OWN_COUNTERS; i++)
        if (sum[i] < 0 || to[i] < 0 || from[i] < 0)
            sum[i] = -1;
        else
            sum[i] += to[i] - from[i];
}

/* What a frame adds to its section, and to the one around it.  A section within
 * itself is in the outer one's time and counts already.  */
void
hpm_own_frame_end (struct hpm_own_thread *thread, int64_t now,
                   const long long *counts)
{
    int depth = --thread->depth;
    struct hpm_own_frame *frame = &thread->frames[depth];
    struct hpm_own_section *section = frame->section;
    int64_t time = now - frame->start;

    section->exclusive += time - frame->inside;
    if (depth > 0)
        thread->frames[depth - 1].inside += time;
    section->squares += (double)time * (double)time;
    if (!section->entries || time < section->least)
        section->least = time;
    if (time > section->most)
        section->most = time;
    section->entries++;
    if (--section->open > 0)
        return;
    section->inclusive += time;
    add_counts (section->counts, counts, frame->counts);
}

void
hpm_own_frames_end (struct hpm_own_thread *thread, int64_t now,
                    const long long *counts)
{
    while (thread->depth > 0) {
        thread->frames[thread->depth - 1].section->unended++;
        hpm_own_frame_end (thread, now, counts);
    }
}

void
hpm_own_sections_free (struct hpm_own_section *list)
{
    while (list) {
        struct hpm_own_section *next = list->next;

        free (list->label);
        free (list->file);
        free (list);
        list = next;
    }
}

/* ---- sums --------------------------------------------------------------- */

void
hpm_own_section_merge (struct hpm_own_section **sum,
                       const struct hpm_own_section *from)
{
    const long long none[HPM_OWN_COUNTERS] = { 0 };
    struct hpm_own_section *to
        = hpm_own_section_add (&sum[(unsigned)from->id % HPM_OWN_LISTS], from);

    if (!to)
        return;
    if (!to->threads || from->least < to->least)
        to->least = from->least;
    if (from->most > to->most)
        to->most = from->most;
    to->threads += from->threads ? from->threads : 1;
    to->entries += from->entries;
    to->unended += from->unended;
    to->inclusive += from->inclusive;
    to->exclusive += from->exclusive;
    to->squares += from->squares;
    add_counts (to->counts, from->counts, none);
}

/* Copies of a thread's sections and frames, so that what is open can end in
 * them.  */
static void
copy_thread (struct hpm_own_thread *copy, const struct hpm_own_thread *thread)
{
    for (int i = 0; i < HPM_OWN_LISTS; i++)
        for (const struct hpm_own_section *from = thread->lists[i]; from;
             from = from->next) {
            struct hpm_own_section *to
                = hpm_own_section_add (&copy->lists[i], from);

            if (to) {
                struct hpm_own_section mine = *to;

                *to = *from;
                to->next = mine.next;
                to->label = mine.label;
                to->file = mine.file;
            }
        }
    copy->frames = calloc ((size_t)thread->depth + 1, sizeof *copy->frames);
    for (int i = 0; copy->frames && i < thread->depth; i++) {
        int id = thread->frames[i].section->id;

        copy->frames[i] = thread->frames[i];
        copy->frames[i].section = hpm_own_section_find (
            copy->lists[(unsigned)id % HPM_OWN_LISTS], id);
        if (!copy->frames[i].section)
            break;
        copy->depth++;
    }
}

/* As long as the thread marks nothing; the counts before all else, which takes
 * time.  */
static void
look_at (struct hpm_own_thread *copy, struct hpm_own_thread *thread)
{
    long long counts[HPM_OWN_COUNTERS] = { 0 };
    int64_t now;

    pthread_mutex_lock (&thread->lock);
    hpm_own_set_read (&thread->set, counts);
    now = hpm_own_now ();
    copy_thread (copy, thread);
    pthread_mutex_unlock (&thread->lock);
    hpm_own_frames_end (copy, now, counts);
}

void
hpm_own_sum_add (struct hpm_own_section **sum, struct hpm_own_thread *thread)
{
    struct hpm_own_thread *copy = calloc (1, sizeof *copy);

    if (!copy)
        return;
    look_at (copy, thread);
    for (int i = 0; i < HPM_OWN_LISTS; i++) {
        for (struct hpm_own_section *from = copy->lists[i]; from;
             from = from->next)
            hpm_own_section_merge (sum, from);
        hpm_own_sections_free (copy->lists[i]);
    }
    free (copy->frames);
    free (copy);
}
