/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <sys/mman.h>

#include "pmpi/wrap/calls_functions.h"
#include "pmpi/wrap/calls_sites.h"
#include "pmpi/wrap/calls_wrap.h"

static size_t
size_for (int functions)
{
    return sizeof (struct hpm_call_sites)
           + (size_t)functions * sizeof (struct hpm_site_last);
}

struct hpm_call_sites *
hpm_sites_create (int functions)
{
    struct hpm_call_sites *sites
        = mmap (NULL, size_for (functions), PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    if (sites == MAP_FAILED)
        return NULL;
    sites->last = (struct hpm_site_last *)(sites + 1);
    return sites;
}

void
hpm_sites_release (struct hpm_call_sites *sites, int functions)
{
    if (sites)
        munmap (sites, size_for (functions));
}

/* The place of a function's calls from an address, a new one where there is
 * none yet; NULL when the table is full.  */
static struct hpm_call_site *
find (struct hpm_call_sites *sites, int function, uintptr_t address)
{
    uint64_t key = (uint64_t)address + (uint64_t)function * 0x9e3779b97f4a7c15u;
    unsigned at = (unsigned)(key * 0xd6e8feb86659fd93u >> 32);

    for (;; at++) {
        struct hpm_call_site *site = &sites->sites[at % HPM_SITES_ROOM];

        if (site->address == address && site->function == function)
            return site;
        if (site->address)
            continue;
        if (sites->count == HPM_SITES_MOST)
            return NULL;
        sites->count++;
        site->function = function;
        __atomic_store_n (&site->address, address, __ATOMIC_RELEASE);
        return site;
    }
}

/* Those of the time that is counted, which do not move in pauses.  */
static const struct hpm_call_row *
counted_row (const struct hpm_calls_table *table, int function)
{
    const struct hpm_calls_pause *pause = table->pause;

    return &(pause ? pause->counted : table->rows)[function];
}

/* Give the place before what the row has counted since it became the last one;
 * where there was no room for that, to none.  */
static void
settle (struct hpm_site_last *last, const struct hpm_call_row *row)
{
    struct hpm_site_sums now
        = { row->calls, row->ticks, row->sent, row->received };
    struct hpm_call_site *site = last->site;

    if (site) {
        hpm_calls_add (&site->sums.calls, now.calls - last->before.calls);
        hpm_calls_add (&site->sums.ticks, now.ticks - last->before.ticks);
        hpm_calls_add (&site->sums.sent, now.sent - last->before.sent);
        hpm_calls_add (&site->sums.received,
                       now.received - last->before.received);
    }
    last->before = now;
}

void
hpm_sites_change (struct hpm_calls_table *table, int function,
                  const void *caller, const void *frame)
{
    struct hpm_site_last *last = &table->sites->last[function];
    uintptr_t direct = (uintptr_t)caller;
    uintptr_t address = hpm_steps_to_program (direct, (uintptr_t)frame);

    if (address == last->address)
        return;
    settle (last, counted_row (table, function));
    last->address = address;
    last->direct = address == direct ? direct : 0;
    last->site = find (table->sites, function, address);
}

void
hpm_sites_merge (struct hpm_calls_table *into,
                 const struct hpm_calls_table *from)
{
    struct hpm_call_sites *sites = into->sites;

    for (int f = 0; f < hpm_calls_function_count; f++) {
        const struct hpm_call_row *more = counted_row (from, f);
        struct hpm_site_last *last = &sites->last[f];

        settle (&from->sites->last[f], more);
        settle (last, counted_row (into, f));
        last->before.calls += more->calls;
        last->before.ticks += more->ticks;
        last->before.sent += more->sent;
        last->before.received += more->received;
    }
    for (int i = 0; i < HPM_SITES_ROOM; i++) {
        const struct hpm_call_site *more = &from->sites->sites[i];
        struct hpm_call_site *site
            = more->address ? find (sites, (int)more->function, more->address)
                            : NULL;

        if (!site)
            continue;
        site->sums.calls += more->sums.calls;
        site->sums.ticks += more->sums.ticks;
        site->sums.sent += more->sums.sent;
        site->sums.received += more->sums.received;
    }
}
