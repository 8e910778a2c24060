/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The samples of the process.  One lock for the table and all rings: it is
 * taken when a thread begins or ends, and by the thread that drains.
 */
#include "config.h"

#include "pmpi/samples/samples.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "pmpi/guest/message.h"
#include "pmpi/samples/sample_chains.h"
#include "pmpi/samples/sample_ring.h"
#include "pmpi/samples/sample_table.h"
#include "pmpi/samples/sample_touches.h"
#include "pmpi/samples/samples_tell.h"

struct hpm_samples {
    struct hpm_sample_ring ring;
    pid_t owner; /* process that has the ring */
    pid_t tid;
    int paused;  /* what comes is left out */
    int stopped; /* nothing comes any more */
};

static struct {
    pthread_mutex_t lock;
    pid_t owner; /* the process whose threads are sampled; 0: none */
    struct hpm_sample_setting setting;
    struct hpm_sampled seen;
    struct hpm_touches touches;    /* without a list: not asked for */
    struct hpm_stream_buffer told; /* in a snapshot */
} all = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- start -------------------------------------------------------------- */

static void
note_reason (enum hpm_sample_reason reason)
{
    if (all.seen.record.reason < (int64_t)reason)
        all.seen.record.reason = (int64_t)reason;
}

/* A child of fork may have got the lock from a thread that it does not have. */
void
hpm_samples_start (const struct hpm_sample_setting *setting,
                   enum hpm_sample_reason reason)
{
    pthread_mutex_init (&all.lock, NULL);
    hpm_sampled_close (&all.seen);
    hpm_touches_close (&all.touches);
    all.setting = *setting;
    all.owner = setting->wanted ? getpid () : 0;
    if (!all.owner)
        return;
    all.seen.record.event = (int64_t)setting->event;
    all.seen.record.period = setting->period;
    all.seen.record.callers = setting->callers;
    note_reason (reason);
    if (!reason
        && (hpm_sample_objects_open (&all.seen.objects)
            || hpm_sample_table_open (&all.seen.table)
            || (setting->callers && hpm_chains_open (&all.seen.chains))
            || (setting->touched && hpm_touches_open (&all.touches))))
        note_reason (HPM_SAMPLE_REASON_NO_MEMORY);
}

static int
is_on (void)
{
    return all.owner && all.owner == getpid ();
}

/* Of other events than the clock nobody knows how fast they come.  */
#define DUE_OTHERS INT64_C (200000000)

int64_t
hpm_samples_due (void)
{
    if (!is_on () || !all.seen.table.slots)
        return 0;
    return all.setting.event == HPM_SAMPLE_CPU_CLOCK
               ? all.setting.period * hpm_sample_ring_room (all.setting.callers)
                     / 2
               : DUE_OTHERS;
}

/* ---- a thread ----------------------------------------------------------- */

static struct hpm_samples *
open_ring (pid_t tid, enum hpm_sample_reason *reason)
{
    struct hpm_samples *samples = calloc (1, sizeof *samples);

    if (!samples)
        return NULL;
    *reason = hpm_sample_ring_open (&samples->ring, &all.setting, tid);
    if (!*reason)
        return samples;
    free (samples);
    return NULL;
}

struct hpm_samples *
hpm_samples_open (pid_t tid, int paused)
{
    enum hpm_sample_reason reason = HPM_SAMPLE_REASON_NO_MEMORY;
    struct hpm_samples *samples;

    if (!is_on ())
        return NULL;
    samples = all.seen.table.slots ? open_ring (tid, &reason) : NULL;
    pthread_mutex_lock (&all.lock);
    if (samples) {
        samples->owner = all.owner;
        samples->tid = tid ? tid : gettid ();
        samples->paused = paused;
        all.seen.record.threads++;
    } else {
        all.seen.record.unsampled++;
        if (all.seen.table.slots)
            note_reason (reason);
    }
    pthread_mutex_unlock (&all.lock);
    return samples;
}

static void
take (const struct hpm_sample *sample, void *data)
{
    const struct hpm_samples *samples = data;

    if (samples->paused || !all.seen.table.slots)
        return;
    all.seen.record.samples++;
    hpm_sample_table_add (&all.seen.table, sample->address, sample->inside);
    if (all.seen.chains.nodes)
        hpm_chains_add (&all.seen.chains, sample);
    if (all.touches.list)
        hpm_touches_add (&all.touches, sample->touched, samples->tid);
}

/* The lock is held.  */
static void
drain (struct hpm_samples *samples, const struct hpm_calls_table *calls)
{
    int64_t lost = hpm_sample_ring_drain (
        &samples->ring, calls ? &calls->ring.since : NULL, take, samples);

    if (!samples->paused)
        all.seen.record.lost += lost;
}

/* In a child of fork there is no ring.  */
static int
is_there (const struct hpm_samples *samples)
{
    return samples && samples->owner == getpid ();
}

static _Thread_local struct hpm_calls_table *watched
    __attribute__ ((tls_model ("initial-exec")));

void
hpm_samples_watch (struct hpm_samples *samples, struct hpm_calls_table *calls)
{
    struct hpm_calls_ring *ring = &calls->ring;

    if (!is_there (samples))
        return;
    watched = calls;
    ring->page = samples->ring.page;
    ring->page_bytes = (uint64_t)sysconf (_SC_PAGESIZE);
    ring->bytes = samples->ring.bytes;
    ring->marks = samples->ring.marks;
    ring->head = samples->ring.head;
}

/* The calling thread's calls look at its ring no more.  */
static void
unwatch (void)
{
    static const volatile uint64_t *const none;

    if (!watched)
        return;
    watched->ring.head = &none;
    watched->ring.since = 0;
    watched->ring.page = NULL;
    watched = NULL;
}

void
hpm_samples_thread_begins (const void *address)
{
    hpm_chains_thread_begins (address);
}

void
hpm_samples_fork_begins (void)
{
    pthread_mutex_lock (&all.lock);
}

void
hpm_samples_fork_over (void)
{
    pthread_mutex_unlock (&all.lock);
}

void
hpm_samples_forked (void)
{
    pthread_mutex_init (&all.lock, NULL);
    unwatch ();
}

void
hpm_samples_drain (struct hpm_samples *samples,
                   const struct hpm_calls_table *calls)
{
    if (!is_there (samples))
        return;
    pthread_mutex_lock (&all.lock);
    if (!samples->stopped)
        drain (samples, calls);
    pthread_mutex_unlock (&all.lock);
}

void
hpm_samples_pause (struct hpm_samples *samples,
                   const struct hpm_calls_table *calls, int pause)
{
    if (!is_there (samples))
        return;
    pthread_mutex_lock (&all.lock);
    if (!samples->stopped)
        drain (samples, calls);
    samples->paused = pause;
    pthread_mutex_unlock (&all.lock);
}

void
hpm_samples_stop (struct hpm_samples *samples,
                  const struct hpm_calls_table *calls)
{
    if (!is_there (samples))
        return;
    pthread_mutex_lock (&all.lock);
    if (!samples->stopped)
        drain (samples, calls);
    samples->stopped = 1;
    pthread_mutex_unlock (&all.lock);
}

void
hpm_samples_close (struct hpm_samples *samples, int keep)
{
    if (is_there (samples)) {
        hpm_samples_stop (samples, NULL);
        if (!keep)
            unwatch ();
        hpm_sample_ring_close (&samples->ring, keep);
    }
    free (samples);
}

/* ---- libraries that go -------------------------------------------------- */

void
hpm_samples_place (void)
{
    if (!is_on ())
        return;
    pthread_mutex_lock (&all.lock);
    if (all.seen.table.slots)
        hpm_sampled_place (&all.seen);
    pthread_mutex_unlock (&all.lock);
}

/* ---- what was seen ------------------------------------------------------ */

int64_t
hpm_samples_touches (struct hpm_touch *list, int *count)
{
    int64_t period = 0;

    *count = 0;
    if (!is_on ())
        return 0;
    pthread_mutex_lock (&all.lock);
    if (all.touches.list) {
        *count = all.touches.count;
        memcpy (list, all.touches.list, (size_t)*count * sizeof *list);
        period = all.setting.period * all.touches.every;
    }
    pthread_mutex_unlock (&all.lock);
    return period;
}

static void
tell_unsampled (void)
{
    const char *because = hpm_sample_reason_text (all.seen.record.reason);

    if (!all.seen.record.reason)
        return;
    if (all.seen.record.reason == HPM_SAMPLE_REASON_NO_EVENT)
        hpm_message_once (
            "not sampled, because this machine does not count %s, which "
            "--sample asks for: --sample=cpu-clock needs no counter",
            hpm_sample_event_name (all.setting.event));
    else if (!all.seen.record.threads)
        hpm_message_once ("not sampled, because %s", because);
    else
        hpm_message_once ("%lld threads of this rank not sampled, because %s",
                          (long long)all.seen.record.unsampled, because);
}

/* Twice the room: parts, and the chunks made of them.  The program may be short
 * of memory, and its heap is its own.  */
static int
make_room (void)
{
    void *memory;

    if (all.told.data)
        return 0;
    memory = mmap (NULL, 2 * HPM_SAMPLED_ROOM, PROT_READ | PROT_WRITE,
                   MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        return -1;
    madvise (memory, 2 * HPM_SAMPLED_ROOM, MADV_DONTDUMP);
    all.told.data = memory;
    return 0;
}

const struct hpm_stream_buffer *
hpm_samples_snapshot (int rank)
{
    all.told.bytes = 0;
    all.told.failed = 0;
    all.told.fixed = 1;
    all.told.room = HPM_SAMPLED_ROOM;
    if (!is_on () || make_room ())
        return &all.told;
    pthread_mutex_lock (&all.lock);
    if (all.owner)
        hpm_sampled_tell (&all.seen, all.told.data + HPM_SAMPLED_ROOM,
                          &all.told, rank);
    pthread_mutex_unlock (&all.lock);
    if (all.told.failed)
        all.told.bytes = 0;
    return &all.told;
}

void
hpm_samples_append (struct hpm_stream_buffer *buffer, int rank)
{
    if (!is_on ())
        return;
    tell_unsampled ();
    pthread_mutex_lock (&all.lock);
    hpm_sampled_tell (&all.seen, NULL, buffer, rank);
    hpm_sampled_close (&all.seen);
    hpm_touches_close (&all.touches);
    all.owner = 0;
    pthread_mutex_unlock (&all.lock);
}
