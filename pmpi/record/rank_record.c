/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <limits.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"
#include "pmpi/guest/clock.h"
#include "pmpi/wire/mpi_api.h"
#include "pmpi/wire/mpi_world.h"
#include "pmpi/count/cores.h"
#include "pmpi/calls/mpi_calls.h"
#include "pmpi/calls/mpi_sites.h"
#include "pmpi/count/node_counters.h"
#include "pmpi/count/topology.h"
#include "pmpi/record/rank_record.h"
#include "pmpi/region/marks.h"
#include "pmpi/pages/pages.h"
#include "pmpi/samples/samples.h"

static void
fill_without_mpi (struct hpm_rank_record *record)
{
    char host[HOST_NAME_MAX + 1] = "";

    if (gethostname (host, sizeof host - 1) == 0)
        hpm_text_field (record->host, sizeof record->host, host, strlen (host));
    record->thread_level = -1;
}

static void
fill_from_mpi (struct hpm_rank_record *record)
{
    char host[HPM_MPI_MAX_PROCESSOR_NAME + 1] = "";
    int length, level, *app = NULL, found = 0;

    if (hpm_mpi.Get_processor_name (host, &length) == HPM_MPI_SUCCESS)
        hpm_text_field (record->host, sizeof record->host, host, strlen (host));
    record->thread_level = -1;
    if (hpm_mpi_world_has_session ())
        return; /* the rest is asked of MPI_COMM_WORLD */
    if (hpm_mpi.Query_thread (&level) == HPM_MPI_SUCCESS)
        record->thread_level = hpm_mpi_thread_level (level);
    if (hpm_mpi.Comm_get_attr (hpm_mpi.comm_world, hpm_mpi_abi.appnum, &app,
                               &found)
            == HPM_MPI_SUCCESS
        && found && app)
        record->app_number = *app;
}

void
hpm_rank_times_end (struct hpm_rank_times *times, int64_t start, int64_t end)
{
    times->end = hpm_clock_real_at (end);
    hpm_threads_pauses (&times->pauses, end);
    times->wall = end - start - times->pauses.time;
    times->group = times->throttled_time = times->throttled_periods = 0;
    if (!times->pauses.time)
        hpm_cpu_limit_since (&times->limit, &times->group,
                             &times->throttled_time, &times->throttled_periods);
}

void
hpm_rank_record_begin (struct hpm_rank_record *record, int rank)
{
    memset (record, 0, sizeof *record);
    record->rank = rank;
    record->pid = getpid ();
    if (hpm_mpi.comm_world)
        fill_from_mpi (record);
    else
        fill_without_mpi (record);
}

void
hpm_rank_record_measure (struct hpm_rank_record *record,
                         const struct hpm_rank_times *times, pid_t tid,
                         int threads)
{
    struct hpm_os_thread_info info;
    int64_t begin, end;

    hpm_threads_costs (&begin, &end);
    hpm_os_thread_info_read (&info, tid);
    record->start_time = times->start;
    record->end_time = times->end;
    record->wall_time = times->wall;
    record->overhead_start = times->overhead_start + begin;
    record->overhead_stop = times->overhead_stop + end;
    record->paused_time = times->pauses.time;
    record->periods = times->pauses.periods;
    record->before_mpi = times->before_mpi;
    record->cpu_group = times->group;
    record->cpu_quota = times->group ? times->limit.quota : 0;
    record->cpu_period = times->group ? times->limit.period : 0;
    record->throttled_time = times->throttled_time;
    record->throttled_periods = times->throttled_periods;
    record->peak_memory = hpm_os_peak_memory ();
    record->threads_seen = threads;
    record->dropped_marks = hpm_marks_dropped ();
    record->cpu_last = info.cpu_last;
    /* Of snapshots none but the first asks for the cores.  */
    if (memcmp (record->cpus_allowed, info.cpus_allowed,
                sizeof info.cpus_allowed)) {
        memcpy (record->cpus_allowed, info.cpus_allowed,
                sizeof info.cpus_allowed);
        hpm_cores_find (record, times->sysfs);
    }
}

void
hpm_rank_record_append (struct hpm_stream_buffer *buffer, int rank,
                        const struct hpm_rank_times *times,
                        struct hpm_thread_rows *rows,
                        const struct hpm_event_table *events, int regions)
{
    struct hpm_rank_record record;
    size_t cells
        = (size_t)rows->count * (size_t)regions * (size_t)events->width;

    hpm_rank_record_begin (&record, rank);
    hpm_rank_record_measure (&record, times, gettid (), rows->threads);
    record.status = HPM_RANK_COMPLETE;
    for (int i = 0; i < rows->count; i++)
        rows->records[i].rank = rank;
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_RANK, rank, &record,
                             sizeof record);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_THREADS, rank, rows->records,
                             (size_t)rows->count * sizeof *rows->records);
    hpm_mpi_calls_append_rank (buffer, rank, rows, events, regions);
    hpm_mpi_sites_append (buffer, rank, rows);
    hpm_regions_append_rank (buffer, rank, rows, events, regions);
    hpm_node_counters_append (buffer, rank);
    hpm_topology_append (buffer, rank);
    hpm_samples_append (buffer, rank);
    hpm_pages_append (buffer, rank);
    hpm_stream_buffer_chunk (buffer, HPM_CHUNK_CELLS, rank, rows->cells,
                             cells * sizeof *rows->cells);
}
