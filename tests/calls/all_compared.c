/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where every call of two ranks is recorded, how long one waits for the other
 * is known but for the rounding of lengths, also when it leaves each call as
 * soon as the other has come.
 */
#include "config.h"

#include <string.h>

#include "aggregate/input/arrivals.h"
#include "tests/tap.h"

#define CALLS 40
#define LIMIT 8000 /* ticks, which are ns here */
#define RUN (INT64_C (1) << 40)

/* Of call c, when rank 0 comes, and how long it waits.  */
static int64_t
comes (int c)
{
    return (int64_t)c * 100000000;
}

static int64_t
waits (int c)
{
    return 20000000 + 12347 * (int64_t)c;
}

static struct hpm_arrival
call_of (int rank, int c)
{
    return (struct hpm_arrival){ .start = comes (c) + (rank ? waits (c) : 0),
                                 .ticks = rank ? 900 : waits (c),
                                 .number = (uint32_t)c,
                                 .flags = HPM_ARRIVAL_IS_LONG };
}

static struct hpm_arrivals_head
head_of (int rank)
{
    struct hpm_arrivals_head head = { .host = 1,
                                      .tick_ns = 1,
                                      .comms = 1,
                                      .count = CALLS,
                                      .limit = LIMIT,
                                      .first = call_of (rank, 0).start };

    head.unit = hpm_arrival_unit (comes (CALLS));
    for (int c = 0; c < CALLS; c++) {
        int64_t ticks = call_of (rank, c).ticks;

        head.ticks[hpm_arrival_class (ticks, LIMIT)] += ticks;
    }
    return head;
}

static void
take (struct hpm_arrivals *arrivals, int rank)
{
    struct {
        struct hpm_arrivals_head head;
        struct hpm_arrival_comm comm;
        struct hpm_arrival_record calls[CALLS];
    } told = { .head = head_of (rank), .comm = { .id = 7, .size = 2 } };
    struct hpm_chunk chunk
        = { HPM_CHUNK_ARRIVALS, (uint32_t)rank, sizeof told, (char *)&told };

    for (int c = 0; c < CALLS; c++) {
        struct hpm_arrival call = call_of (rank, c);

        told.calls[c] = hpm_arrival_pack (&told.head, &call);
    }
    hpm_arrivals_take (arrivals, &chunk);
}

static int
is_known (const struct hpm_cell *cell, int64_t truth)
{
    int64_t little = truth / 500;

    printf ("# %lld, with an error of %lld; it was %lld\n",
            (long long)cell->value, (long long)cell->error, (long long)truth);
    return cell->error <= little && cell->value >= truth - little
           && cell->value <= truth + little;
}

int
main (void)
{
    struct hpm_arrivals *arrivals = hpm_arrivals_create ();
    struct hpm_cell wait, others;
    int64_t truth = 0;
    int inexact = 0;

    for (int rank = 0; rank < 2; rank++)
        take (arrivals, rank);
    for (int c = 0; c < CALLS; c++)
        truth += waits (c);
    tap_ok (hpm_arrivals_compare (arrivals, &inexact) == 2,
            "both ranks are known");
    hpm_arrivals_of (arrivals, 0, RUN, &wait, &others);
    tap_ok (is_known (&wait, truth), "what one waits is known");
    hpm_arrivals_of (arrivals, 1, RUN, &wait, &others);
    tap_ok (is_known (&others, truth), "for whom it waits is known as well");
    hpm_arrivals_destroy (arrivals);
    return tap_done ();
}
