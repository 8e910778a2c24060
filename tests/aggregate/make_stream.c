/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Write a record stream whose every number is known: a function of rank,
 * thread and event, which reference.py repeats.
 *
 *     make_stream FILE [name=number]...
 *
 * The names and what they stand for are in the table of settings,
 * make_stream.h.
 */
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hpm_os_events.h"
#include "hpm_quality.h"
#include "make_stream.h"

struct settings set = {
#define HPM_X(name, initial, meaning) .name = initial,
    SETTINGS (HPM_X)
#undef HPM_X
};

static FILE *out;

static const struct hpm_event_record os_events[] = {
#define HPM_X(identifier, name, unit, scope, kind, description)                \
    { name, unit, "os", HPM_SCOPE_##scope, HPM_KIND_##kind, description },
    HPM_OS_EVENTS (HPM_X)
#undef HPM_X
};

static const struct hpm_event_record mpi_events[] = {
#define HPM_X(identifier, name, unit, description)                             \
    { name,           unit,       HPM_MPI_EVENT_SOURCE, HPM_SCOPE_THREAD,      \
      HPM_KIND_COUNT, description },
    HPM_MPI_EVENTS (HPM_X)
#undef HPM_X
};

static void
fail (const char *what)
{
    fprintf (stderr, "make_stream: %s\n", what);
    exit (99);
}

static void
put (const void *data, size_t bytes)
{
    if (bytes && fwrite (data, bytes, 1, out) != 1)
        fail ("cannot write");
}

void
put_chunk (uint32_t type, uint32_t rank, const void *data, size_t bytes)
{
    struct hpm_chunk_header header = { type, rank, bytes };
    char zeros[8] = "";

    put (&header, sizeof header);
    put (data, bytes);
    put (zeros, (8 - bytes % 8) % 8);
}

/* splitmix64 of a number made of all three.  */
uint64_t
mix (uint64_t rank, uint64_t thread, uint64_t event)
{
    uint64_t z = (rank << 32) + (thread << 16) + event;

    z += 0x9e3779b97f4a7c15u;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

int
event_count (long rank)
{
    return (int)set.events + (set.os ? HPM_OS_EVENT_COUNT : 0)
           + (is_recorded (rank) ? HPM_MPI_EVENT_COUNT : 0);
}

/* Hardware events first.  In MPMD runs event 0 of odd ranks has a name of its
 * own.  */
static void
put_events (long rank)
{
    int n = event_count (rank);
    struct hpm_event_record *events = calloc ((size_t)n + 1, sizeof *events);
    static const char *const real[]
        = { "PAPI_TOT_INS", "PAPI_TOT_CYC", "PAPI_FP_OPS", "PAPI_L1_DCM" };

    for (int i = 0; i < set.events; i++) {
        struct hpm_event_record *event = &events[i];

        if (set.mpmd && rank % 2 && i == 0)
            strcpy (event->name, "ODD_ONLY");
        else if (i < 4)
            strcpy (event->name, real[i]);
        else
            snprintf (event->name, sizeof event->name, "TEST_EVENT_%ld",
                      i + set.first);
        strcpy (event->unit, "1");
        strcpy (event->source, "test");
        snprintf (event->description, sizeof event->description,
                  "made up event number %d of the tests", i);
    }
    if (set.os)
        memcpy (events + set.events, os_events, sizeof os_events);
    if (is_recorded (rank))
        memcpy (events + n - HPM_MPI_EVENT_COUNT, mpi_events,
                sizeof mpi_events);
    put_chunk (HPM_CHUNK_EVENTS, 0, events, (size_t)n * sizeof *events);
    free (events);
}

long
host_of (long rank)
{
    return set.hosts * rank / set.ranks;
}

static void
put_rank_record (long rank)
{
    struct hpm_rank_record record = { .rank = (int32_t)rank };
    record.status = rank == set.partial ? HPM_RANK_PARTIAL : HPM_RANK_COMPLETE;
    record.pid = 1000 + rank;
    record.start_time = 1767323045678000000 + 1000 * rank + set.first;
    record.end_time = record.start_time + 10000000000;
    record.wall_time
        = set.story ? story_wall (rank) : 10000000000 + 1000 * rank;
    record.before_mpi
        = set.before
              ? 1000000
                    * (set.before + (set.story && is_slow (rank) ? 1000 : 0))
              : 0;
    record.paused_time = is_slow (rank) ? 0 : 1000000 * (int64_t)set.paused;
    limit_rank (&record, rank);
    record.overhead_start = 1200000 + 100 * rank;
    record.overhead_stop = 800000 + 100 * rank;
    record.peak_memory = 1 << 27;
    record.thread_level = 1;
    record.threads_seen = (int32_t)(set.threads + set.mpi);
    record.cpu_last = (int32_t)(rank % 64);
    snprintf (record.host, sizeof record.host, "node%03ld", host_of (rank));
    bind_rank (&record, rank);
    put_chunk (HPM_CHUNK_RANK, (uint32_t)rank, &record, sizeof record);
}

static long
all_threads (void)
{
    return set.threads + set.mpi;
}

static void
put_thread_records (long rank)
{
    struct hpm_thread_record *threads
        = calloc ((size_t)all_threads () + 1, sizeof *threads);

    for (long t = 0; t < all_threads (); t++) {
        struct hpm_thread_record *thread = &threads[t];

        thread->rank = (int32_t)rank;
        thread->number = (int32_t)t;
        thread->role = t >= set.threads ? HPM_ROLE_MPI
                       : t              ? HPM_ROLE_WORKER
                                        : HPM_ROLE_MAIN;
        thread->merged = t ? (int32_t)set.merged : 1;
        thread->tid = 1000 + rank + t;
        thread->start_time = 1767323045678000000 + 1000 * rank + 10 * t;
        thread->end_time = thread->start_time + 10000000000;
        thread->cpu_last = (int32_t)(rank % 64);
        thread->alive = t == 0;
        strcpy (thread->name, t ? "worker" : "solver");
        snprintf (thread->cpus_allowed, sizeof thread->cpus_allowed, "%ld",
                  rank % 64);
        bind_thread (thread, rank);
    }
    put_chunk (HPM_CHUNK_THREADS, (uint32_t)rank, threads,
               (size_t)all_threads () * sizeof *threads);
    free (threads);
}

static int64_t
value_of (long rank, long thread, int event)
{
    uint64_t random = mix (set.equal ? 0 : (uint64_t)rank, (uint64_t)thread,
                           (uint64_t)event);

    if (set.story)
        return story_value (rank, thread, event);
    if (event >= set.events)
        switch (event - (int)set.events) {
        case HPM_OS_WALL_TIME:
            return 10000000000;
        case HPM_OS_USER_TIME:
            return (int64_t)(6000000000 + random % 3000000000u);
        case HPM_OS_SYSTEM_TIME:
            return (int64_t)(random % 100000000);
        case HPM_OS_CPU_TIME:
            return value_of (rank, thread, (int)set.events + HPM_OS_USER_TIME)
                   + value_of (rank, thread,
                               (int)set.events + HPM_OS_SYSTEM_TIME);
        case HPM_OS_WAIT_TIME:
            return (int64_t)(random % 400000000);
        case HPM_OS_PEAK_MEMORY:
            return (int64_t)(100000 + random % 30000) * 4096;
        case HPM_OS_MINOR_FAULTS:
            return (int64_t)(random % 300);
        case HPM_OS_MAJOR_FAULTS:
            return (int64_t)(random % 3);
        case HPM_OS_VOLUNTARY_SWITCHES:
        case HPM_OS_INVOLUNTARY_SWITCHES:
            return (int64_t)(random % 200);
        case HPM_OS_CPU_MIGRATIONS:
            return (int64_t)(random % 8);
        default:
            return (int64_t)(random % 1000000);
        }
    if (set.huge)
        return (int64_t)((UINT64_C (1) << 61) + random % 1000000007u);
    return (int64_t)(1000000000 + random % 9000000000u);
}

static struct hpm_cell
cell_of (long rank, long thread, int event)
{
    struct hpm_cell cell = { .value = value_of (rank, thread, event),
                             .time_enabled = 10000000000,
                             .time_running = 10000000000,
                             .quality = HPM_QUALITY_EXACT };
    int os = event - (int)set.events;

    if (os >= 0)
        cell.time_enabled = cell.time_running = 0;
    if (os == HPM_OS_PEAK_MEMORY && thread)
        cell = (struct hpm_cell){ .quality = HPM_QUALITY_ABSENT,
                                  .reason = HPM_REASON_NONE };
    if (os < 0 && set.nopmu)
        cell = (struct hpm_cell){ .quality = HPM_QUALITY_UNAVAILABLE,
                                  .reason = HPM_REASON_NO_PMU };
    if (os < 0 && set.holes && (rank + thread + event) % 5 == 0)
        cell = (struct hpm_cell){ .quality = HPM_QUALITY_UNAVAILABLE,
                                  .reason = HPM_REASON_CONFLICT };
    if (set.scaled && event == 1 && cell.quality == HPM_QUALITY_EXACT) {
        cell.quality = HPM_QUALITY_SCALED;
        cell.time_running /= 2;
    }
    return cell;
}

static int64_t
part_of (long rank, long thread, int event, int64_t whole, int region)
{
    int64_t mpi = whole / 4, io = whole / 16;
    int64_t measuring = set.older ? 0 : whole / 64;

    if (set.story)
        return story_part (rank, thread, event, region);
    if (event == set.events + HPM_OS_WALL_TIME) {
        mpi = time_in_mpi (rank, thread, 0);
        io = time_in_mpi (rank, thread, 1);
        measuring = 0;
    }
    return region == HPM_REGION_MPI         ? mpi
           : region == HPM_REGION_MPI_IO    ? io
           : region == HPM_REGION_MEASURING ? measuring
                                            : whole - mpi - io - measuring;
}

/* Hardware events and time are split, others are not.  */
static struct hpm_cell
part_cell (long rank, long thread, int event, int region)
{
    struct hpm_cell cell = cell_of (rank, thread, event);

    if (cell.quality == HPM_QUALITY_ABSENT
        || cell.quality == HPM_QUALITY_UNAVAILABLE)
        return cell;
    if (event > set.events + HPM_OS_WALL_TIME)
        return (struct hpm_cell){ .quality = HPM_QUALITY_UNAVAILABLE,
                                  .reason = HPM_REASON_NOT_SPLIT };
    cell.value = part_of (rank, thread, event, cell.value, region);
    return cell;
}

static void
put_cells (long rank)
{
    int n = event_count (rank);
    int own = is_recorded (rank) ? n - HPM_MPI_EVENT_COUNT : n;
    int split = set.older ? HPM_REGION_MEASURING : HPM_REGION_COUNT;
    int regions = calls_of (rank) == 2 ? split : 1;
    size_t count = (size_t)all_threads () * (size_t)regions * (size_t)n;
    struct hpm_cell *cells = calloc (count + 1, sizeof *cells), *cell = cells;

    for (long t = 0; t < all_threads (); t++)
        for (int r = 0; r < regions; r++)
            for (int e = 0; e < n; e++)
                *cell++ = e >= own ? call_cell (rank, t, e - own, r)
                          : r      ? part_cell (rank, t, e, r)
                                   : cell_of (rank, t, e);
    put_chunk (HPM_CHUNK_CELLS, (uint32_t)rank, cells, count * sizeof *cells);
    free (cells);
}

/* `before` is the rank before, in the stream.  */
static void
put_rank (long rank, long before)
{
    if (rank == 1 && !set.calls)
        put_functions (rank);
    if (set.mpmd || (rank && is_recorded (rank) != is_recorded (before)))
        put_events (rank);
    put_rank_record (rank);
    if (set.unknown)
        put_chunk (4242, 0, "what?", 5);
    put_topology (rank);
    put_thread_records (rank);
    put_calls (rank);
    if (set.regions)
        put_regions (rank);
    put_cells (rank);
}

static void
take_setting (const char *text)
{
    static const struct {
        const char *name;
        size_t offset;
    } names[] = {
#define HPM_X(name, initial, meaning)                                          \
    { #name "=", offsetof (struct settings, name) },
        SETTINGS (HPM_X)
#undef HPM_X
    };

    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        size_t length = strlen (names[i].name);

        if (!strncmp (text, names[i].name, length)) {
            long value = strtol (text + length, NULL, 10);

            memcpy ((char *)&set + names[i].offset, &value, sizeof value);
            return;
        }
    }
    fail (text);
}

int
main (int argc, char **argv)
{
    struct hpm_stream_header header
        = { HPM_STREAM_MAGIC, HPM_STREAM_VERSION, HPM_STREAM_BYTE_ORDER };

    if (argc < 2)
        fail ("which file?");
    for (int i = 2; i < argc; i++)
        take_setting (argv[i]);
    out = fopen (argv[1], "wb");
    if (!out)
        fail (argv[1]);
    put (&header, sizeof header);
    put_run ();
    put_events (0);
    for (long rank = 0, before = 0; rank < set.ranks; rank++)
        if (rank != set.gap) {
            put_rank (rank, before);
            before = rank;
        }
    if (set.end)
        put_chunk (HPM_CHUNK_END, 0, NULL, 0);
    return fclose (out) ? 99 : 0;
}
