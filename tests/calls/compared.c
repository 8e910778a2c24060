/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is recorded of collectives, packed, unpacked and compared tells what all
 * calls did, within its error: by made-up programs, with seeds that are fixed.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/input/arrivals.h"
#include "hpm_quality.h"
#include "pmpi/wrap/calls_records.h"
#include "tests/tap.h"

#define RANKS 4
#define CALLS 4000
#define PROGRAMS 60 /* of a kind */
#define LIMIT 8000  /* ticks, which are ns here */
#define CHUNK_ROOM (1 << 16)

static uint64_t state = 88172645463325252u;

uint64_t
hpm_mix (uint64_t x)
{
    x ^= x >> 33;
    x *= 0xff51afd7ed558ccdu;
    x ^= x >> 33;
    x *= 0xc4ceb9fe1a85ec53u;
    return x ^ x >> 33;
}

/* Between 0 and 1.  */
static double
draw (void)
{
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    return ((double)(state >> 12) + 0.5) * 0x1p-52;
}

/* ---- programs ----------------------------------------------------------- */

/* How long a rank works before a call.  */
typedef double made_work (int rank, int call);

static double
noise (int rank, int call)
{
    (void)rank;
    (void)call;
    return 20000 - 20000 * log (draw ());
}

static double
late_once (int rank, int call)
{
    return rank == 3 && call == 1234 ? 5e8 : 1000 + 1000 * draw ();
}

static double
by_turns (int rank, int call)
{
    return call % RANKS == rank ? 1e6 + 2e5 * draw () : 1e4;
}

static double
drift (int rank, int call)
{
    (void)call;
    return 1e5 + 1e4 * rank + 1e4 * draw ();
}

static double
seldom_slow (int rank, int call)
{
    (void)rank;
    (void)call;
    return 1e4 * draw () + (draw () < 0.003 ? 3e6 * draw () : 0);
}

static const struct {
    const char *name;
    made_work *work;
} kinds[] = { { "noise", noise },
              { "late once", late_once },
              { "by turns", by_turns },
              { "drift", drift },
              { "seldom slow", seldom_slow } };

static int64_t start[RANKS][CALLS], end[RANKS][CALLS];
static double waited[RANKS], awaited[RANKS];

/* All leave a call some time after the last has come.  */
static void
make_program (made_work *work)
{
    memset (waited, 0, sizeof waited);
    memset (awaited, 0, sizeof awaited);
    for (int c = 0; c < CALLS; c++) {
        int last = 0;

        for (int r = 0; r < RANKS; r++) {
            start[r][c] = (c ? end[r][c - 1] : 1) + (int64_t)work (r, c);
            last = start[r][c] > start[last][c] ? r : last;
        }
        for (int r = 0; r < RANKS; r++) {
            double wait = (double)(start[last][c] - start[r][c]);

            end[r][c] = start[last][c] + 2000 + (int64_t)(500 * draw ());
            waited[r] += wait;
            awaited[last] += wait;
        }
    }
}

/* ---- what a rank tells -------------------------------------------------- */

static struct hpm_arrivals_comm comm;

/* As hpm_arrivals_look does, of each call.  */
static void
record (int rank)
{
    comm = (struct hpm_arrivals_comm){ .size = RANKS,
                                       .rank = rank,
                                       .identity = 0x123456789abcdefu };
    hpm_records_start ();
    hpm_records_begin (&comm);
    for (int c = 0; c < CALLS; c++) {
        struct hpm_arrivals_call call
            = { .comm = &comm,
                .number = c,
                .start = start[rank][c],
                .ticks = end[rank][c] - start[rank][c],
                .gap = end[rank][c] - (c ? end[rank][c - 1] : 0) };

        call.is_drawn = --comm.until < 0;
        call.is_long = call.gap > hpm_records_limit ();
        if (call.is_drawn || call.is_long)
            hpm_records_add (&call);
        if (call.is_drawn)
            hpm_records_draw (&comm);
    }
}

static struct hpm_arrivals_head
head_of (int rank, int count)
{
    struct hpm_arrivals_head head = {
        .host = 1, .tick_ns = 1, .comms = 1, .count = count, .limit = LIMIT
    };

    head.first = start[rank][0];
    head.unit = hpm_arrival_unit (start[rank][CALLS - 1] - head.first);
    for (int c = 0; c < CALLS; c++) {
        int64_t ticks = end[rank][c] - start[rank][c];

        head.ticks[hpm_arrival_class (ticks, LIMIT)] += ticks;
    }
    return head;
}

static struct hpm_arrival
arrival_of (const struct hpm_arrivals_call *call)
{
    return (struct hpm_arrival){
        .start = call->start,
        .ticks = call->ticks,
        .number = (uint32_t)call->number,
        .flags = (call->is_drawn ? HPM_ARRIVAL_IS_DRAWN : 0)
                 | (call->is_long ? HPM_ARRIVAL_IS_LONG : 0)
    };
}

static char payload[CHUNK_ROOM] __attribute__ ((aligned (8)));
static int other_host, off_by_one; /* of rank 1, which counts a call more */

/* What a rank tells, of up to `most` calls.  */
static struct hpm_chunk
chunk_of (int rank, int most)
{
    const struct hpm_arrivals_call *calls;
    struct hpm_arrival_comm told = { .id = 7, .size = RANKS };
    struct hpm_arrivals_head head;
    char *at = payload + sizeof head + sizeof told;
    int count;

    record (rank);
    hpm_records_thin (most);
    count = hpm_records_all (&calls);
    head = head_of (rank, count);
    head.host += rank == 1 ? other_host : 0;
    told.shift = (uint16_t)comm.shift;
    memcpy (payload, &head, sizeof head);
    memcpy (payload + sizeof head, &told, sizeof told);
    for (int i = 0; i < count; i++) {
        struct hpm_arrival arrival = arrival_of (&calls[i]);
        struct hpm_arrival_record record;

        arrival.number += rank == 1 && off_by_one;
        record = hpm_arrival_pack (&head, &arrival);
        memcpy (at, &record, sizeof record);
        at += sizeof record;
    }
    return (struct hpm_chunk){ HPM_CHUNK_ARRIVALS, (uint32_t)rank,
                               (uint64_t)(at - payload), payload };
}

static struct hpm_arrivals *
compare (int most)
{
    struct hpm_arrivals *arrivals = hpm_arrivals_create ();
    int inexact = 0;

    for (int r = 0; arrivals && r < RANKS; r++) {
        /* Ranks that have more room know of other calls, too.  */
        struct hpm_chunk chunk = chunk_of (r, most + 40 * r);

        hpm_arrivals_take (arrivals, &chunk);
    }
    if (arrivals)
        hpm_arrivals_compare (arrivals, &inexact);
    return arrivals;
}

/* ---- claims ------------------------------------------------------------- */

static struct score {
    int values, within, awaited_values, awaited_within, known;
    double stated, erred, waited;
} score;

static void
add_rank (const struct hpm_arrivals *arrivals, int rank)
{
    struct hpm_cell wait, others;

    if (hpm_arrivals_of (arrivals, rank, INT64_C (1) << 40, &wait, &others))
        return;
    score.known++;
    score.values++;
    score.within
        += fabs ((double)wait.value - waited[rank]) <= (double)wait.error + 1e5;
    score.stated += (double)wait.error;
    score.erred += fabs ((double)wait.value - waited[rank]);
    score.waited += waited[rank];
    score.awaited_values++;
    score.awaited_within += fabs ((double)others.value - awaited[rank])
                            <= (double)others.error + 1e5;
}

static void
try_kind (int kind)
{
    score = (struct score){ 0 };
    for (int i = 0; i < PROGRAMS; i++) {
        struct hpm_arrivals *arrivals;

        make_program (kinds[kind].work);
        arrivals = compare (180);
        for (int r = 0; r < RANKS; r++)
            add_rank (arrivals, r);
        hpm_arrivals_destroy (arrivals);
    }
    tap_case ("%s", kinds[kind].name);
    tap_ok (score.known == RANKS * PROGRAMS, "something is known of all ranks");
    printf ("# waited: %d of %d within the error, which is %.2f %%, %.1f times "
            "what it was; awaited: %d of %d\n",
            score.within, score.values, 100 * score.stated / score.waited,
            score.stated / (score.erred + 1), score.awaited_within,
            score.awaited_values);
    tap_ok (score.within >= 0.93 * score.values,
            "waits are within their error, 19 times of 20");
    tap_ok (score.awaited_within >= 0.93 * score.awaited_values,
            "waits for a rank are within theirs");
    tap_ok (score.stated < fmax (6 * score.erred, 0.05 * score.waited),
            "errors are small, or not much larger than they need be");
    tap_case ("%s", "");
}

static int
known_ranks (void) /* less those of several hosts */
{
    struct hpm_arrivals *arrivals;
    struct hpm_cell wait, others;
    int known = 0;

    make_program (drift);
    arrivals = compare (180);
    for (int r = 0; r < RANKS; r++)
        known += (hpm_arrivals_of (arrivals, r, 1, &wait, &others) >= 0)
                 - (hpm_arrivals_crossed (arrivals, r) >= 0);
    hpm_arrivals_destroy (arrivals);
    return known;
}

static void
try_packing (void)
{
    struct hpm_arrivals_head head = { .first = 1000 };
    int64_t lengths[] = {
        0, 1, 1023, 1024, 2047, 2048, 1234567, INT64_C (1) << 40, INT64_MAX / 4
    };
    int right = 1;

    for (size_t i = 0; i < sizeof lengths / sizeof *lengths; i++)
        for (int64_t far = 0; far < INT64_C (1) << 55; far = 4 * far + 1) {
            struct hpm_arrival arrival = { .start = 1000 + far,
                                           .ticks = lengths[i],
                                           .number = 0xabcdef,
                                           .comm = HPM_ARRIVAL_COMMS - 1,
                                           .flags = 31 },
                               got;
            struct hpm_arrival_record record;

            head.unit = hpm_arrival_unit (far);
            record = hpm_arrival_pack (&head, &arrival);
            got = hpm_arrival_unpack (&head, &record);
            right &= got.number == arrival.number && got.comm == arrival.comm
                     && got.flags == arrival.flags
                     && arrival.start - got.start < INT64_C (1) << head.unit
                     && arrival.start >= got.start
                     && fabs ((double)(got.ticks - arrival.ticks))
                            <= HPM_ARRIVAL_ROUNDING * (double)arrival.ticks;
        }
    tap_ok (right, "a record says what was packed, as well as it can");
}

/* Else its time is missing in its class, and too much in another.  */
static int
stays_in_class (int64_t ticks)
{
    struct hpm_arrivals_head head = { .limit = LIMIT };
    struct hpm_arrival length = { .ticks = ticks };
    struct hpm_arrival_record record = hpm_arrival_pack (&head, &length);
    int64_t got = hpm_arrival_unpack (&head, &record).ticks;

    return hpm_arrival_class (got, LIMIT) == hpm_arrival_class (ticks, LIMIT)
           && (double)llabs (got - ticks)
                  <= HPM_ARRIVAL_ROUNDING * (double)ticks;
}

static void
try_classes (void)
{
    int right = 1;

    for (int64_t edge = LIMIT; edge < INT64_C (1) << 40; edge *= 4)
        for (int64_t off = 0; off < edge / 512; off += off + 1)
            right &= stays_in_class (edge - off) && stays_in_class (edge + off);
    tap_ok (right, "a packed length stays in the class of the true one");
}

static void
try_damage (void)
{
    struct hpm_arrivals *arrivals = hpm_arrivals_create ();
    struct hpm_cell wait, others;
    int inexact;

    make_program (noise);
    for (uint64_t seed = 1; arrivals && seed < 2000; seed++) {
        struct hpm_chunk chunk = chunk_of (0, 20);

        chunk.rank = (uint32_t)seed;
        chunk.bytes -= seed % 3 ? 0 : hpm_mix (seed) % chunk.bytes;
        for (uint64_t i = 0; i < 4; i++)
            payload[hpm_mix (seed + i) % chunk.bytes] ^= (char)(seed * 7 + 1);
        hpm_arrivals_take (arrivals, &chunk);
    }
    hpm_arrivals_compare (arrivals, &inexact);
    for (int r = 0; r < 2000; r++)
        hpm_arrivals_of (arrivals, r, 1, &wait, &others);
    hpm_arrivals_destroy (arrivals);
    tap_ok (1, "damaged chunks are read without harm");
}

int
main (void)
{
    for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
        try_kind ((int)k);
    try_packing ();
    try_classes ();
    tap_ok (known_ranks () == RANKS, "calls of one host are compared");
    other_host = 1;
    tap_ok (known_ranks () == -RANKS,
            "those of two hosts are not, and told so");
    other_host = 0;
    off_by_one = 1;
    tap_ok (known_ranks () == 0,
            "ranks that count them differently are not compared");
    off_by_one = 0;
    try_damage ();
    return tap_done ();
}
