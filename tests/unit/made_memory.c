/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/made_result.h"

static void
make_mapping (struct hpm_memory_mapping *mapping, int rank, int number)
{
    *mapping = (struct hpm_memory_mapping){
        .record = { .rank = rank,
                    .parts = 1 + number,
                    .address = 0x7f0000000000 + 4096 * number,
                    .size = 65536 + number,
                    .touched = 8192 - number,
                    .huge = -1,
                    .swapped = number,
                    .faults = 30 + number,
                    .main_faults = 20,
                    .fault_threads = 2 + rank,
                    .used = number - 1 },
        .kind = strdup (number ? "file" : "anonymous"),
        .name = strdup (number ? "/a/data" : "")
    };
}

/* Two ranks of two mappings each, on two nodes.  */
void
make_memory (struct hpm_result *result)
{
    struct hpm_memory *memory = &result->memory;

    memory->looks = calloc (2, sizeof *memory->looks);
    memory->mappings = calloc (4, sizeof *memory->mappings);
    memory->placements = calloc (6, sizeof *memory->placements);
    memory->look_count = 2;
    memory->mapping_count = 4;
    memory->placement_count = 6;
    for (int rank = 0; rank < 2; rank++) {
        memory->looks[rank].record
            = (struct hpm_look_record){ rank, 1000 + rank, 20,  2, 31,
                                        4,    5,           101, 6, 700 };
        for (int i = 0; i < 2; i++) {
            int mapping = 2 * rank + i;

            make_mapping (&memory->mappings[mapping], rank, i);
            memory->placements[3 * rank + i]
                = (struct hpm_placement_record){ rank, mapping, i, 8192 - i };
        }
        memory->placements[3 * rank + 2]
            = (struct hpm_placement_record){ rank, HPM_PLACEMENT_THREADS, 0,
                                             77 };
    }
}

static int
is_same (const struct hpm_memory_mapping *a, const struct hpm_memory_mapping *b)
{
    return !memcmp (&a->record, &b->record, sizeof a->record)
           && !strcmp (a->kind, b->kind) && !strcmp (a->name, b->name)
           && b->label && b->nodes && b->bar;
}

int
are_same_memory (const struct hpm_memory *made, const struct hpm_memory *got)
{
    if (got->look_count != 2 || got->mapping_count != 4
        || got->placement_count != 6
        || memcmp (made->placements, got->placements,
                   6 * sizeof *got->placements)
               != 0)
        return 0;
    for (int i = 0; i < 4; i++)
        if (!is_same (&made->mappings[i], &got->mappings[i])) {
            printf ("# mapping %d is different\n", i);
            return 0;
        }
    return !memcmp (&made->looks[0].record, &got->looks[0].record,
                    sizeof made->looks[0].record)
           && !memcmp (&made->looks[1].record, &got->looks[1].record,
                       sizeof made->looks[1].record);
}
