/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/show/rows/interval_member_rows.h"

#include <stdlib.h>

#include "aggregate/course/span.h"
#include "aggregate/model/row_names.h"

/* A rank, or a host.  */
struct member {
    int64_t place; /* in the file */
    int64_t ranks; /* that left a record; 0: there are no rows of it */
    int host;      /* -1: unknown */
};

/* All is in memory, as files have such detail of few numbers alone.  */
struct hpm_interval_members {
    enum hpm_per per;
    const struct hpm_h5_reader *reader;
    const struct hpm_result *result;
    struct member *list; /* [count]; owned */
    int64_t count;
    int64_t *counts;     /* [place][event][interval]; owned */
    uint32_t *qualities; /* [place][event], of the whole run; owned */
};

static int
are_hosts (const struct hpm_interval_members *members)
{
    return members->per == HPM_PER_INTERVAL_HOST;
}

static enum hpm_variable
variable_of (enum hpm_per per)
{
    return per == HPM_PER_INTERVAL_HOST ? HPM_VARIABLE_HOST_INTERVAL
                                        : HPM_VARIABLE_RANK_INTERVAL;
}

static int
check_detail (enum hpm_per per, const struct hpm_h5_reader *reader,
              const struct hpm_result *result, struct hpm_error *error)
{
    if (result->timeline.count && hpm_h5_has (reader, variable_of (per)))
        return 0;
    if (*hpm_result_run (result, HPM_RUN_recovered, ""))
        return hpm_error_set (error,
                              "%s has no counts of %s over time: the run was "
                              "recovered, and these were not",
                              reader->path,
                              per == HPM_PER_INTERVAL_HOST ? "hosts" : "ranks");
    if (per == HPM_PER_INTERVAL_HOST)
        return hpm_error_set (error,
                              "%s has no counts of hosts over time: a run on "
                              "several hosts has them, while they are no more "
                              "than %zu numbers",
                              reader->path, HPM_TIMELINE_HOSTS_MAX);
    return hpm_error_set (error,
                          "%s has no counts of ranks over time: hpmrun "
                          "--interval keeps them, while they are no more than "
                          "%zu numbers",
                          reader->path, HPM_TIMELINE_RANKS_MAX);
}

/* Members that the file may have.  */
static size_t
places (const struct hpm_interval_members *members)
{
    return members->reader
        ->length[are_hosts (members) ? HPM_DIMENSION_HOST : HPM_DIMENSION_RANK];
}

static int
make_room (struct hpm_interval_members *members)
{
    size_t count = places (members);
    size_t events = (size_t)members->result->event_count;
    size_t intervals = (size_t)members->result->timeline.count;

    members->list = calloc (count + 1, sizeof *members->list);
    members->counts
        = calloc (count * events * intervals + 1, sizeof *members->counts);
    members->qualities
        = calloc (count * events + 1, sizeof *members->qualities);
    return members->list && members->counts && members->qualities;
}

/* A count of several is worth what the worst of them is; one without it makes
 * the sum a part.  */
static void
add_quality (uint32_t *sum, uint32_t quality, int is_first)
{
    if (is_first)
        *sum = quality;
    else if (hpm_quality_has_value (quality) != hpm_quality_has_value (*sum))
        *sum = HPM_QUALITY_PARTIAL;
    else if (quality > *sum)
        *sum = quality;
}

static void
take_rank (struct hpm_interval_members *members,
           const struct hpm_rank_data *data, struct hpm_values *values,
           int64_t rank)
{
    const struct hpm_result *result = members->result;
    int host = hpm_text_table_find (&result->hosts, data->record.host);
    int64_t place = are_hosts (members) ? host : rank;
    struct member *member = &members->list[place];

    if (data->record.status == HPM_RANK_MISSING || place < 0)
        return;
    hpm_values_of_rank (values, result, data);
    for (int e = 0; e < result->event_count; e++)
        add_quality (&members->qualities[place * result->event_count + e],
                     values->counts[e].quality, !member->ranks);
    member->place = place;
    member->host = host;
    member->ranks++;
}

static int
take_ranks (struct hpm_interval_members *members, struct hpm_error *error)
{
    struct hpm_file_ranks *file
        = hpm_file_ranks_create (members->reader, members->result, error);
    struct hpm_values values = { 0 };
    struct hpm_rank_data data = { 0 };
    int got = file ? 1 : -1;

    if (file && hpm_values_init (&values, members->result))
        got = hpm_error_set (error, "out of memory");
    for (int64_t rank = 0; got == 1; rank++) {
        struct hpm_rank_source *source = hpm_file_ranks_source (file);

        got = source->next (source, &data, error);
        if (got == 1)
            take_rank (members, &data, &values, rank);
    }
    hpm_values_release (&values);
    hpm_file_ranks_destroy (file);
    return got;
}

/* Those without a record have no rows.  */
static void
leave_out_missing (struct hpm_interval_members *members)
{
    for (size_t i = 0; i < places (members); i++)
        if (members->list[i].ranks)
            members->list[members->count++] = members->list[i];
}

static int
read_all (struct hpm_interval_members *members, struct hpm_error *error)
{
    if (!make_room (members))
        return hpm_error_set (error, "out of memory");
    if (hpm_h5_read (members->reader, variable_of (members->per),
                     members->counts, error)
        || take_ranks (members, error))
        return -1;
    leave_out_missing (members);
    return 0;
}

struct hpm_interval_members *
hpm_interval_members_create (enum hpm_per per,
                             const struct hpm_h5_reader *reader,
                             const struct hpm_result *result,
                             struct hpm_error *error)
{
    struct hpm_interval_members *members;

    if (check_detail (per, reader, result, error))
        return NULL;
    members = calloc (1, sizeof *members);
    if (!members) {
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    members->per = per;
    members->reader = reader;
    members->result = result;
    if (!read_all (members, error))
        return members;
    hpm_interval_members_destroy (members);
    return NULL;
}

void
hpm_interval_members_destroy (struct hpm_interval_members *members)
{
    if (!members)
        return;
    free (members->list);
    free (members->counts);
    free (members->qualities);
    free (members);
}

int64_t
hpm_interval_members_count (const struct hpm_interval_members *members)
{
    return members->count * members->result->timeline.count;
}

void
hpm_row_of_interval_member (struct hpm_row *row,
                            const struct hpm_interval_members *members,
                            int64_t place, struct hpm_values *values)
{
    const struct hpm_result *result = members->result;
    int64_t events = result->event_count, intervals = result->timeline.count;
    const struct member *member = &members->list[place / intervals];
    int interval = (int)(place % intervals);

    if (!are_hosts (members))
        row->rank = hpm_result_row_number (result, member->place);
    row->ranks = member->ranks;
    row->host = member->host;
    if (row->host >= 0)
        row->host_name = result->hosts.texts[row->host];
    hpm_span_values_of_member (
        result, members->counts + member->place * events * intervals,
        members->qualities + member->place * events, interval, values->counts);
    hpm_row_of_member_span (row, result, values, interval);
}
