/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Persistent requests, by handle.  Handles are addresses, or numbers, that the
 * MPI library uses again and again, so entries are never freed: a request made
 * anew takes over the entry of its handle, and one that was freed cannot be
 * started. Entries are found without locks; making them takes one.
 */
#include "config.h"

#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

#include "pmpi/wrap/calls_bytes.h"

#define BUCKETS 1024u

struct entry {
    struct entry *next; /* set before the entry can be found */
    hpm_handle request;
    /* These change while it is not active; another thread may have freed the
     * last request of that handle.  */
    int _Atomic peer, is_send;
    int64_t _Atomic bytes;
};

static struct entry *buckets[BUCKETS];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct entry **
bucket_of (hpm_handle request)
{
    uintptr_t address = (uintptr_t)request;

    return &buckets[(address ^ address >> 6 ^ address >> 16) % BUCKETS];
}

static struct entry *
find (hpm_handle request)
{
    struct entry *entry
        = __atomic_load_n (bucket_of (request), __ATOMIC_ACQUIRE);

    while (entry && entry->request != request)
        entry = entry->next;
    return entry;
}

/* An entry for a request; NULL without memory.  */
static struct entry *
find_or_make (hpm_handle request)
{
    struct entry **bucket = bucket_of (request), *entry = find (request);

    if (entry)
        return entry;
    entry = calloc (1, sizeof *entry);
    if (!entry)
        return NULL;
    entry->request = request;
    pthread_mutex_lock (&lock);
    entry->next = *bucket;
    __atomic_store_n (bucket, entry, __ATOMIC_RELEASE);
    pthread_mutex_unlock (&lock);
    return entry;
}

void
hpm_persistent_make (hpm_handle request, int peer, int is_send, int64_t bytes)
{
    struct entry *entry = find_or_make (request);

    if (!entry)
        return;
    entry->peer = peer;
    entry->is_send = is_send;
    entry->bytes = bytes;
}

/* Count what a request carries.  Returns whether it sends a message.  */
static int
start (struct hpm_call *call, const struct entry *entry)
{
    if (!entry)
        return 0;
    if (entry->is_send)
        hpm_call_sent (call, entry->peer, entry->bytes);
    else
        hpm_call_received (call, entry->peer, entry->bytes);
    return entry->is_send && entry->peer != hpm_mpi_abi.proc_null;
}

void
hpm_persistent_started (struct hpm_call *call, const void *request)
{
    start (call, find (hpm_handle_at (request, 0)));
}

void
hpm_persistent_started_all (struct hpm_call *call, int count,
                            const void *requests)
{
    for (int i = 0; i < count; i++) {
        const struct entry *entry = find (hpm_handle_at (requests, i));

        if (start (call, entry))
            hpm_call_size (call, HPM_SIZE_STARTED, entry->bytes);
    }
}
