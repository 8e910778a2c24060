/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/rows/interval_rank_rows.h"

#include <stdlib.h>

#include "aggregate/course/span.h"
#include "aggregate/model/row_names.h"

/* A rank that has rows.  */
struct member {
    int64_t rank; /* its place in the file */
    int host;     /* -1: unknown */
};

/* All is in memory, as files have such detail of few numbers alone.  */
struct hpm_interval_ranks {
    const struct hpm_h5_reader *reader;
    const struct hpm_result *result;
    struct member *members; /* [count]; owned */
    int64_t count;
    int64_t *counts;     /* [rank][event][interval]; owned */
    uint32_t *qualities; /* [member][event], of the whole run; owned */
};

static int
check_detail (const struct hpm_h5_reader *reader,
              const struct hpm_result *result, struct hpm_error *error)
{
    if (result->timeline.count
        && hpm_h5_has (reader, HPM_VARIABLE_RANK_INTERVAL))
        return 0;
    return hpm_error_set (error,
                          "%s has no counts of ranks over time: hpmrun "
                          "--interval keeps them, while they are no more than "
                          "%zu numbers",
                          reader->path, HPM_TIMELINE_RANKS_MAX);
}

static int
make_room (struct hpm_interval_ranks *ranks)
{
    size_t count = ranks->reader->length[HPM_DIMENSION_RANK];
    size_t events = (size_t)ranks->result->event_count;
    size_t intervals = (size_t)ranks->result->timeline.count;

    ranks->members = calloc (count + 1, sizeof *ranks->members);
    ranks->counts
        = calloc (count * events * intervals + 1, sizeof *ranks->counts);
    ranks->qualities = calloc (count * events + 1, sizeof *ranks->qualities);
    return ranks->members && ranks->counts && ranks->qualities;
}

/* One that left no record has no rows.  */
static void
take_rank (struct hpm_interval_ranks *ranks, const struct hpm_rank_data *data,
           struct hpm_values *values, int64_t place)
{
    const struct hpm_result *result = ranks->result;
    int events = result->event_count;
    uint32_t *qualities = ranks->qualities + ranks->count * events;

    if (data->record.status == HPM_RANK_MISSING)
        return;
    hpm_values_of_rank (values, result, data);
    for (int e = 0; e < events; e++)
        qualities[e] = values->counts[e].quality;
    ranks->members[ranks->count++]
        = (struct member){ .rank = place,
                           .host = hpm_text_table_find (&result->hosts,
                                                        data->record.host) };
}

static int
take_ranks (struct hpm_interval_ranks *ranks, struct hpm_error *error)
{
    struct hpm_file_ranks *file
        = hpm_file_ranks_create (ranks->reader, ranks->result, error);
    struct hpm_values values = { 0 };
    struct hpm_rank_data data = { 0 };
    int got = file ? 1 : -1;

    if (file && hpm_values_init (&values, ranks->result))
        got = hpm_error_set (error, "out of memory");
    for (int64_t place = 0; got == 1; place++) {
        struct hpm_rank_source *source = hpm_file_ranks_source (file);

        got = source->next (source, &data, error);
        if (got == 1)
            take_rank (ranks, &data, &values, place);
    }
    hpm_values_release (&values);
    hpm_file_ranks_destroy (file);
    return got;
}

struct hpm_interval_ranks *
hpm_interval_ranks_create (const struct hpm_h5_reader *reader,
                           const struct hpm_result *result,
                           struct hpm_error *error)
{
    struct hpm_interval_ranks *ranks;

    if (check_detail (reader, result, error))
        return NULL;
    ranks = calloc (1, sizeof *ranks);
    if (ranks) {
        ranks->reader = reader;
        ranks->result = result;
    }
    if (!ranks || !make_room (ranks))
        hpm_error_set (error, "out of memory");
    else if (!hpm_h5_read (reader, HPM_VARIABLE_RANK_INTERVAL, ranks->counts,
                           error)
             && !take_ranks (ranks, error))
        return ranks;
    hpm_interval_ranks_destroy (ranks);
    return NULL;
}

void
hpm_interval_ranks_destroy (struct hpm_interval_ranks *ranks)
{
    if (!ranks)
        return;
    free (ranks->members);
    free (ranks->counts);
    free (ranks->qualities);
    free (ranks);
}

int64_t
hpm_interval_ranks_count (const struct hpm_interval_ranks *ranks)
{
    return ranks->count * ranks->result->timeline.count;
}

void
hpm_row_of_interval_rank (struct hpm_row *row,
                          const struct hpm_interval_ranks *ranks, int64_t place,
                          struct hpm_values *values)
{
    const struct hpm_result *result = ranks->result;
    int events = result->event_count, intervals = result->timeline.count;
    int64_t at = place / intervals;
    const struct member *member = &ranks->members[at];
    const int64_t *counts
        = ranks->counts + member->rank * (int64_t)events * intervals;

    row->rank = hpm_result_row_number (result, member->rank);
    row->host = member->host;
    if (row->host >= 0)
        row->host_name = result->hosts.texts[row->host];
    hpm_span_values_of_rank (result, counts, ranks->qualities + at * events,
                             (int)(place % intervals), values->counts);
    hpm_row_of_rank_span (row, result, values, (int)(place % intervals));
}
