/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the memory of ranks was, in a result file.
 */
#include "config.h"

#include <stdlib.h>

#include "aggregate/file/result_parts.h"
#include "aggregate/h5/h5_table.h"

static const struct hpm_h5_member look_members[] = {
    HPM_H5_MEMBER (LOOK_RANK, hpm_memory_look, record.rank),
    HPM_H5_MEMBER (LOOK_SINCE, hpm_memory_look, record.since),
    HPM_H5_MEMBER (LOOK_TOOK, hpm_memory_look, record.took),
    HPM_H5_MEMBER (LOOK_NODES, hpm_memory_look, record.nodes),
    HPM_H5_MEMBER (LOOK_MAPPINGS, hpm_memory_look, record.mappings),
    HPM_H5_MEMBER (LOOK_EVERY, hpm_memory_look, record.every),
    HPM_H5_MEMBER (LOOK_UNSEEN, hpm_memory_look, record.unseen),
    HPM_H5_MEMBER (LOOK_FAULT_PERIOD, hpm_memory_look, record.fault_period),
    HPM_H5_MEMBER (LOOK_FAULT_GONE, hpm_memory_look, record.fault_gone),
    HPM_H5_MEMBER (LOOK_USED_FOR, hpm_memory_look, record.used_for),
};

static const struct hpm_h5_member mapping_members[] = {
    HPM_H5_MEMBER (MAPPING_RANK, hpm_memory_mapping, record.rank),
    HPM_H5_POINTER (MAPPING_KIND, hpm_memory_mapping, kind),
    HPM_H5_POINTER (MAPPING_NAME, hpm_memory_mapping, name),
    HPM_H5_MEMBER (MAPPING_PARTS, hpm_memory_mapping, record.parts),
    HPM_H5_MEMBER (MAPPING_ADDRESS, hpm_memory_mapping, record.address),
    HPM_H5_MEMBER (MAPPING_SIZE, hpm_memory_mapping, record.size),
    HPM_H5_MEMBER (MAPPING_TOUCHED, hpm_memory_mapping, record.touched),
    HPM_H5_MEMBER (MAPPING_HUGE, hpm_memory_mapping, record.huge),
    HPM_H5_MEMBER (MAPPING_SWAPPED, hpm_memory_mapping, record.swapped),
    HPM_H5_MEMBER (MAPPING_FAULTS, hpm_memory_mapping, record.faults),
    HPM_H5_MEMBER (MAPPING_MAIN_FAULTS, hpm_memory_mapping, record.main_faults),
    HPM_H5_MEMBER (MAPPING_FAULT_THREADS, hpm_memory_mapping,
                   record.fault_threads),
    HPM_H5_MEMBER (MAPPING_USED, hpm_memory_mapping, record.used),
};

static const struct hpm_h5_member placement_members[] = {
    HPM_H5_MEMBER (PLACEMENT_RANK, hpm_placement_record, rank),
    HPM_H5_MEMBER (PLACEMENT_MAPPING, hpm_placement_record, mapping),
    HPM_H5_MEMBER (PLACEMENT_NODE, hpm_placement_record, node),
    HPM_H5_MEMBER (PLACEMENT_AMOUNT, hpm_placement_record, amount),
};

static const struct hpm_h5_table look_table
    = { HPM_DIMENSION_LOOK, HPM_H5_NO_LABELS (hpm_memory_look),
        HPM_H5_MEMBERS (look_members) };
static const struct hpm_h5_table mapping_table
    = { HPM_DIMENSION_MAPPING, HPM_H5_NO_LABELS (hpm_memory_mapping),
        HPM_H5_MEMBERS (mapping_members) };
static const struct hpm_h5_table placement_table
    = { HPM_DIMENSION_PLACEMENT, HPM_H5_NO_LABELS (hpm_placement_record),
        HPM_H5_MEMBERS (placement_members) };

static int
write_rows (struct hpm_h5_writer *writer, const struct hpm_h5_table *table,
            const void *rows, int64_t count, struct hpm_error *error)
{
    return count
               ? hpm_h5_table_write (writer, table, rows, (hsize_t)count, error)
               : 0;
}

int
hpm_memory_write (struct hpm_h5_writer *writer, const struct hpm_result *result,
                  struct hpm_error *error)
{
    const struct hpm_memory *memory = &result->memory;

    return write_rows (writer, &look_table, memory->looks, memory->look_count,
                       error)
                   || write_rows (writer, &mapping_table, memory->mappings,
                                  memory->mapping_count, error)
                   || write_rows (writer, &placement_table, memory->placements,
                                  memory->placement_count, error)
               ? -1
               : 0;
}

/* Into a list of its own.  Returns 0, or -1 with the error.  */
static int
load_rows (const struct hpm_h5_reader *reader, const struct hpm_h5_table *table,
           void **rows, int64_t *count, struct hpm_error *error)
{
    hsize_t length = reader->length[table->along];

    if (!length)
        return 0;
    *rows = calloc (length, table->row_size);
    if (!*rows)
        return hpm_error_set (error, "out of memory");
    *count = (int64_t)length;
    return hpm_h5_table_read (reader, table, *rows, error);
}

int
hpm_memory_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                 struct hpm_error *error)
{
    struct hpm_memory *memory = &result->memory;

    if (load_rows (reader, &look_table, (void **)&memory->looks,
                   &memory->look_count, error)
        || load_rows (reader, &mapping_table, (void **)&memory->mappings,
                      &memory->mapping_count, error)
        || load_rows (reader, &placement_table, (void **)&memory->placements,
                      &memory->placement_count, error))
        return -1;
    return hpm_memory_settle (memory) ? hpm_error_set (error, "out of memory")
                                      : 0;
}
