/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a thread has learnt of handles: sizes of datatypes, groups and
 * neighbours of communicators.  Asking the MPI library each time would cost
 * more than the rest of a wrapper.
 *
 * A handle that is freed may come back as another object's.  Each call that
 * frees one opens a new epoch, before the handle is gone; what was learnt in
 * an older epoch is asked again.
 */
#ifndef HPM_PMPI_CALLS_KNOWN_H
#define HPM_PMPI_CALLS_KNOWN_H

#include <stdint.h>

#include "pmpi/wrap/calls_wrap.h"

#define HPM_KNOWN_TYPES 16
#define HPM_KNOWN_COMMS 8

struct hpm_known_type {
    hpm_handle type;
    uint32_t epoch; /* 0: nothing known */
    int64_t size;
};

struct hpm_known_comm {
    hpm_handle comm;
    uint32_t epoch;
    int rank, size;     /* in this group */
    int peers;          /* ranks of the other group, or of this one */
    int between;        /* 1 for an inter-communicator */
    int has_neighbours; /* the lists below are made */
    int source_count, target_count;
    int *sources, *targets; /* ranks; malloc'ed */
};

/* Addresses differ in bits above the lowest, numbers in the lowest.  The upper
 * half of a number may be anything: then it is asked again.  */
HPM_INLINE uintptr_t
hpm_handle_hash (hpm_handle handle)
{
    return handle >> 9 ^ handle >> 5 ^ handle;
}

struct hpm_known {
    struct hpm_known_type types[HPM_KNOWN_TYPES];
    struct hpm_known_comm comms[HPM_KNOWN_COMMS];
};

extern uint32_t hpm_known_epoch;

/* A handle is about to be freed.  Any thread.  */
void hpm_known_forget (void);

/* For the calling thread, which knows nothing; NULL without memory.  It is
 * freed when the thread ends (hpm_known_release).  */
struct hpm_known *hpm_known_create (void);

/* Ask, and remember in this place.  */
int64_t hpm_known_ask_type (struct hpm_known_type *known, hpm_handle type);

HPM_INLINE int64_t
hpm_type_size (hpm_handle type)
{
    struct hpm_known_type *known
        = &hpm_calls_self.known
               ->types[hpm_handle_hash (type) % HPM_KNOWN_TYPES];

    if (HPM_LIKELY (
            known->type == type
            && known->epoch
                   == __atomic_load_n (&hpm_known_epoch, __ATOMIC_RELAXED)))
        return known->size;
    return hpm_known_ask_type (known, type);
}

/* What is known of a communicator; never NULL.  With `neighbours`, also of its
 * topology.  Valid until the next call on this thread.  */
const struct hpm_known_comm *hpm_comm_known (hpm_handle comm, int neighbours);

/* The calling thread records no calls any more: free what it remembers.  */
void hpm_known_release (void);

#endif /* HPM_PMPI_CALLS_KNOWN_H */
