/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where samples were taken, in a result file: by function and by line, and who
 * called whom.
 */
#include "config.h"

#include <stdlib.h>

#include "aggregate/file/result_parts.h"
#include "aggregate/h5/h5_table.h"

static const struct hpm_h5_member routine_members[] = {
    HPM_H5_POINTER (ROUTINE_PLACE, hpm_spot, place),
    HPM_H5_POINTER (ROUTINE_NAME, hpm_spot, routine),
    HPM_H5_POINTER (ROUTINE_FILE, hpm_spot, file),
    HPM_H5_POINTER (ROUTINE_MODULE, hpm_spot, module),
    HPM_H5_POINTER (ROUTINE_BUILD_ID, hpm_spot, build_id),
    HPM_H5_MEMBER (ROUTINE_SAMPLES, hpm_spot, samples),
    HPM_H5_MEMBER (ROUTINE_INSIDE, hpm_spot, inside),
    HPM_H5_MEMBER (ROUTINE_TOTAL, hpm_spot, total),
    HPM_H5_MEMBER (ROUTINE_RANKS, hpm_spot, ranks),
    HPM_H5_MEMBER (ROUTINE_MIN, hpm_spot, min),
    HPM_H5_MEMBER (ROUTINE_MAX, hpm_spot, max),
    HPM_H5_MEMBER (ROUTINE_MAX_RANK, hpm_spot, max_rank),
};

static const struct hpm_h5_member line_members[] = {
    HPM_H5_POINTER (LINE_PLACE, hpm_spot, place),
    HPM_H5_POINTER (LINE_NAME, hpm_spot, routine),
    HPM_H5_POINTER (LINE_FILE, hpm_spot, file),
    HPM_H5_POINTER (LINE_MODULE, hpm_spot, module),
    HPM_H5_POINTER (LINE_BUILD_ID, hpm_spot, build_id),
    HPM_H5_MEMBER (LINE_NUMBER, hpm_spot, line),
    HPM_H5_MEMBER (LINE_SAMPLES, hpm_spot, samples),
    HPM_H5_MEMBER (LINE_INSIDE, hpm_spot, inside),
    HPM_H5_MEMBER (LINE_TOTAL, hpm_spot, total),
    HPM_H5_MEMBER (LINE_RANKS, hpm_spot, ranks),
    HPM_H5_MEMBER (LINE_MIN, hpm_spot, min),
    HPM_H5_MEMBER (LINE_MAX, hpm_spot, max),
    HPM_H5_MEMBER (LINE_MAX_RANK, hpm_spot, max_rank),
};

static const struct hpm_h5_member stack_members[] = {
    HPM_H5_MEMBER (STACK_PARENT, hpm_stack, parent),
    HPM_H5_MEMBER (STACK_ROUTINE, hpm_stack, routine),
    HPM_H5_MEMBER (STACK_SAMPLES, hpm_stack, samples),
    HPM_H5_MEMBER (STACK_INSIDE, hpm_stack, inside),
};

static const struct hpm_h5_table routine_table
    = { HPM_DIMENSION_ROUTINE, HPM_H5_NO_LABELS (hpm_spot),
        HPM_H5_MEMBERS (routine_members) };
static const struct hpm_h5_table line_table
    = { HPM_DIMENSION_LINE, HPM_H5_NO_LABELS (hpm_spot),
        HPM_H5_MEMBERS (line_members) };
static const struct hpm_h5_table stack_table
    = { HPM_DIMENSION_STACK, HPM_H5_NO_LABELS (hpm_stack),
        HPM_H5_MEMBERS (stack_members) };

static int
write_spots (struct hpm_h5_writer *writer, const struct hpm_h5_table *table,
             const struct hpm_spots *spots, struct hpm_error *error)
{
    return spots->count ? hpm_h5_table_write (writer, table, spots->list,
                                              (hsize_t)spots->count, error)
                        : 0;
}

int
hpm_samples_write (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, struct hpm_error *error)
{
    const struct hpm_stacks *stacks = &result->samples.stacks;

    return write_spots (writer, &routine_table, &result->samples.routines,
                        error)
                   || write_spots (writer, &line_table, &result->samples.lines,
                                   error)
                   || (stacks->count
                       && hpm_h5_table_write (writer, &stack_table,
                                              stacks->list,
                                              (hsize_t)stacks->count, error))
               ? -1
               : 0;
}

static int
load_spots (const struct hpm_h5_reader *reader,
            const struct hpm_h5_table *table, struct hpm_spots *spots,
            struct hpm_error *error)
{
    hsize_t count = reader->length[table->along];

    if (!count)
        return 0;
    spots->list = calloc (count, sizeof *spots->list);
    if (!spots->list)
        return hpm_error_set (error, "out of memory");
    spots->count = (int)count;
    return hpm_h5_table_read (reader, table, spots->list, error);
}

/* Others go by what is said of callers: they come first, and are functions.  */
static int
check_stacks (const struct hpm_samples *samples, struct hpm_error *error)
{
    const struct hpm_stacks *stacks = &samples->stacks;

    for (int i = 0; i < stacks->count; i++)
        if (stacks->list[i].parent < -1 || stacks->list[i].parent >= i
            || stacks->list[i].routine < -1
            || stacks->list[i].routine >= samples->routines.count)
            return hpm_error_set (error, "it is damaged: callers of samples "
                                         "are not there");
    return 0;
}

static int
load_stacks (const struct hpm_h5_reader *reader, struct hpm_samples *samples,
             struct hpm_error *error)
{
    hsize_t count = reader->length[HPM_DIMENSION_STACK];

    if (!count)
        return 0;
    samples->stacks.list = calloc (count, sizeof *samples->stacks.list);
    if (!samples->stacks.list)
        return hpm_error_set (error, "out of memory");
    samples->stacks.count = (int)count;
    return hpm_h5_table_read (reader, &stack_table, samples->stacks.list, error)
                   || check_stacks (samples, error)
               ? -1
               : 0;
}

int
hpm_samples_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                  struct hpm_error *error)
{
    return load_spots (reader, &routine_table, &result->samples.routines, error)
                   || load_spots (reader, &line_table, &result->samples.lines,
                                  error)
                   || load_stacks (reader, &result->samples, error)
               ? -1
               : 0;
}
