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
#include <unistd.h>

#include "base/number_pack.h"
#include "pmpi/guest/message.h"
#include "pmpi/samples/sample_ring.h"
#include "pmpi/samples/sample_table.h"
#include "pmpi/wire/objects.h"

struct hpm_samples {
    struct hpm_sample_ring ring;
    pid_t owner; /* process that has the ring */
    int paused;  /* what comes is left out */
    int stopped; /* nothing comes any more */
};

static struct {
    pthread_mutex_t lock;
    pid_t owner; /* the process whose threads are sampled; 0: none */
    struct hpm_sampling_record record;
    struct hpm_sample_table table;
} all = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- start -------------------------------------------------------------- */

static void
note_reason (enum hpm_sample_reason reason)
{
    if (all.record.reason < (int64_t)reason)
        all.record.reason = (int64_t)reason;
}

/* A child of fork may have got the lock from a thread that it does not have. */
void
hpm_samples_start (const struct hpm_sample_setting *setting,
                   enum hpm_sample_reason reason)
{
    pthread_mutex_init (&all.lock, NULL);
    hpm_sample_table_close (&all.table);
    memset (&all.record, 0, sizeof all.record);
    all.owner = setting->wanted ? getpid () : 0;
    if (!all.owner)
        return;
    all.record.event = (int64_t)setting->event;
    all.record.period = setting->period;
    note_reason (reason);
    if (!reason && hpm_sample_table_open (&all.table))
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
    if (!is_on () || !all.table.slots)
        return 0;
    return all.record.event == HPM_SAMPLE_CPU_CLOCK
               ? all.record.period * hpm_sample_ring_room () / 2
               : DUE_OTHERS;
}

/* ---- a thread ----------------------------------------------------------- */

static struct hpm_samples *
open_ring (pid_t tid, enum hpm_sample_reason *reason)
{
    struct hpm_samples *samples = calloc (1, sizeof *samples);

    if (!samples)
        return NULL;
    *reason = hpm_sample_ring_open (&samples->ring,
                                    (enum hpm_sample_event)all.record.event,
                                    all.record.period, tid);
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
    samples = all.table.slots ? open_ring (tid, &reason) : NULL;
    pthread_mutex_lock (&all.lock);
    if (samples) {
        samples->owner = all.owner;
        samples->paused = paused;
        all.record.threads++;
    } else {
        all.record.unsampled++;
        if (all.table.slots)
            note_reason (reason);
    }
    pthread_mutex_unlock (&all.lock);
    return samples;
}

static void
take (uint64_t address, int inside, void *data)
{
    const struct hpm_samples *samples = data;

    if (samples->paused || !all.table.slots)
        return;
    all.record.samples++;
    hpm_sample_table_add (&all.table, address, inside);
}

/* The lock is held.  */
static void
drain (struct hpm_samples *samples, const struct hpm_calls_table *calls)
{
    int64_t lost = hpm_sample_ring_drain (
        &samples->ring, calls ? &calls->ring.since : NULL, take, samples);

    if (!samples->paused)
        all.record.lost += lost;
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
hpm_samples_forked (void)
{
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

/* ---- what was seen ------------------------------------------------------ */

struct telling {
    struct hpm_stream_buffer modules, records;
    int module_count;
};

/* dl_iterate_phdr callback: find the addresses that lie in an object.  */
static int
note_object (struct dl_phdr_info *info, size_t size, void *data)
{
    struct telling *telling = data;
    int found = 0;

    (void)size;
    for (int i = 0; i < HPM_SAMPLE_SLOTS; i++) {
        struct hpm_sample_slot *slot = &all.table.slots[i];

        if (!slot->samples || slot->module
            || !hpm_object_has (info, (uintptr_t)slot->address))
            continue;
        slot->module = telling->module_count + HPM_SAMPLE_MODULE_BASE;
        slot->address -= info->dlpi_addr;
        found = 1;
    }
    if (found) {
        hpm_object_append (&telling->modules, info);
        telling->module_count++;
    }
    return 0;
}

static void
append_record (struct hpm_stream_buffer *records,
               const struct hpm_sample_record *record)
{
    struct hpm_sample_record based = *record;
    unsigned char packed[HPM_PACKED_MOST];

    if (!record->samples)
        return;
    based.module += HPM_SAMPLE_MODULE_BASE;
#define HPM_X(type, field, unit, description)                                  \
    hpm_stream_buffer_append (                                                 \
        records, packed, hpm_number_pack ((uint64_t)based.field, packed));
    HPM_SAMPLE_FIELDS (HPM_X)
#undef HPM_X
}

static void
append_slots (struct telling *telling)
{
    struct hpm_sample_record gone = { .module = HPM_SAMPLE_UNKNOWN };

    for (int i = 0; i < HPM_SAMPLE_SLOTS; i++) {
        const struct hpm_sample_slot *slot = &all.table.slots[i];

        if (slot->module) {
            append_record (&telling->records,
                           &(struct hpm_sample_record){
                               (hpm_i32)slot->module - HPM_SAMPLE_MODULE_BASE,
                               (int64_t)slot->address, slot->samples,
                               slot->inside });
        } else {
            gone.samples += slot->samples;
            gone.inside += slot->inside;
        }
    }
    append_record (&telling->records, &gone);
    append_record (&telling->records, &(struct hpm_sample_record){
                                          .module = HPM_SAMPLE_OTHERS,
                                          .samples = all.table.others.samples,
                                          .inside = all.table.others.inside });
}

static void
tell_unsampled (void)
{
    const char *because = hpm_sample_reason_text (all.record.reason);

    if (!all.record.reason)
        return;
    if (!all.record.threads)
        hpm_message_once ("not sampled, because %s", because);
    else
        hpm_message_once ("%lld threads of this rank not sampled, because %s",
                          (long long)all.record.unsampled, because);
}

void
hpm_samples_append (struct hpm_stream_buffer *buffer, int rank)
{
    struct telling telling = { .module_count = 0 };

    if (!is_on ())
        return;
    tell_unsampled ();
    if (all.table.slots) {
        dl_iterate_phdr (note_object, &telling);
        append_slots (&telling);
    }
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SAMPLING, rank, &all.record,
                             sizeof all.record);
    if (!telling.modules.failed && !telling.records.failed) {
        hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SAMPLE_MODULES, rank,
                                 telling.modules.data, telling.modules.bytes);
        hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SAMPLES, rank,
                                 telling.records.data, telling.records.bytes);
    }
    hpm_stream_buffer_release (&telling.modules);
    hpm_stream_buffer_release (&telling.records);
    hpm_sample_table_close (&all.table);
    all.owner = 0;
}
