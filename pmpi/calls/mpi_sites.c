/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <link.h>
#include <stdlib.h>

#include "pmpi/calls/mpi_calls.h"
#include "pmpi/calls/mpi_pause.h"
#include "base/number_pack.h"
#include "pmpi/calls/mpi_sites.h"
#include "pmpi/wire/objects.h"

/* A place while places are put together.  */
struct place {
    struct hpm_call_site site;
    int module; /* -1: not found yet */
};

struct places {
    struct place *list; /* owned */
    int count, functions;
    struct hpm_site_sums *told; /* [functions] of the places, owned */
    struct hpm_stream_buffer modules, records;
    int module_count;
};

static void
add (struct hpm_site_sums *into, const struct hpm_site_sums *more, int sign)
{
    into->calls += sign * hpm_calls_load (&more->calls);
    into->ticks += sign * hpm_calls_load (&more->ticks);
    into->sent += sign * hpm_calls_load (&more->sent);
    into->received += sign * hpm_calls_load (&more->received);
}

/* ---- the places of all threads ------------------------------------------ */

static struct hpm_site_sums
row_sums (const struct hpm_calls_table *table, int function)
{
    const struct hpm_call_row *row = &hpm_mpi_pause_counted (table)[function];

    return (struct hpm_site_sums){ hpm_calls_load (&row->calls),
                                   hpm_calls_load (&row->ticks),
                                   hpm_calls_load (&row->sent),
                                   hpm_calls_load (&row->received) };
}

/* Those of one thread, which may be at it still: what its rows have counted
 * since the last change of place is not with the places yet.  */
static void
take_thread (struct places *places, const struct hpm_calls_table *table)
{
    const struct hpm_call_sites *sites = table->sites;

    for (int i = 0; i < HPM_SITES_ROOM; i++) {
        const struct hpm_call_site *site = &sites->sites[i];
        uintptr_t address = __atomic_load_n (&site->address, __ATOMIC_ACQUIRE);
        struct place *place = &places->list[places->count];
        const struct hpm_site_last *last;

        if (!address)
            continue;
        *place = (struct place){ { address, site->function, { 0 } }, -1 };
        add (&place->site.sums, &site->sums, 1);
        last = &sites->last[site->function];
        if (last->site == site) {
            struct hpm_site_sums now = row_sums (table, (int)site->function);

            add (&place->site.sums, &now, 1);
            add (&place->site.sums, &last->before, -1);
        }
        places->count += place->site.sums.calls > 0;
    }
}

static int
compare (const void *a, const void *b)
{
    const struct hpm_call_site *x = &((const struct place *)a)->site;
    const struct hpm_call_site *y = &((const struct place *)b)->site;

    if (x->function != y->function)
        return x->function < y->function ? -1 : 1;
    return x->address < y->address ? -1 : x->address > y->address;
}

/* Each place once.  */
static void
unite (struct places *places)
{
    int n = 0;

    qsort (places->list, (size_t)places->count, sizeof *places->list, compare);
    for (int i = 0; i < places->count; i++) {
        if (n && !compare (&places->list[n - 1], &places->list[i]))
            add (&places->list[n - 1].site.sums, &places->list[i].site.sums, 1);
        else
            places->list[n++] = places->list[i];
    }
    places->count = n;
}

static int
take_threads (struct places *places, const struct hpm_thread_rows *rows)
{
    size_t most = 1;

    places->functions = hpm_mpi_calls_function_count ();
    for (int i = 0; i < rows->count; i++)
        most += rows->calls[i] ? HPM_SITES_ROOM : 0;
    places->list = calloc (most, sizeof *places->list);
    places->told = calloc ((size_t)places->functions + 1, sizeof *places->told);
    if (!places->list || !places->told)
        return -1;
    for (int i = 0; i < rows->count; i++)
        if (rows->calls[i])
            take_thread (places, rows->calls[i]);
    unite (places);
    for (int i = 0; i < places->count; i++)
        add (&places->told[places->list[i].site.function],
             &places->list[i].site.sums, 1);
    return 0;
}

/* ---- objects ------------------------------------------------------------ */

/* dl_iterate_phdr callback: find the places that lie in an object.  The address
 * is that behind the call, which may be the last instruction.  */
static int
note_object (struct dl_phdr_info *info, size_t size, void *data)
{
    struct places *places = data;
    int found = 0;

    (void)size;
    for (int i = 0; i < places->count; i++) {
        struct place *place = &places->list[i];

        if (place->module >= 0
            || !hpm_object_has (info, place->site.address - 1))
            continue;
        place->module = places->module_count;
        place->site.address -= info->dlpi_addr;
        found = 1;
    }
    if (found) {
        hpm_object_append (&places->modules, info);
        places->module_count++;
    }
    return 0;
}

/* ---- records ------------------------------------------------------------ */

static void
pack (struct hpm_stream_buffer *records, const struct hpm_site_record *record)
{
    struct hpm_site_record based = *record;
    unsigned char packed[HPM_PACKED_MOST];

    based.module += HPM_SITE_MODULE_BASE;
#define HPM_X(type, field, unit, description)                                  \
    hpm_stream_buffer_append (                                                 \
        records, packed, hpm_number_pack ((uint64_t)based.field, packed));
    HPM_SITE_FIELDS (HPM_X)
#undef HPM_X
}

/* Without what measuring adds to a call, as its function is told.  */
static void
append_record (struct places *places, int function, int module,
               uintptr_t address, const struct hpm_site_sums *sums)
{
    struct hpm_call_row taken,
        row
        = { .calls = sums->calls, .ticks = sums->ticks > 0 ? sums->ticks : 0 };
    struct hpm_site_record record = { .function = function,
                                      .module = module,
                                      .address = (int64_t)address,
                                      .calls = sums->calls,
                                      .sent = sums->sent,
                                      .received = sums->received };
    int64_t larger = 0;

    hpm_mpi_calls_take_row (&row, &taken, &larger);
    record.time = hpm_mpi_calls_nanoseconds (taken.ticks);
    if (record.calls > 0)
        pack (&places->records, &record);
}

/* Of a function: its places, those in objects that are gone as one, and what is
 * in none.  `at` is the first of its places; returns the one behind its last.
 */
static int
append_function (struct places *places, int function, int at,
                 const struct hpm_thread_rows *rows)
{
    struct hpm_site_sums gone = { 0 }, others = { 0 };

    for (; at < places->count && places->list[at].site.function == function;
         at++) {
        const struct place *place = &places->list[at];

        if (place->module < 0)
            add (&gone, &place->site.sums, 1);
        else
            append_record (places, function, place->module, place->site.address,
                           &place->site.sums);
    }
    append_record (places, function, HPM_SITE_UNKNOWN, 0, &gone);
    for (int i = 0; i < rows->count; i++)
        if (rows->calls[i]) {
            struct hpm_site_sums sums = row_sums (rows->calls[i], function);

            add (&others, &sums, 1);
        }
    add (&others, &places->told[function], -1);
    append_record (places, function, HPM_SITE_OTHERS, 0, &others);
    return at;
}

static size_t taken; /* bytes of the record */

size_t
hpm_mpi_sites_bytes (void)
{
    return taken;
}

void
hpm_mpi_sites_append (struct hpm_stream_buffer *buffer, int rank,
                      const struct hpm_thread_rows *rows)
{
    struct places places = { .list = NULL };
    size_t before = buffer->bytes;

    taken = 0;
    if (!hpm_mpi_calls_function_count ())
        return;
    if (!take_threads (&places, rows)) {
        int at = 0;

        dl_iterate_phdr (note_object, &places);
        for (int f = 0; f < places.functions; f++)
            at = append_function (&places, f, at, rows);
        if (!places.modules.failed && !places.records.failed
            && places.records.bytes) {
            hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SITE_MODULES, rank,
                                     places.modules.data, places.modules.bytes);
            hpm_stream_buffer_chunk (buffer, HPM_CHUNK_SITES, rank,
                                     places.records.data, places.records.bytes);
        }
    }
    taken = buffer->bytes - before;
    hpm_stream_buffer_release (&places.modules);
    hpm_stream_buffer_release (&places.records);
    free (places.list);
    free (places.told);
}
