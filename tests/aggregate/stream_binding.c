/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What made-up hosts are made of, and how ranks and threads are bound to it.
 */
#include "config.h"

#include <stdio.h>
#include <string.h>

#include "tests/aggregate/make_stream.h"

static long
first_of_host (long rank)
{
    while (rank && host_of (rank - 1) == host_of (rank))
        rank--;
    return rank;
}

/* Ranks of a host follow each other on its cores.  */
void
bind_to_host (struct hpm_rank_record *record, long rank)
{
    char *mask = record->cpus_allowed;
    size_t size = sizeof record->cpus_allowed;
    long core = (rank - first_of_host (rank)) % set.cores;

    if (set.masks == 11)
        snprintf (mask, size, "0-%ld", 2 * set.cores - 1);
    else if (set.masks == 13 || set.masks == 14)
        snprintf (mask, size, "%ld", set.masks == 13 ? core : 0);
    else
        snprintf (mask, size, "%ld,%ld", core, core + set.cores);
}

void
bind_thread (struct hpm_thread_record *thread, long rank)
{
    struct hpm_rank_record record = { .rank = (int32_t)rank };
    long core = (rank - first_of_host (rank)) % set.cores;

    if (set.masks == 12 || set.masks == 13)
        snprintf (thread->cpus_allowed, sizeof thread->cpus_allowed, "%ld",
                  core + thread->number % 2 * set.cores);
    else if (set.sockets || set.masks >= 10) {
        bind_rank (&record, rank);
        snprintf (thread->cpus_allowed, sizeof thread->cpus_allowed, "%.63s",
                  record.cpus_allowed);
    }
}

/* Where the hyper-threads of socket s are.  */
static void
put_part (char *text, size_t size, const char *before, long s)
{
    long first = s * set.cores / set.sockets;
    long last = (s + 1) * set.cores / set.sockets - 1;

    snprintf (text + strlen (text), size - strlen (text), "%s%ld-%ld,%ld-%ld",
              before, first, last, first + set.cores, last + set.cores);
}

void
put_topology (long rank)
{
    char text[2048] = "", before[32];

    if (!set.sockets || rank != first_of_host (rank)
        || set.unseen_host == host_of (rank))
        return;
    snprintf (text, sizeof text, "cores 0-%ld+%ld", set.cores - 1, set.cores);
    for (long s = 0; s < set.sockets; s++)
        put_part (text, sizeof text, s ? ";" : " sockets ", s);
    for (long s = 0; s < set.sockets; s++) {
        snprintf (before, sizeof before, "%s%ld:", s ? ";" : " nodes ", s);
        put_part (text, sizeof text, before, s);
    }
    put_chunk (HPM_CHUNK_TOPOLOGY, (uint32_t)rank, text, strlen (text) + 1);
}
