/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>

#include "pmpi/wrap/calls_records.h"

#define DRAWN 768
#define LONG 256
#define FIRST_LIMIT 4096 /* ticks, of what is longest */

static struct {
    int count, drawn, longs;
    int64_t limit;
    struct hpm_arrivals_call calls[DRAWN + LONG];
} records;

void
hpm_records_start (void)
{
    records.count = records.drawn = records.longs = 0;
    records.limit = 0;
}

int64_t
hpm_records_limit (void)
{
    return records.limit;
}

int
hpm_records_all (const struct hpm_arrivals_call **calls)
{
    *calls = records.calls;
    return records.count;
}

/* ---- which calls are drawn ---------------------------------------------- */

/* The one of a block of 2^shift calls: of the blocks half as long, one has it.
 */
static int64_t
drawn_of (const struct hpm_arrivals_comm *comm, int64_t block, int shift)
{
    for (; shift > 0; shift--)
        block = 2 * block
                + (int64_t)(hpm_mix (comm->identity + 64 * (uint64_t)block
                                     + (uint64_t)shift)
                            >> 63);
    return block;
}

static int
is_drawn (const struct hpm_arrivals_call *call)
{
    const struct hpm_arrivals_comm *comm = call->comm;

    return drawn_of (comm, call->number >> comm->shift, comm->shift)
           == call->number;
}

/* The first one that is drawn of those from `number` on.  */
static void
draw_from (struct hpm_arrivals_comm *comm, int64_t number)
{
    int64_t block = number >> comm->shift;

    comm->target = drawn_of (comm, block, comm->shift);
    if (comm->target < number)
        comm->target = drawn_of (comm, block + 1, comm->shift);
    comm->until = comm->target - number;
}

void
hpm_records_begin (struct hpm_arrivals_comm *comm)
{
    draw_from (comm, 0);
}

void
hpm_records_draw (struct hpm_arrivals_comm *comm)
{
    draw_from (comm, comm->target - comm->until);
}

/* ---- room --------------------------------------------------------------- */

/* Drop those that are neither drawn nor long.  */
static void
close_up (void)
{
    int kept = 0;

    records.drawn = records.longs = 0;
    for (int i = 0; i < records.count; i++) {
        struct hpm_arrivals_call *call = &records.calls[i];

        call->comm->records -= !call->is_drawn && !call->is_long;
        if (!call->is_drawn && !call->is_long)
            continue;
        records.drawn += call->is_drawn;
        records.longs += call->is_long;
        records.calls[kept++] = *call;
    }
    records.count = kept;
}

/* Calls of those that have most, half as often.  */
static void
thin_drawn (void)
{
    int most = 0;

    for (int i = 0; i < records.count; i++)
        if (records.calls[i].is_drawn && records.calls[i].comm->drawn > most)
            most = records.calls[i].comm->drawn;
    /* The shift that is due: each communicator's first call finds it.  */
    for (int i = 0; i < records.count; i++) {
        struct hpm_arrivals_comm *comm = records.calls[i].comm;

        if (records.calls[i].is_drawn && comm->drawn > most / 2) {
            comm->drawn = -1;
            comm->shift++;
            draw_from (comm, comm->target - comm->until);
        }
    }
    for (int i = 0; i < records.count; i++) {
        struct hpm_arrivals_call *call = &records.calls[i];

        if (call->is_drawn && call->comm->drawn < 0)
            call->is_drawn = is_drawn (call) != 0;
    }
    for (int i = 0; i < records.count; i++)
        records.calls[i].comm->drawn = 0;
    for (int i = 0; i < records.count; i++)
        records.calls[i].comm->drawn += records.calls[i].is_drawn;
    close_up ();
}

/* The longest stay.  */
static void
thin_longs (int most)
{
    while (records.longs > most) {
        records.limit = records.limit ? 2 * records.limit : FIRST_LIMIT;
        for (int i = 0; i < records.count; i++)
            records.calls[i].is_long
                &= (char)(records.calls[i].gap > records.limit);
        close_up ();
    }
}

/* A third of them long ones, where there are as many.  */
void
hpm_records_thin (int most)
{
    while (records.count > most)
        if (records.longs > most / 3)
            thin_longs (most / 3);
        else
            thin_drawn ();
}

static void
make_room (const struct hpm_arrivals_call *call)
{
    if (call->is_long && records.longs == LONG)
        thin_longs (LONG / 2);
    while (call->is_drawn && records.drawn > DRAWN * 7 / 8)
        thin_drawn ();
}

/* ---- a call ------------------------------------------------------------- */

/* What is drawn and long may be another thing once there is room.  */
void
hpm_records_add (const struct hpm_arrivals_call *call)
{
    struct hpm_arrivals_call record = *call;

    make_room (call);
    record.is_drawn = call->is_drawn && is_drawn (call);
    record.is_long = call->is_long && call->gap > records.limit;
    if (!record.is_drawn && !record.is_long)
        return;
    records.calls[records.count++] = record;
    record.comm->records++;
    record.comm->drawn += record.is_drawn;
    records.drawn += record.is_drawn;
    records.longs += record.is_long;
}
