/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A run in memory: what the summary and the tables are made from, whether it
 * comes from a record stream or from a result file.  Detail of ranks and
 * threads is not in it: a source (below) gives that rank by rank.
 */
#ifndef HPM_AGGREGATE_RESULT_H
#define HPM_AGGREGATE_RESULT_H

#include <stdint.h>

#include "aggregate/memory/memory.h"
#include "aggregate/places/call_sites.h"
#include "aggregate/model/calls.h"
#include "aggregate/model/event_index.h"
#include "base/cost/cost.h"
#include "base/error.h"
#include "base/metric/metric.h"
#include "base/quality.h"
#include "base/metric/statistics.h"
#include "aggregate/model/findings.h"
#include "hpm_quality.h"
#include "hpm_record.h"
#include "hpm_stream.h"
#include "aggregate/model/joined.h"
#include "aggregate/model/nodes.h"
#include "aggregate/places/region_tree.h"
#include "aggregate/places/spots.h"
#include "aggregate/places/text_table.h"
#include "aggregate/binding/topology.h"
#include "aggregate/timeline/timeline.h"

/* Different events of a run, or of runs that are joined: hpm_result_add_event
 * takes no more.  */
#define HPM_EVENTS_MAX 4096

enum hpm_run_field {
#define HPM_X(name, description) HPM_RUN_##name,
    HPM_RUN_FIELDS (HPM_X)
#undef HPM_X
        HPM_RUN_FIELD_COUNT
};

/* What the ranks that counted an event counted of one that all ranks count.  */
#define HPM_COMMON_EVENTS 3
struct hpm_common {
    double sum;
    uint64_t ranks;
};

/* An event over the ranks of the job or of one host, in one region.  */
struct hpm_event_aggregate {
    struct hpm_statistics statistics;
    struct hpm_sampling sampling;
    uint32_t reasons[HPM_REASON_COUNT]; /* ranks that give it */
    char projected; /* 1: the sum was made of fewer ranks than it speaks of */
    char refused;   /* 1: there is no sum, because the ranks are not alike */
};

/* A metric over the same.  */
struct hpm_metric_aggregate {
    struct hpm_statistics statistics;
    struct hpm_metric_value total; /* its formula over the sums */
    double error;                  /* sum over the ranks */
    uint32_t uncounted;            /* ranks without a count for it */
};

/* Counts and metrics over the ranks of the job or of one host.  */
struct hpm_aggregate {
    struct hpm_event_aggregate *events;   /* [region][event] */
    struct hpm_metric_aggregate *metrics; /* [region][metric] */
    struct hpm_common *common; /* [HPM_COMMON_EVENTS][event], whole run */
    uint64_t *metric_runs;     /* [metric]: runs joined that it is made of, a
                                  bit each; 0 where none were */
    double *wall_s;            /* [region], of the longest rank */
    double threads;            /* that entered the sums */
    uint64_t ranks;            /* that left a record */
};

struct hpm_result {
    char *run[HPM_RUN_FIELD_COUNT]; /* NULL where unknown; owned */
    char **regions;                 /* owned */
    int region_count;
    struct hpm_event_record *events; /* owned */
    int event_count;
    struct hpm_event_index *index; /* of their names, owned */
    int common[HPM_COMMON_EVENTS]; /* places, by which ranks are compared */
    struct hpm_metric_set metrics;
    struct hpm_text_table hosts;
    struct hpm_cost_table costs; /* of the run; empty until costs.h */
    double cost_constants[HPM_COST_CONSTANT_COUNT]; /* of formulas */

    uint64_t ranks; /* of the job, missing ones too */
    uint64_t ranks_partial, ranks_missing;
    uint64_t threads;      /* of the program */
    uint64_t threads_most; /* of these, of a rank */
    uint64_t mpi_threads;  /* of the MPI library */
    struct hpm_statistics wall, overhead_start, overhead_stop; /* ns */
    struct hpm_statistics paused;  /* ns between start and stop */
    struct hpm_statistics periods; /* that were counted */
    int64_t dropped_marks;         /* of all ranks */

    struct hpm_aggregate job;
    struct hpm_aggregate *host; /* [hosts], NULL if not asked for */
    int64_t *mpi_sums;          /* [region][event], MPI's own threads */
    int64_t *added; /* [event], what noting calls of MPI added to its sum, which
                       holds it; 0 where that was not measured */
    struct hpm_calls calls; /* empty where none were recorded */
    struct hpm_verdict verdict;
    struct hpm_joined joined;         /* empty where it is one run */
    struct hpm_nodes nodes;           /* counts of events of the node */
    struct hpm_topologies topologies; /* of hosts, or empty */
    struct hpm_region_tree tree;  /* of regions that were marked, or empty */
    struct hpm_timeline timeline; /* counts over time, or empty */
    struct hpm_sites sites;       /* that MPI was called from, or empty */
    struct hpm_samples samples;   /* where samples were taken, or empty */
    struct hpm_memory memory;     /* where memory was, or empty */
};

/* One rank.  A missing rank has no threads.  Pointers are valid until the next
 * call of the source.  */
struct hpm_rank_data {
    struct hpm_rank_record record;
    int64_t thread_count;
    const struct hpm_thread_record *threads;
    const struct hpm_cell *cells; /* [thread][region][event] */
    /* Of the stream alone: NULL and 0 where calls were not recorded.  Functions
       are numbered as in the result.  */
    const struct hpm_mpi_record *mpi;
    int64_t call_count, size_count;
    const struct hpm_call_record *calls;
    const struct hpm_size_record *sizes;
    const int64_t *added; /* [event], what noting its calls added; NULL: not
                             known */
    int64_t node_count;
    const struct hpm_node_record *nodes; /* of its host, of the stream alone */
    const char *topology; /* of the same; NULL: it is another rank's to tell */
    /* Of the stream alone: what its threads did in regions, whose `path` is a
     * place in the tree, and counts [region row][event], of which
     * [hpm_region_split] are parts, NULL where the rank did not split them.  */
    int64_t region_count;
    const struct hpm_region_record *regions;
    const int64_t *region_counts, *region_split;
    int64_t mark_cost; /* ns that a beginning and an end take; 0: unknown */
    /* Of the stream alone, NULL where it was not sampled: as `calls` of sites,
     * which lie in modules of so many bytes.  */
    const struct hpm_sampling_record *sampling;
    const struct hpm_site_record *samples;
    int64_t sample_count, sample_module_bytes;
    const char *sample_modules;
    /* And its callers, NULL where they were not asked for: how places led to
     * each other, and where they are.  */
    int64_t chain_count;
    const struct hpm_chain_record *chains;
    const struct hpm_site_record *frames;
    const struct hpm_rank_pages *pages; /* of the stream; NULL: none */
    const struct hpm_rank_line *line;   /* of the stream; NULL: none */
    const struct hpm_account *account;  /* of the file; NULL: not read */
};

/* Something that gives the ranks in ascending order, without gaps.  */
struct hpm_rank_source {
    /* Returns 1, 0 after the last rank, -1 with the error.  */
    int (*next) (struct hpm_rank_source *source, struct hpm_rank_data *data,
                 struct hpm_error *error);
};

void hpm_result_init (struct hpm_result *result);
void hpm_result_release (struct hpm_result *result);

/* Make the aggregates and the numbers of ranks and threads, all empty (those of
 * an earlier try are dropped); regions, events, metrics and hosts are known.
 * With `hosts` those of the hosts, too.  Returns 0, or -1 without memory.  */
int hpm_result_make_aggregates (struct hpm_result *result, int hosts,
                                struct hpm_error *error);

/* Take in the times of a rank that is there, in ns, ...  */
void hpm_result_add_times (struct hpm_result *result, int64_t rank,
                           int64_t wall, int64_t overhead_start,
                           int64_t overhead_stop);
/* ... and for how long counting paused on it, and in how many parts of the run
 * it counted.  */
void hpm_result_add_pauses (struct hpm_result *result, int64_t rank,
                            int64_t paused, int64_t periods);

/* The run's value of a field, or `fallback`.  */
const char *hpm_result_run (const struct hpm_result *result,
                            enum hpm_run_field field, const char *fallback);

/* 1 for a field that is a number, in the file as in JSON.  */
int hpm_result_run_is_number (enum hpm_run_field field);

/* The same as a number, 0 where it is not known.  */
double hpm_result_run_number (const struct hpm_result *result,
                              enum hpm_run_field field);

/* 1 if children of the ranks were counted, too.  */
int hpm_result_follows (const struct hpm_result *result);

/* 1 if what was counted is a job of MPI, and no process by itself.  */
int hpm_result_is_mpi (const struct hpm_result *result);

/* Threads of each rank that left a record; 0 where ranks differ in them.  */
uint64_t hpm_result_threads_each (const struct hpm_result *result);

/* 1 if counting paused for different times on the ranks, whose times are then
 * no parts of the same run: no rank is held against others.  */
int hpm_result_paused_apart (const struct hpm_result *result);

/* 1 if the counts were split into inside and outside MPI: the regions are those
 * of HPM_REGIONS.  */
int hpm_result_is_split (const struct hpm_result *result);

/* 0 for an event that has nothing to count in a part of the run, such as time
 * in MPI outside MPI.  */
int hpm_result_has_event (const struct hpm_result *result, int region,
                          int event);

/* 1 if it is known of any event what noting calls of MPI added to it.  */
int hpm_result_is_added_to (const struct hpm_result *result);

/* 1 if some rank has the metric, or the job as a whole.  */
int hpm_result_has_metric (const struct hpm_result *result, int region,
                           int metric);

/* Quality of metric `at` ([region][metric]): over the ranks, or of its total
 * where no rank has it, because it is made of counts of hosts.  */
uint32_t hpm_metric_quality (const struct hpm_aggregate *aggregate, size_t at);

/* 1 for an event that is counted for a host, by no rank: its counts are in
 * `nodes`.  `at` is a place along [region][event].  */
int hpm_result_is_node (const struct hpm_result *result, size_t at);

/* Find the events that ranks are compared by (`common`), in the table of
 * events; the last of them is for where there is none of the others.  */
void hpm_result_find_common (struct hpm_result *result);

/* Add an event that is not there yet.  Returns 0, or -1 with the error when
 * there are too many.  */
int hpm_result_add_event (struct hpm_result *result,
                          const struct hpm_event_record *event,
                          struct hpm_error *error);

int hpm_result_find_event (const struct hpm_result *result, const char *name);
/* The same of a literal: once for each rank.  */
int hpm_result_find_literal (const struct hpm_result *result, const char *name);

/* A hash of the names of regions, events, metrics and hosts, and of what is
 * said of events, as 16 hex digits into buffer[17]: HDF5 has no checksum over
 * them.  Returns buffer.  */
char *hpm_result_label_hash (const struct hpm_result *result, char *buffer);

/* The reason most ranks give for not counting, over reasons[HPM_REASON_COUNT]
 */
enum hpm_reason hpm_reason_dominant (const uint32_t *reasons);

/* Words of enumerations for files and screens ("main"), "?" if unknown; those
 * of quality and reason are in base/quality.h.  */
const char *hpm_rank_status_word (int status);
const char *hpm_thread_role_word (int role);

#endif /* HPM_AGGREGATE_RESULT_H */
