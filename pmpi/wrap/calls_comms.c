/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "pmpi/wrap/calls_comms.h"
#include "pmpi/wrap/calls_real.h"

#define BUCKETS 256
#define FEW 1024  /* communicators; of more, those that are freed are let go */
#define MOST 8192 /* that are alive, or have records */

/* How many communicators of the same ranks there were.  */
struct group {
    struct group *next;
    uint64_t members, count;
};

/* What the thread that records has met lately.  */
#define PLACES 32
struct place {
    hpm_handle handle;
    uint32_t epoch; /* 0: nothing */
    struct hpm_arrivals_comm *comm;
};

static struct {
    pthread_mutex_t lock; /* of the communicators in the buckets */
    struct hpm_arrivals_comm *buckets[BUCKETS];
    int count, many;
    struct group *groups[BUCKETS];
    struct place places[PLACES];
    hpm_handle world;
} comms = { .lock = PTHREAD_MUTEX_INITIALIZER };

/* ---- which one a handle is ---------------------------------------------- */

static struct hpm_arrivals_comm **
bucket_of (hpm_handle handle)
{
    return &comms.buckets[hpm_mix (handle) % BUCKETS];
}

/* With the lock.  */
static struct hpm_arrivals_comm *
find (hpm_handle handle)
{
    struct hpm_arrivals_comm *comm = *bucket_of (handle);

    while (comm && (comm->handle != handle || !hpm_comm_is_live (comm)))
        comm = comm->next;
    return comm;
}

static struct hpm_arrivals_comm *
find_locked (hpm_handle handle)
{
    struct hpm_arrivals_comm *comm;

    pthread_mutex_lock (&comms.lock);
    comm = find (handle);
    pthread_mutex_unlock (&comms.lock);
    return comm;
}

int
hpm_comm_is_live (const struct hpm_arrivals_comm *comm)
{
    return __atomic_load_n (&comm->is_live, __ATOMIC_RELAXED);
}

void
hpm_comm_share (struct hpm_arrivals_comm *comm)
{
    __atomic_store_n (&comm->is_shared, 1, __ATOMIC_RELAXED);
}

int
hpm_comm_is_shared (const struct hpm_arrivals_comm *comm)
{
    return __atomic_load_n (&comm->is_shared, __ATOMIC_RELAXED);
}

void
hpm_comm_free (hpm_handle handle)
{
    struct hpm_arrivals_comm *comm;

    pthread_mutex_lock (&comms.lock);
    comm = find (hpm_handle_clean (handle));
    if (comm)
        __atomic_store_n (&comm->is_live, 0, __ATOMIC_RELAXED);
    pthread_mutex_unlock (&comms.lock);
}

/* ---- new ones ----------------------------------------------------------- */

/* Ranks make communicators of the same members in the same order.  Returns how
 * many there were, this one included; 0 without memory.  */
static uint64_t
ordinal_of (uint64_t members)
{
    struct group **bucket = &comms.groups[members % BUCKETS], *group = *bucket;

    while (group && group->members != members)
        group = group->next;
    if (group)
        return ++group->count;
    group = calloc (1, sizeof *group);
    if (!group)
        return 0;
    *group = (struct group){ *bucket, members, 1 };
    *bucket = group;
    return 1;
}

/* In its job.  */
static int
is_alone (void)
{
    int ranks = 0;

    return comms.world
           && hpm_calls_real.Comm_size (comms.world, &ranks) == HPM_MPI_SUCCESS
           && ranks == 1;
}

/* Who is in it; one rank waits for nobody, and of two groups it is not known
 * who waits for whom.  */
static void
identify (struct hpm_arrivals_comm *comm)
{
    const struct hpm_known_comm *known = hpm_comm_known (comm->handle, 0);
    uint64_t members = 0, ordinal = 0;

    comm->size = known->between ? 0 : known->size;
    comm->rank = known->rank;
    comm->is_passed = comm->size == 1 && is_alone ();
    if (comm->size > 1)
        members = hpm_comm_members (comm->handle, comm->size, comms.world);
    if (members)
        ordinal = ordinal_of (members);
    comm->is_recorded = ordinal != 0;
    comm->identity = hpm_mix (members + ordinal);
}

/* Those that are freed, and have no records, are let go.  With the lock.  */
static void
let_go (void)
{
    comms.count = 0;
    for (int i = 0; i < BUCKETS; i++) {
        struct hpm_arrivals_comm **link = &comms.buckets[i];

        while (*link) {
            struct hpm_arrivals_comm *comm = *link;

            if (hpm_comm_is_live (comm) || comm->records) {
                comms.count++;
                link = &comm->next;
            } else {
                *link = comm->next;
                free (comm);
            }
        }
    }
    memset (comms.places, 0, sizeof comms.places);
    comms.many = 2 * comms.count > FEW ? 2 * comms.count : FEW;
}

/* With the lock.  */
static struct hpm_arrivals_comm *
insert (hpm_handle handle)
{
    struct hpm_arrivals_comm **bucket = bucket_of (handle);
    struct hpm_arrivals_comm *comm
        = comms.count < MOST ? calloc (1, sizeof *comm) : NULL;

    if (!comm)
        return NULL;
    comm->handle = handle;
    comm->is_live = 1;
    comm->next = *bucket;
    comms.count++;
    return *bucket = comm;
}

static struct hpm_arrivals_comm *
create (hpm_handle handle, int64_t before)
{
    struct hpm_arrivals_comm *comm;

    pthread_mutex_lock (&comms.lock);
    if (comms.count >= comms.many)
        let_go ();
    comm = insert (handle);
    pthread_mutex_unlock (&comms.lock);
    if (!comm)
        return NULL;
    comm->last = before;
    identify (comm);
    if (comm->is_recorded)
        hpm_records_begin (comm);
    return comm;
}

struct hpm_arrivals_comm *
hpm_comm_meet (hpm_handle handle, int64_t before)
{
    uint32_t epoch = __atomic_load_n (&hpm_known_epoch, __ATOMIC_RELAXED);
    struct place *place = &comms.places[hpm_mix (handle) % PLACES];
    struct hpm_arrivals_comm *comm;

    if (place->handle == handle && place->epoch == epoch)
        return place->comm;
    comm = find_locked (hpm_handle_clean (handle));
    if (!comm)
        comm = create (hpm_handle_clean (handle), before);
    if (comm)
        *place = (struct place){ handle, epoch, comm };
    return comm;
}

void
hpm_comm_share_handle (hpm_handle handle)
{
    struct hpm_arrivals_comm *comm;

    handle = hpm_handle_clean (handle);
    pthread_mutex_lock (&comms.lock);
    comm = find (handle);
    if (!comm)
        comm = insert (handle);
    if (comm)
        hpm_comm_share (comm);
    pthread_mutex_unlock (&comms.lock);
}

void
hpm_comms_start (hpm_handle world)
{
    pthread_mutex_lock (&comms.lock);
    memset (comms.buckets, 0, sizeof comms.buckets);
    memset (comms.groups, 0, sizeof comms.groups);
    memset (comms.places, 0, sizeof comms.places);
    comms.count = 0;
    comms.many = FEW;
    comms.world = world;
    pthread_mutex_unlock (&comms.lock);
}
