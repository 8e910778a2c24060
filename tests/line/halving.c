/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A line keeps a bounded number of edges, of which every second goes when it is
 * full, and whose counts are those of the samples; and out of its chunk come
 * the intervals of the job, which add up to the totals.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/input/rank_line.h"
#include "aggregate/model/result.h"
#include "hpm_schema.h"
#include "pmpi/checkpoint/line.h"
#include "tests/tap.h"

#define STEP INT64_C (1000000000)
#define START (1000000 * STEP + STEP / 3)
#define EVENTS 3
#define ROOM 8

static void
sample (struct hpm_line *line, int second, int64_t off)
{
    const int64_t counts[EVENTS] = { second * 10, HPM_NO_COUNT, 7 };

    hpm_line_add (line, START - STEP / 3 + second * STEP + off, counts);
}

/* Whether edges are where every multiple-th second is, with their counts.  */
static int
is_right (const struct hpm_line *line, int64_t multiple, int count)
{
    int right = line->multiple == multiple && line->count == count;

    for (int i = 0; right && i < line->count; i++) {
        int64_t second = line->slots[i] - 1000000;

        right = line->slots[i] % multiple == 0
                && line->counts[i * EVENTS] == second * 10
                && line->counts[i * EVENTS + 2] == 7;
    }
    return right;
}

static void
test_halving (void)
{
    struct hpm_line line;
    int bounded = 1;

    tap_ok (hpm_line_open (&line, STEP, ROOM, EVENTS) == 0,
            "there is memory for a line");
    hpm_line_begin (&line, START);
    sample (&line, 0, 0);
    tap_ok (line.count == 0,
            "a sample in the slot of the beginning is no edge");
    for (int i = 1; i <= ROOM; i++)
        sample (&line, i, i % 2 ? STEP / 100 : -STEP / 100);
    tap_ok (is_right (&line, 1, ROOM), "a line that is not full has all edges");
    sample (&line, ROOM, STEP / 50);
    tap_ok (line.count == ROOM, "a slot has one edge");
    sample (&line, ROOM + 1, 0);
    tap_ok (is_right (&line, 2, ROOM / 2),
            "a full one keeps every second, and takes no odd one");
    sample (&line, ROOM + 2, 0);
    tap_ok (is_right (&line, 2, ROOM / 2 + 1), "it takes the next even one");
    for (int i = ROOM + 3; i < 10000; i++) {
        sample (&line, i, 0);
        bounded &= line.count <= ROOM;
    }
    tap_ok (bounded, "there are never more edges than there is room for");
    tap_ok (is_right (&line, 2048, line.count) && line.count >= ROOM / 2,
            "what is left of 10000 samples are those of all 2048");
    hpm_line_close (&line);
    tap_ok (!hpm_line_wants (&line, START + STEP),
            "a line that is closed wants nothing");
}

/* One is taken as soon as the run has begun: between the two a slot may end. */
static void
test_beginning (void)
{
    struct hpm_line line;
    int64_t half = STEP / 2 - STEP / 3;

    hpm_line_open (&line, STEP, ROOM, EVENTS);
    hpm_line_begin (&line, START + half - 1);
    sample (&line, 0, STEP / 2);
    sample (&line, 0, STEP - 2);
    tap_ok (line.count == 0, "a sample close to the beginning is no edge, even "
                             "where it is in another slot");
    sample (&line, 1, 0);
    tap_ok (is_right (&line, 1, 1), "the first that is due is one");
    hpm_line_close (&line);
}

/* A sample that leaves a thread out has less than the one before.  */
static void
test_falling (void)
{
    struct hpm_line line;

    hpm_line_open (&line, STEP, ROOM, 1);
    hpm_line_begin (&line, START);
    for (int i = 1; i < 5; i++) {
        const int64_t count = i == 3 ? 5 : i == 4 ? HPM_NO_COUNT : 10 * i;

        hpm_line_add (&line, START + i * STEP, &count);
    }
    tap_ok (line.count == 4 && line.counts[2] == 20 && line.counts[3] == 20,
            "counts do not fall");
    tap_ok (hpm_line_falls (&line, 0, (const int64_t[]){ -1, 0, 0 })
                && !hpm_line_falls (&line, 0, (const int64_t[]){ 1000, 0, 0 })
                && !hpm_line_falls (&line, -1, (const int64_t[]){ -1, 0, 0 }),
            "a sample whose count is less than at the last edge is told");
    hpm_line_close (&line);
}

/* ---- the job ------------------------------------------------------------ */

struct rank {
    struct hpm_rank_record record;
    struct hpm_rank_line line;
};

/* A rank that runs for so many seconds, counts 10 a second, and is sampled each
 * second but for one; line and record as the writer has them.  */
static void
make_rank (struct rank *rank, int number, int seconds, int room, int missed)
{
    static const int places[EVENTS] = { 0, 1, 2 };
    struct hpm_stream_buffer buffer = { .data = NULL };
    struct hpm_chunk_header header;
    struct hpm_chunk chunk;
    struct hpm_line line;

    memset (rank, 0, sizeof *rank);
    rank->record.rank = number;
    rank->record.start_time = START;
    rank->record.end_time = START + seconds * STEP;
    hpm_line_open (&line, STEP, room, EVENTS);
    hpm_line_begin (&line, START);
    for (int i = 1; i < seconds; i++)
        if (i != missed)
            sample (&line, i, number * STEP / 1000);
    hpm_line_append (&line, number, &buffer);
    memcpy (&header, buffer.data, sizeof header);
    chunk = (struct hpm_chunk){ header.type, header.rank, header.bytes,
                                buffer.data + sizeof header };
    if (hpm_rank_line_take (&rank->line, &chunk)
        || hpm_rank_line_place (&rank->line, places, EVENTS, EVENTS))
        tap_ok (0, "a line is read");
    hpm_stream_buffer_release (&buffer);
    hpm_line_close (&line);
}

static int64_t
sum_of (const struct hpm_timeline *timeline, int event)
{
    int64_t sum = 0;

    for (int i = 0; i < timeline->count; i++)
        sum += timeline->counts[event * timeline->count + i];
    return sum;
}

static void
make_job (struct hpm_timeline *timeline, struct rank *ranks, int count,
          const struct hpm_value *totals)
{
    const struct hpm_timeline_calls calls = { 0, -1, { -1, -1 } };

    memset (timeline, 0, sizeof *timeline);
    for (int i = 0; i < count; i++)
        hpm_timeline_scan (timeline, &ranks[i].record, &ranks[i].line);
    hpm_timeline_start (timeline, EVENTS, 2, HPM_LINE_COARSE);
    for (int i = 0; i < count; i++)
        hpm_timeline_add (timeline, &ranks[i].record,
                          i == count - 1 ? NULL : &ranks[i].line, totals,
                          &calls, i % 2);
    hpm_timeline_finish (timeline);
}

static void
test_job (void)
{
    const struct hpm_value totals[EVENTS]
        = { { .count = 205, .quality = HPM_QUALITY_EXACT },
            { .quality = HPM_QUALITY_UNAVAILABLE },
            { .count = 7, .quality = HPM_QUALITY_EXACT } };
    struct rank ranks[4];
    struct hpm_timeline timeline;

    make_rank (&ranks[0], 0, 20, 64, -1);
    make_rank (&ranks[1], 1, 20, 64, 8);
    make_rank (&ranks[2], 2, 20, ROOM, -1);
    make_rank (&ranks[3], 3, 20, 64, -1);
    make_job (&timeline, ranks, 4, totals);
    tap_ok (timeline.multiple == 4 && timeline.count == 5,
            "the job has the edges that all ranks have");
    tap_ok (sum_of (&timeline, 0) == 4 * 205 && sum_of (&timeline, 2) == 4 * 7,
            "its intervals add up to the totals of the ranks");
    tap_ok (timeline.counts[timeline.count] == HPM_NO_COUNT,
            "an event without a total has no counts");
    tap_ok (timeline.counts[0] >= 3 * 40 + 30
                && timeline.counts[0] <= 4 * 40 + 2
                && timeline.counts[1] >= 3 * 40 + 38
                && timeline.counts[1] <= 4 * 40 + 3,
            "a rank without a sample there lies between those it has");
    tap_ok (timeline.by_host[timeline.count * EVENTS] + timeline.by_host[0]
                == timeline.counts[0],
            "the hosts add up to the job");
    hpm_timeline_release (&timeline);
    for (int i = 0; i < 4; i++)
        hpm_rank_line_clear (&ranks[i].line);
}

/* Samples have what measuring calls adds, the total has not: here half of it.
 */
static void
test_measuring (void)
{
    const struct hpm_timeline_calls calls = { 95, 0, { 0, -1 } };
    const struct hpm_value totals[EVENTS]
        = { { .count = 100, .quality = HPM_QUALITY_EXACT } };
    struct hpm_timeline timeline = { .count = 0 };
    struct rank rank;
    int even = 1;

    make_rank (&rank, 0, 20, 64, -1);
    hpm_timeline_scan (&timeline, &rank.record, &rank.line);
    hpm_timeline_start (&timeline, EVENTS, 1, HPM_LINE_COARSE);
    hpm_timeline_add (&timeline, &rank.record, &rank.line, totals, &calls, 0);
    for (int i = 0; i < timeline.count; i++)
        even &= timeline.counts[i] == 5;
    tap_ok (timeline.count == 20 && even,
            "what measuring adds is taken from each interval by its calls");
    hpm_timeline_start (&timeline, EVENTS, 1, 4);
    hpm_timeline_add (&timeline, &rank.record, &rank.line, totals, &calls, 0);
    tap_ok (
        timeline.count <= 5 && timeline.count > 2
            && sum_of (&timeline, 0) == 100,
        "where ranks have more edges together, the job has the most it may");
    hpm_timeline_release (&timeline);
    hpm_rank_line_clear (&rank.line);
}

/* A chunk of which any byte is another leaves a line that can be used, or none:
 * the sanitizers look.  */
static void
test_damage (void)
{
    struct hpm_stream_buffer buffer = { .data = NULL };
    struct hpm_line line;
    struct hpm_rank_line read = { .slots = NULL };
    int sound = 1, taken = 0;

    hpm_line_open (&line, STEP, ROOM, EVENTS);
    hpm_line_begin (&line, START);
    for (int i = 1; i < 7; i++)
        sample (&line, i, 0);
    hpm_line_append (&line, 0, &buffer);
    for (size_t i = 8 * buffer.bytes;
         i-- > 8 * sizeof (struct hpm_chunk_header);) {
        struct hpm_chunk chunk
            = { HPM_CHUNK_LINE, 0,
                buffer.bytes - sizeof (struct hpm_chunk_header),
                buffer.data + sizeof (struct hpm_chunk_header) };

        buffer.data[i / 8] ^= (char)(1 << i % 8);
        sound &= hpm_rank_line_take (&read, &chunk) == 0;
        for (int e = 1; e < read.head.edges; e++)
            sound &= read.times[e] > read.times[e - 1];
        taken += read.head.edges > 0;
        chunk.bytes = i / 8 - sizeof (struct hpm_chunk_header);
        sound &= hpm_rank_line_take (&read, &chunk) == 0;
        buffer.data[i / 8] ^= (char)(1 << i % 8);
    }
    tap_ok (sound && taken, "damage is seen, or does no harm");
    hpm_rank_line_clear (&read);
    hpm_stream_buffer_release (&buffer);
    hpm_line_close (&line);
}

int
main (void)
{
    test_halving ();
    test_beginning ();
    test_falling ();
    test_job ();
    test_measuring ();
    test_damage ();
    return tap_done ();
}
