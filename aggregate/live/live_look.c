/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/live/live_look.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/option/option.h"
#include "base/quality.h"
#include "base/text.h"
#include "hpm_mpi_record.h"
#include "hpm_os_events.h"
#include "aggregate/recover/recover_records.h"
#include "aggregate/recover/recover_run.h"

/* What is being made.  */
struct making {
    struct hpm_live_look *look;
    const struct hpm_event_list *wanted;
    struct hpm_options settings; /* of the run */
    struct hpm_event_list asked; /* events that it was asked for */
};

/* ---- events ------------------------------------------------------------- */

/* The events that every run has are shown where they were asked for.  */
static int
is_shown (const struct making *making, const struct hpm_event_record *event)
{
    const struct hpm_event_list *wanted = making->wanted;

    for (int i = 0; i < wanted->count; i++)
        if (hpm_text_match (wanted->names[i], event->name))
            return 1;
    if (wanted->count)
        return 0;
    return (strcmp (event->source, "os") != 0
            && strcmp (event->source, HPM_MPI_EVENT_SOURCE) != 0)
           || hpm_event_list_find (&making->asked, event->name) >= 0;
}

static int
find_event (const struct hpm_live_look *look, const char *name)
{
    for (int i = 0; i < look->event_count; i++)
        if (!strcmp (look->events[i].name, name))
            return i;
    return -1;
}

static void
add_events (struct making *making, const struct hpm_rank_reader *reader)
{
    struct hpm_live_look *look = making->look;

    for (int e = 0; e < reader->event_count; e++) {
        const struct hpm_event_record *from = &reader->events[e];
        struct hpm_live_event *event = &look->events[look->event_count];

        if (look->event_count == HPM_LIVE_COLUMNS || !is_shown (making, from)
            || find_event (look, from->name) >= 0)
            continue;
        memcpy (event->name, from->name, sizeof event->name);
        memcpy (event->unit, from->unit, sizeof event->unit);
        event->is_peak = from->kind == HPM_KIND_PEAK;
        look->event_count++;
    }
}

/* ---- one rank ----------------------------------------------------------- */

/* Over the program's own threads, in the whole run; NAN where no thread has a
 * value.  */
static double
sum_threads (const struct hpm_rank_reader *reader, int event)
{
    int is_peak = reader->events[event].kind == HPM_KIND_PEAK;
    double sum = NAN;

    for (int64_t t = 0; t < reader->thread_count; t++) {
        const struct hpm_cell *cell
            = reader->cells + t * reader->rank_regions * reader->event_count
              + event;
        double value = (double)cell->value;

        if (reader->threads[t].role == HPM_ROLE_MPI
            || !hpm_quality_has_value (cell->quality))
            continue;
        if (isnan (sum))
            sum = value;
        else
            sum = is_peak ? fmax (sum, value) : sum + value;
    }
    return sum;
}

/* What the rank counted for its host.  */
static double
sum_nodes (const struct hpm_rank_reader *reader, int event)
{
    double sum = NAN;

    for (int64_t i = 0; i < reader->node_count; i++) {
        const struct hpm_node_record *node = &reader->nodes[i];

        if (node->event == event
            && hpm_quality_has_value ((uint32_t)node->quality))
            sum = (isnan (sum) ? 0 : sum) + (double)node->value * node->scale;
    }
    return sum;
}

static double
count_of (const struct hpm_rank_reader *reader, int event)
{
    return reader->events[event].scope == HPM_SCOPE_NODE
               ? sum_nodes (reader, event)
               : sum_threads (reader, event);
}

static int
place_of (const struct hpm_rank_reader *reader, const char *name)
{
    for (int e = 0; e < reader->event_count; e++)
        if (!strcmp (reader->events[e].name, name))
            return e;
    return -1;
}

static double
seconds_of (const struct hpm_rank_reader *reader, const char *name)
{
    int event = place_of (reader, name);

    return event < 0 ? NAN : 1e-9 * sum_threads (reader, event);
}

/* Either part of it may be there alone.  */
static double
seconds_in_mpi (const struct hpm_rank_reader *reader)
{
    double mpi = seconds_of (reader, "mpi::TIME");
    double io = seconds_of (reader, "mpi::IO_TIME");

    if (isnan (mpi) || isnan (io))
        return isnan (mpi) ? io : mpi;
    return mpi + io;
}

static void
fill_rank (struct hpm_live_rank *rank, const struct hpm_live_look *look,
           const struct hpm_rank_reader *reader)
{
    const struct hpm_rank_record *record = &reader->record;

    rank->rank = record->rank;
    rank->status = record->status;
    memcpy (rank->host, record->host, sizeof rank->host);
    rank->until = record->end_time;
    rank->wall = 1e-9 * (double)record->wall_time;
    rank->cpu = seconds_of (reader, "os::CPU_TIME");
    rank->mpi = seconds_in_mpi (reader);
    for (int i = 0; i < HPM_LIVE_COLUMNS; i++)
        rank->counts[i] = NAN;
    for (int i = 0; i < look->event_count; i++) {
        int event = place_of (reader, look->events[i].name);

        rank->counts[i] = event < 0 ? NAN : count_of (reader, event);
    }
}

/* ---- all ranks ---------------------------------------------------------- */

/* What of a rank stands beside its record; both are ascending.  */
static void
add_found (struct hpm_live_look *look, const struct hpm_recovery *recovery)
{
    int at = 0;

    for (int i = 0; i < look->count; i++) {
        struct hpm_live_rank *rank = &look->ranks[i];

        while (recovery->ranks[at].rank < rank->rank)
            at++;
        rank->pid = recovery->ranks[at].pid;
        rank->space = recovery->ranks[at].space;
        rank->inside = recovery->ranks[at].inside;
    }
}

static int
read_ranks (struct making *making, struct hpm_records *records,
            struct hpm_error *error)
{
    struct hpm_live_look *look = making->look;
    struct hpm_rank_reader reader;
    int got;

    hpm_rank_reader_init (&reader);
    got = records->rewind (records, error) ? -1 : 1;
    while (got > 0) {
        got = records->next (records, &reader, error);
        if (got > 0) {
            add_events (making, &reader);
            fill_rank (&look->ranks[look->count++], look, &reader);
        }
    }
    hpm_rank_reader_release (&reader);
    return got;
}

static char *
copy_text (const struct hpm_recovery *recovery, const char *field)
{
    const char *text = hpm_recovery_run (recovery, field);
    char *copy = text ? strdup (text) : NULL;

    return copy ? hpm_text_tame (copy) : NULL;
}

static void
take_run (struct making *making, const struct hpm_recovery *recovery)
{
    struct hpm_live_look *look = making->look;
    const char *text = hpm_recovery_run (recovery, "options");
    double ranks = 0;

    hpm_options_from_lines (&making->settings, text ? text : "");
    hpm_event_list_parse (&making->asked, making->settings.events, NULL);
    look->command = copy_text (recovery, "command");
    look->job = copy_text (recovery, "job_id");
    text = hpm_recovery_run (recovery, "ranks");
    if (text)
        hpm_text_number (text, &ranks);
    look->all = ranks >= 1 && ranks <= HPM_RANKS_MAX ? (int)ranks : 0;
}

static int
make (struct making *making, const struct hpm_recovery *recovery,
      const char *folder, struct hpm_error *error)
{
    struct hpm_live_look *look = making->look;
    struct hpm_recovered_records recovered;
    int failed;

    take_run (making, recovery);
    look->ranks
        = calloc ((size_t)recovery->rank_count + 1, sizeof *look->ranks);
    if (!look->ranks)
        return hpm_error_set (error, "out of memory");
    failed
        = hpm_recovered_records_init (&recovered, recovery, folder, error) < 0
          || read_ranks (making, &recovered.records, error) < 0;
    hpm_recovered_records_release (&recovered);
    if (failed)
        return -1;
    add_found (look, recovery);
    if (look->count && look->all <= look->ranks[look->count - 1].rank)
        look->all = look->ranks[look->count - 1].rank + 1;
    return 0;
}

int
hpm_live_look (struct hpm_live_look *look, const char *folder, int any_owner,
               const struct hpm_event_list *wanted, struct hpm_error *error)
{
    struct making making = { .look = look, .wanted = wanted };
    struct hpm_recovery recovery;
    struct timespec now;
    int found;

    memset (look, 0, sizeof *look);
    found = hpm_recovery_look (&recovery, folder, any_owner, error);
    clock_gettime (CLOCK_REALTIME, &now);
    look->now = (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
    look->left_out = recovery.left_out;
    look->in_use = recovery.in_use;
    hpm_options_init (&making.settings);
    if (found == 1 && recovery.rank_count && recovery.run
        && make (&making, &recovery, folder, error))
        found = -1;
    hpm_options_release (&making.settings);
    hpm_event_list_release (&making.asked);
    hpm_recovery_release (&recovery);
    return found;
}

void
hpm_live_look_release (struct hpm_live_look *look)
{
    free (look->ranks);
    free (look->command);
    free (look->job);
    memset (look, 0, sizeof *look);
}
