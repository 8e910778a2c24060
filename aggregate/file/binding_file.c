/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/file/binding_file.h"

#include <stdlib.h>

#include "aggregate/file/load.h"
#include "aggregate/file/result_parts.h"
#include "aggregate/model/fields.h"
#include "aggregate/model/row_names.h"

/* The rows at hand.  */
struct reading {
    struct hpm_binding *binding;
    const struct hpm_h5_reader *reader;
    struct hpm_text_table texts;
    struct hpm_h5_window ranks, threads;
    const char **lists; /* [room], owned */
    int64_t room;
};

static int64_t
thread_number (struct reading *reading, hsize_t row, int field)
{
    const int64_t *numbers = hpm_h5_window_row (&reading->threads, row);

    return numbers[(size_t)field * reading->threads.count];
}

static int
make_room (struct reading *reading, int64_t threads)
{
    const char **lists;

    if (threads <= reading->room)
        return 0;
    lists = realloc (reading->lists, (size_t)threads * sizeof *lists);
    if (!lists)
        return -1;
    reading->lists = lists;
    reading->room = threads;
    return 0;
}

/* Threads of the MPI library, and processes that were started, go where they
 * like.  Returns how many there are, -1 with the error.  */
static int
read_threads (struct reading *reading, int64_t first, int64_t count,
              struct hpm_error *error)
{
    int found = 0;

    if (!count)
        return 0;
    if (make_room (reading, count))
        return hpm_error_set (error, "out of memory");
    if (hpm_h5_window_cover (&reading->threads, reading->reader, (hsize_t)first,
                             (hsize_t)count, error))
        return -1;
    for (int64_t i = 0; i < count; i++) {
        hsize_t row = (hsize_t)first + (hsize_t)i;
        int64_t role = thread_number (reading, row, HPM_THREAD_FIELD_role);

        if (role == HPM_ROLE_MAIN || role == HPM_ROLE_WORKER)
            reading->lists[found++] = hpm_text_table_get (
                &reading->texts,
                (long)thread_number (reading, row,
                                     HPM_THREAD_FIELD_cpus_allowed));
    }
    return found;
}

static int
read_rank (struct reading *reading, hsize_t rank, struct hpm_error *error)
{
    const int64_t *numbers;
    size_t step;
    int count;

    if (hpm_rank_row_read (&reading->ranks, reading->reader, rank, &numbers,
                           error))
        return -1;
    step = reading->ranks.count;
    if (numbers[HPM_RANK_FIELD_status * step] == HPM_RANK_MISSING)
        return 0;
    count = read_threads (reading, numbers[HPM_RANK_FIELD_first_thread * step],
                          numbers[HPM_RANK_FIELD_threads * step], error);
    if (count < 0)
        return -1;
    return hpm_binding_add (
               reading->binding, (int64_t)rank,
               (int)numbers[HPM_RANK_FIELD_host * step],
               hpm_text_table_get (
                   &reading->texts,
                   (long)numbers[HPM_RANK_FIELD_cpus_allowed * step]),
               reading->lists, count)
               ? hpm_error_set (error, "out of memory")
               : 0;
}

int
hpm_binding_read (struct hpm_binding *binding,
                  const struct hpm_h5_reader *reader,
                  const struct hpm_result *result, struct hpm_error *error)
{
    struct reading reading = { .binding = binding, .reader = reader };
    int failed;

    hpm_binding_init (binding);
    hpm_text_table_init (&reading.texts);
    hpm_h5_window_open (&reading.ranks, reader, HPM_VARIABLE_RANK_RECORD);
    hpm_h5_window_open (&reading.threads, reader, HPM_VARIABLE_THREAD_RECORD);
    failed = hpm_text_table_load (reader, HPM_DIMENSION_TEXT, &reading.texts,
                                  error);
    for (hsize_t r = 0; !failed && !hpm_result_is_observed (result)
                        && r < reader->length[HPM_DIMENSION_RANK];
         r++)
        failed = read_rank (&reading, r, error);
    if (!failed && hpm_binding_finish (binding, &result->topologies))
        failed = hpm_error_set (error, "out of memory");
    hpm_h5_window_release (&reading.ranks);
    hpm_h5_window_release (&reading.threads);
    hpm_text_table_release (&reading.texts);
    free (reading.lists);
    return failed;
}
