/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of mappings.
 */
#include "config.h"

#include <math.h>

#include "aggregate/show/rows/rows.h"

#define MIB 1048576.0

static int64_t
known (int64_t amount)
{
    return amount < 0 ? HPM_NO_INTEGER : amount;
}

void
hpm_row_of_mapping (struct hpm_row *row, const struct hpm_result *result,
                    int number)
{
    const struct hpm_memory_mapping *mapping = &result->memory.mappings[number];
    const struct hpm_mapping_record *record = &mapping->record;

    row->rank = record->rank;
    row->place = mapping->label;
    row->mapping = mapping->title;
    row->mapping_kind = mapping->kind;
    row->file = mapping->name && *mapping->name ? mapping->name : NULL;
    row->address = record->address;
    row->parts = record->parts;
    row->size = record->size;
    row->touched = record->touched;
    row->huge = known (record->huge);
    row->swapped = known (record->swapped);
    row->used = known (record->used);
    row->used_mib = record->used < 0 ? NAN : (double)record->used / MIB;
    row->nodes = mapping->nodes;
    row->bar = mapping->bar;
    row->local = mapping->local;
    row->size_mib = (double)record->size / MIB;
    row->touched_mib = (double)record->touched / MIB;
    row->faults = record->faults;
    row->main_share = record->faults > 0
                          ? (double)record->main_faults / (double)record->faults
                          : NAN;
    row->fault_threads = record->fault_threads;
    row->huge_mib = record->huge < 0 ? NAN : (double)record->huge / MIB;
    hpm_row_without_counts (row, result);
}
