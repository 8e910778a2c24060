/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The calls of MPI in a made-up stream.  Without a story every thread but the
 * third and later ones called what is in the table below, each rank all but one
 * in four of them; in a story the main thread called one function, which took
 * all the time it did not compute.
 */
#include "make_stream.h"

#include <string.h>

#include "hpm_os_events.h"
#include "hpm_quality.h"

static const struct hpm_function_record functions[] = {
    { "MPI_Send", HPM_CALL_P2P, HPM_BYTES_EXACT, HPM_BYTES_NONE, 0 },
    { "MPI_Recv", HPM_CALL_P2P, HPM_BYTES_NONE, HPM_BYTES_EXACT, 0 },
    { "MPI_Irecv", HPM_CALL_P2P_START, HPM_BYTES_NONE, HPM_BYTES_MOST, 0 },
    { "MPI_Barrier", HPM_CALL_SYNCHRONISING, HPM_BYTES_NONE, HPM_BYTES_NONE,
      0 },
    { "MPI_File_write", HPM_CALL_IO, HPM_BYTES_EXACT, HPM_BYTES_NONE, 0 },
    { "MPI_Never", HPM_CALL_OTHER, HPM_BYTES_NONE, HPM_BYTES_NONE, 0 },
    { "MPI_Allreduce", HPM_CALL_COLLECTIVE, HPM_BYTES_EXACT, HPM_BYTES_EXACT,
      0 },
};

#define FUNCTIONS ((int)(sizeof functions / sizeof *functions))
#define NEVER 5

long
calls_of (long rank)
{
    return rank % 2 && set.odd >= 0 ? set.odd : set.calls;
}

void
put_functions (long rank)
{
    struct hpm_function_record named[FUNCTIONS];

    memcpy (named, functions, sizeof named);
    named[FUNCTIONS - 1].kind = (int32_t)set.kind;
    if (set.broadcast)
        strcpy (named[FUNCTIONS - 1].name, "MPI_Bcast");
    if (calls_of (rank))
        put_chunk (HPM_CHUNK_FUNCTIONS, 0, named, sizeof named);
}

int
is_recorded (long rank)
{
    return calls_of (rank) && rank != set.unrecorded;
}

static int
is_called (long rank, long thread, int function)
{
    if (!is_recorded (rank) || set.silent)
        return 0;
    if (set.story)
        return (thread == 0 || (set.inside && thread == 1))
               && function == FUNCTIONS - 1;
    return thread < 2 && function != NEVER && (rank + function) % 4 != 0;
}

static struct hpm_call_record
call_of (long rank, long thread, int function)
{
    uint64_t random
        = mix ((uint64_t)rank, (uint64_t)thread, (uint64_t)(1000 + function));
    struct hpm_call_record call
        = { .thread = (int32_t)thread, .function = function };

    call.calls = (int64_t)(1 + random % 1000);
    call.time = (int64_t)((random >> 10) % 100000000);
    if (set.story) {
        call.calls = set.repeat;
        call.time = thread ? 10000 * set.inside * set.milliseconds
                           : story_part (rank, thread, -1, HPM_REGION_MPI);
    }
    call.min_time = call.calls > 1 ? call.time / call.calls / 2 : call.time;
    call.max_time = call.calls > 1 ? call.time / call.calls * 2 : call.time;
    if (functions[function].sent != HPM_BYTES_NONE)
        call.sent = (call.calls - set.under_way) * set.bytes * (1 + function);
    if (functions[function].received != HPM_BYTES_NONE)
        call.received
            = (call.calls - set.under_way) * set.bytes * (2 + function);
    if (set.broadcast && function == FUNCTIONS - 1) {
        call.sent = rank ? 0 : (call.calls - set.under_way) * set.bytes;
        call.received = rank ? (call.calls - set.under_way) * set.bytes : 0;
    }
    return call;
}

int64_t
time_in_mpi (long rank, long thread, int io)
{
    int64_t time = 0;

    for (int f = 0; f < FUNCTIONS; f++)
        if (is_called (rank, thread, f)
            && (functions[f].kind == HPM_CALL_IO) == io)
            time += call_of (rank, thread, f).time;
    return time;
}

/* How the time in calls was spent: in a story as its own counts tell, else half
 * of it on a processor, and of that without MPI I/O an eighth waiting for one
 * and a quarter before others had come, who waited for a fifth.  */
static int64_t
clock_of (long rank, long thread, int event)
{
    int os
        = event == HPM_MPI_EVENT_CPU_TIME ? HPM_OS_CPU_TIME : HPM_OS_WAIT_TIME;
    int64_t time = time_in_mpi (rank, thread, 0);

    if (event == HPM_MPI_EVENT_ARRIVAL_TIME
        || event == HPM_MPI_EVENT_AWAITED_TIME)
        return set.story                             ? 0
               : event == HPM_MPI_EVENT_ARRIVAL_TIME ? time / 4
                                                     : time / 5;
    if (set.story) {
        time = story_part (rank, thread, (int)set.events + os, HPM_REGION_MPI);
        return time > 0 ? time : 0;
    }
    return event == HPM_MPI_EVENT_WAIT_TIME
               ? time / 8
               : (time + time_in_mpi (rank, thread, 1)) / 2;
}

static struct hpm_cell
clock_cell (long rank, long thread, int event)
{
    struct hpm_cell cell = { .quality = HPM_QUALITY_EXACT };

    if (set.undivided == 1
        || (set.undivided && event != HPM_MPI_EVENT_CPU_TIME))
        return (struct hpm_cell){ .quality = HPM_QUALITY_UNAVAILABLE,
                                  .reason = HPM_REASON_NOT_RECORDED };
    if (set.silent || thread > 1 || (set.story && thread))
        return cell;
    cell.value = clock_of (rank, thread, event);
    if (set.inexact && cell.value) {
        cell.quality = HPM_QUALITY_SCALED;
        cell.error = cell.value * set.inexact / 50;
    }
    return cell;
}

struct hpm_cell
call_cell (long rank, long thread, int event, int region)
{
    struct hpm_cell cell
        = { .quality = region ? HPM_QUALITY_ABSENT : HPM_QUALITY_EXACT };

    if (!region && event >= HPM_MPI_EVENT_CPU_TIME)
        return clock_cell (rank, thread, event);
    for (int f = 0; f < FUNCTIONS && !region && thread < 2; f++) {
        struct hpm_call_record call = call_of (rank, thread, f);
        int io = functions[f].kind == HPM_CALL_IO;

        if (is_called (rank, thread, f))
            cell.value += event == HPM_MPI_EVENT_TIME      ? !io * call.time
                          : event == HPM_MPI_EVENT_IO_TIME ? io * call.time
                          : event == HPM_MPI_EVENT_CALLS   ? call.calls
                          : event == HPM_MPI_EVENT_SENT    ? call.sent
                                                           : call.received;
    }
    return cell;
}

static void
put_sizes (long rank)
{
    struct hpm_size_record sizes[HPM_SIZE_STARTED];

    for (int kind = 0; kind < HPM_SIZE_STARTED; kind++) {
        int bucket = 3 * kind + (int)(rank % 3);
        int64_t messages
            = (int64_t)(1
                        + mix ((uint64_t)rank, 0, (uint64_t)(2000 + kind))
                              % 100);

        sizes[kind] = (struct hpm_size_record){
            kind, bucket, messages,
            bucket ? messages * (INT64_C (1) << (bucket - 1)) : 0
        };
    }
    put_chunk (HPM_CHUNK_SIZES, (uint32_t)rank, sizes, sizeof sizes);
}

void
put_calls (long rank)
{
    struct hpm_mpi_record record = { .mode = (int32_t)calls_of (rank),
                                     .clock = HPM_CLOCK_PROCESSOR,
                                     .clock_rate = 2000000000,
                                     .call_overhead = set.call_cost,
                                     .call_inside = 8000,
                                     .larger = rank == 1 };
    struct hpm_call_record calls[2 * FUNCTIONS];
    size_t count = 0;

    if (!is_recorded (rank))
        return;
    for (long thread = 0; thread < 2 && thread < set.threads; thread++)
        for (int f = 0; f < FUNCTIONS; f++)
            if (is_called (rank, thread, f)) {
                calls[count] = call_of (rank, thread, f);
                record.calls += calls[count++].calls;
            }
    record.overhead = record.calls * record.call_overhead / 1000;
    record.removed = record.calls * record.call_inside / 1000;
    if (set.older)
        record.call_inside = record.removed = record.larger = 0;
    put_chunk (HPM_CHUNK_MPI, (uint32_t)rank, &record, sizeof record);
    put_chunk (HPM_CHUNK_CALLS, (uint32_t)rank, calls, count * sizeof *calls);
    put_sizes (rank);
}
