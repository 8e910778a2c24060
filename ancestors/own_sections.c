/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Each thread has sections of its own, and a lock that nobody else takes but
 * who writes the file.
 */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ancestors/own_events.h"
#include "ancestors/own_thread.h"
#include "base/text.h"

static struct {
    pthread_mutex_t lock; /* for what follows */
    struct hpm_own_thread *threads;
    struct hpm_own_section *ended[HPM_OWN_LISTS]; /* of threads no more */
    long strays;                                  /* of these */
    long dropped; /* marks in signal handlers; atomic */
    char *program_name, *event_list;
    const char *events[HPM_OWN_COUNTERS];
    int event_count;
    int task_id;
    long changes; /* sections started, atomic */
    long written; /* of those, atomic */
    pthread_key_t key;
    int has_key;
} own = { .lock = PTHREAD_MUTEX_INITIALIZER };

static __thread struct hpm_own_thread *self;
static __thread int busy; /* a signal handler finds the thread in here */

int64_t
hpm_own_now (void)
{
    struct timespec time = { 0, 0 };

    clock_gettime (CLOCK_MONOTONIC, &time);
    return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

/* ---- threads ------------------------------------------------------------ */

/* The lock is held.  */
static void
forget_thread (struct hpm_own_thread *thread)
{
    struct hpm_own_thread **place = &own.threads;

    while (*place && *place != thread)
        place = &(*place)->next;
    if (*place)
        *place = thread->next;
    for (int i = 0; i < HPM_OWN_LISTS; i++)
        hpm_own_sections_free (thread->lists[i]);
    free (thread->frames);
    free (thread);
}

static void
end_thread (void *data)
{
    struct hpm_own_thread *thread = data;

    busy = 1;
    pthread_mutex_lock (&own.lock);
    hpm_own_sum_add (own.ended, thread);
    own.strays += thread->strays;
    hpm_own_set_close (&thread->set);
    forget_thread (thread);
    pthread_mutex_unlock (&own.lock);
    self = NULL;
    busy = 0;
}

/* The lock is held.  */
static void
choose_events (void)
{
    const char *list = getenv ("HPM_EVENTS"), *rest;
    struct hpm_piece piece;

    if (own.event_list)
        return;
    rest = list && *list ? list : HPM_OWN_DEFAULT;
    own.event_list = calloc (1, strlen (rest) + 2);
    for (char *to = own.event_list; to && own.event_count < HPM_OWN_COUNTERS
                                    && hpm_text_event (&rest, &piece);
         to += piece.length + 1) {
        piece = hpm_piece_trim (piece);
        memcpy (to, piece.start, piece.length);
        own.events[own.event_count++] = to;
    }
}

/* The child of a fork begins anew: counters are the parent's.  */
static void
begin_in_child (void)
{
    if (self)
        hpm_own_set_close (&self->set);
    self = NULL;
    own.threads = NULL;
    memset (own.ended, 0, sizeof own.ended);
    own.strays = own.dropped = 0;
    own.changes = own.written = 0;
    pthread_mutex_init (&own.lock, NULL);
    if (own.has_key)
        pthread_setspecific (own.key, NULL);
}

static struct hpm_own_thread *
begin_thread (void)
{
    struct hpm_own_thread *thread = calloc (1, sizeof *thread);

    if (!thread)
        return NULL;
    pthread_mutex_init (&thread->lock, NULL);
    pthread_mutex_lock (&own.lock);
    choose_events ();
    if (!own.has_key && pthread_key_create (&own.key, end_thread) == 0) {
        own.has_key = 1;
        pthread_atfork (NULL, NULL, begin_in_child);
    }
    hpm_own_set_open (&thread->set, own.events, own.event_count);
    thread->next = own.threads;
    own.threads = thread;
    if (own.has_key)
        pthread_setspecific (own.key, thread);
    pthread_mutex_unlock (&own.lock);
    return thread;
}

/* The calling thread, locked, or NULL.  */
static struct hpm_own_thread *
enter (void)
{
    if (busy)
        return NULL;
    busy = 1;
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
    if (!self)
        self = begin_thread ();
    if (self)
        pthread_mutex_lock (&self->lock);
    else
        busy = 0;
    return self;
}

static void
leave (void)
{
    pthread_mutex_unlock (&self->lock);
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
    busy = 0;
}

/* ---- marks -------------------------------------------------------------- */

/* Likewise, and one within another mark is told to be left out.  */
static struct hpm_own_thread *
enter_mark (void)
{
    if (busy)
        __atomic_add_fetch (&own.dropped, 1, __ATOMIC_RELAXED);
    return enter ();
}

static struct hpm_own_frame *
add_frame (struct hpm_own_thread *thread)
{
    if (thread->depth == thread->room) {
        int room = thread->room ? 2 * thread->room : 16;
        struct hpm_own_frame *frames
            = realloc (thread->frames, (size_t)room * sizeof *frames);

        if (!frames)
            return NULL;
        thread->frames = frames;
        thread->room = room;
    }
    return &thread->frames[thread->depth++];
}

void
hpm_own_start (int id, const char *label, const char *file, int line)
{
    struct hpm_own_section like = { .id = id,
                                    .line = line,
                                    .label = (char *)(uintptr_t)label,
                                    .file = (char *)(uintptr_t)file };
    struct hpm_own_thread *thread = enter_mark ();
    struct hpm_own_section *section;
    struct hpm_own_frame *frame;

    if (!thread)
        return;
    section = hpm_own_section_add (&thread->lists[(unsigned)id % HPM_OWN_LISTS],
                                   &like);
    frame = section ? add_frame (thread) : NULL;
    if (frame) {
        section->open++;
        frame->section = section;
        frame->inside = 0;
        __atomic_add_fetch (&own.changes, 1, __ATOMIC_RELAXED);
        frame->start = hpm_own_now ();
        hpm_own_set_read (&thread->set, frame->counts);
    }
    leave ();
}

void
hpm_own_stop (int id)
{
    long long counts[HPM_OWN_COUNTERS];
    struct hpm_own_thread *thread = enter_mark ();
    int64_t now;
    int depth;

    if (!thread)
        return;
    hpm_own_set_read (&thread->set, counts);
    now = hpm_own_now ();
    for (depth = thread->depth; depth > 0; depth--)
        if (thread->frames[depth - 1].section->id == id)
            break;
    if (!depth)
        thread->strays++;
    while (depth && thread->depth >= depth) {
        thread->frames[thread->depth - 1].section->unended
            += thread->depth > depth;
        hpm_own_frame_end (thread, now, counts);
    }
    leave ();
}

int
hpm_own_read (long long *values, int most)
{
    long long counts[HPM_OWN_COUNTERS];
    struct hpm_own_thread *thread = enter ();
    int count;

    if (!thread)
        return 0;
    count = thread->set.count;
    hpm_own_set_read (&thread->set, counts);
    leave ();
    for (int i = 0; i < count && i < most; i++)
        values[i] = counts[i];
    return count;
}

/* ---- the end ------------------------------------------------------------ */

void
hpm_own_name (int task_id, const char *program_name)
{
    pthread_mutex_lock (&own.lock);
    own.task_id = task_id;
    if (program_name) {
        free (own.program_name);
        own.program_name = strdup (program_name);
    }
    pthread_mutex_unlock (&own.lock);
}

/* The lock is held.  Adds the sections of all threads.  Returns stops without a
 * start.  */
static long
add_threads (struct hpm_own_section **sum)
{
    long strays = own.strays;

    for (int i = 0; i < HPM_OWN_LISTS; i++)
        for (struct hpm_own_section *ended = own.ended[i]; ended;
             ended = ended->next)
            hpm_own_section_merge (sum, ended);
    for (struct hpm_own_thread *thread = own.threads; thread;
         thread = thread->next) {
        hpm_own_sum_add (sum, thread);
        strays += thread->strays;
    }
    return strays;
}

void
hpm_own_write (int64_t since)
{
    struct hpm_own_report report = { .elapsed = hpm_own_now () - since };
    long changes = __atomic_load_n (&own.changes, __ATOMIC_RELAXED);
    struct hpm_own_section **sections;

    if (busy || changes == __atomic_load_n (&own.written, __ATOMIC_RELAXED))
        return;
    sections = calloc (HPM_OWN_LISTS, sizeof *sections);
    if (!sections)
        return;
    busy = 1;
    pthread_mutex_lock (&own.lock);
    __atomic_store_n (&own.written, changes, __ATOMIC_RELAXED);
    report.strays = add_threads (sections);
    report.dropped = __atomic_load_n (&own.dropped, __ATOMIC_RELAXED);
    report.sections = sections;
    report.program_name = own.program_name;
    report.task_id = own.task_id;
    report.events = own.events;
    report.event_count = own.event_count;
    hpm_own_report_write (&report);
    pthread_mutex_unlock (&own.lock);
    for (int i = 0; i < HPM_OWN_LISTS; i++)
        hpm_own_sections_free (sections[i]);
    free (sections);
    busy = 0;
}
