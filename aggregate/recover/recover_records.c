/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/recover/recover_records.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/recover/recover_rows.h"
#include "aggregate/recover/recover_run.h"

/* ---- what holds for the ranks that follow ------------------------------- */

/* A chunk of a head; 0 where it has none.  */
static int
find_chunk (const struct hpm_recovered_head *head, uint32_t type,
            struct hpm_chunk *chunk)
{
    size_t bytes;
    const char *payload
        = hpm_checkpoint_data_chunk (head->data, head->bytes, type, &bytes);

    *chunk = (struct hpm_chunk){ type, 0, bytes, payload };
    return payload != NULL;
}

static int
are_alike (const struct hpm_chunk *a, const struct hpm_chunk *b)
{
    return a->payload && a->bytes == b->bytes
           && !memcmp (a->payload, b->payload, a->bytes);
}

/* Regions are those of the first head, and functions are the same on all ranks
 * that have them.  Returns 0, or -1 where the head makes no sense.  */
static int
give_head (struct hpm_recovered_records *recovered, int number,
           struct hpm_rank_reader *reader)
{
    const struct hpm_recovered_head *head = &recovered->recovery->heads[number];
    struct hpm_chunk chunk;

    if (number == recovered->head)
        return 0;
    if (recovered->head < 0 && find_chunk (head, HPM_CHUNK_REGIONS, &chunk)
        && hpm_rank_reader_take (reader, &chunk))
        return -1;
    if (!recovered->functions
        && find_chunk (head, HPM_CHUNK_FUNCTIONS, &chunk)) {
        if (hpm_rank_reader_take (reader, &chunk))
            return -1;
        recovered->functions = 1;
    }
    if (!find_chunk (head, HPM_CHUNK_EVENTS, &chunk))
        return -1;
    if (!are_alike (&recovered->events, &chunk)) {
        if (hpm_rank_reader_take (reader, &chunk))
            return -1;
        recovered->events = chunk;
    }
    recovered->head = number;
    return 0;
}

/* ---- the ranks ---------------------------------------------------------- */

struct target {
    struct hpm_rank_reader *reader;
    int taken; /* as hpm_rank_reader_take tells, so far */
};

static void
give_chunk (uint32_t type, const char *payload, size_t bytes, void *to)
{
    struct target *target = to;

    switch (type) {
    case HPM_CHUNK_RANK:
    case HPM_CHUNK_THREADS:
    case HPM_CHUNK_MPI:
    case HPM_CHUNK_CALLS:
    case HPM_CHUNK_SIZES:
    case HPM_CHUNK_NODE:
    case HPM_CHUNK_TOPOLOGY:
    case HPM_CHUNK_SAMPLING:
    case HPM_CHUNK_SAMPLE_MODULES:
    case HPM_CHUNK_SAMPLES:
    case HPM_CHUNK_SAMPLE_CHAINS:
    case HPM_CHUNK_PATHS:
    case HPM_CHUNK_PATH_TEXTS:
    case HPM_CHUNK_REGION_ROWS:
    case HPM_CHUNK_REGION_COUNTS:
    case HPM_CHUNK_REGION_SPLIT:
    case HPM_CHUNK_MARK_COSTS:
    case HPM_CHUNK_CELLS:
        if (!target->taken)
            target->taken = hpm_rank_reader_take (
                target->reader, &(struct hpm_chunk){ type, 0, bytes, payload });
        break;
    default: /* nothing of a rank's record */
        break;
    }
}

/* Returns 1, 0 where the rank makes no sense, or -1 without memory.  */
static int
give_rank (struct hpm_recovered_records *recovered,
           const struct hpm_recovered_rank *rank,
           struct hpm_rank_reader *reader)
{
    struct target target = { reader, 0 };

    hpm_rank_reader_skip (reader);
    if (give_head (recovered, rank->head, reader))
        return 0;
    hpm_checkpoint_data_each (rank->buffer, rank->bytes, give_chunk, &target);
    if (target.taken != 1)
        return 0;
    if (reader->record.status != HPM_RANK_COMPLETE)
        hpm_recovered_rows_mark_partial (reader);
    return hpm_recovered_rows_sort (reader) ? -1 : 1;
}

static int
rewind_records (struct hpm_records *records, struct hpm_error *error)
{
    struct hpm_recovered_records *recovered
        = (struct hpm_recovered_records *)records;

    (void)error;
    recovered->next = recovered->functions = 0;
    recovered->head = -1;
    recovered->events.payload = NULL;
    records->complete = 1;
    return 0;
}

static int
next_rank (struct hpm_records *records, struct hpm_rank_reader *reader,
           struct hpm_error *error)
{
    struct hpm_recovered_records *recovered
        = (struct hpm_recovered_records *)records;
    const struct hpm_recovery *recovery = recovered->recovery;
    int given = 0;

    if (!recovered->next)
        hpm_rank_reader_take (reader, &(struct hpm_chunk){ HPM_CHUNK_RUN, 0,
                                                           recovered->run_bytes,
                                                           recovered->run });
    while (!given && recovered->next < recovery->rank_count) {
        given = give_rank (recovered, &recovery->ranks[recovered->next++],
                           reader);
        records->complete &= given != 0;
    }
    return given < 0 ? hpm_error_set (error, "out of memory") : given;
}

/* ---- all of it ---------------------------------------------------------- */

static uint64_t
count_bytes (const struct hpm_recovery *recovery)
{
    uint64_t bytes = recovery->run_bytes;

    for (int i = 0; i < recovery->head_count; i++)
        bytes += recovery->heads[i].bytes;
    for (int i = 0; i < recovery->rank_count; i++)
        bytes += recovery->ranks[i].bytes;
    return bytes;
}

int
hpm_recovered_records_init (struct hpm_recovered_records *recovered,
                            const struct hpm_recovery *recovery,
                            const char *name, struct hpm_error *error)
{
    memset (recovered, 0, sizeof *recovered);
    recovered->records = (struct hpm_records){ .kind = "checkpoint",
                                               .name = name,
                                               .bytes = count_bytes (recovery),
                                               .rewind = rewind_records,
                                               .next = next_rank };
    recovered->recovery = recovery;
    recovered->run = hpm_recovery_run_texts (recovery, &recovered->run_bytes);
    return recovered->run ? 0 : hpm_error_set (error, "out of memory");
}

void
hpm_recovered_records_release (struct hpm_recovered_records *recovered)
{
    free (recovered->run);
    memset (recovered, 0, sizeof *recovered);
}
