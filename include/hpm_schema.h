/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The result file: names of its dimensions, variables and attributes, as
 * documented in hpmmpi-h5(5).  A reader accepts every file of the same major
 * version and ignores what it does not know; a new minor version only adds.
 */
#ifndef HPM_SCHEMA_H
#define HPM_SCHEMA_H

#include <stdint.h>

#define HPM_SCHEMA_MAJOR 2
#define HPM_SCHEMA_MINOR 0
#define HPM_SCHEMA_ATTRIBUTE "hpm_schema_version"
#define HPM_SCHEMA_HASH_ATTRIBUTE "hpm_label_hash"

/* Root attributes from HPM_RUN_FIELDS are called hpm_<name>.  */
#define HPM_SCHEMA_RUN_PREFIX "hpm_"

/* X(identifier, name, meaning of a step along it) */
#define HPM_DIMENSIONS(X)                                                      \
    X (RANK, "rank", "rank in MPI_COMM_WORLD")                                 \
    X (THREAD, "thread", "row of a thread; ranks one after the other")         \
    X (REGION, "region", "part of the program; the first is the whole run")    \
    X (EVENT, "event", "name of an event")                                     \
    X (METRIC, "metric", "name of a derived metric")                           \
    X (HOST, "host", "name of a host")                                         \
    X (STATISTIC, "statistic", "statistic over ranks")                         \
    X (TEXT, "text", "row of text_value, which fields of records refer to")    \
    X (RANK_FIELD, "rank_field", "field of a rank's record")                   \
    X (THREAD_FIELD, "thread_field", "field of a thread's record")             \
    X (FUNCTION, "function", "name of a function of MPI that was called")      \
    X (CALL_FIELD, "call_field", "what is known of calls of a function")       \
    X (MPI_FIELD, "mpi_field", "field of a rank's record of its MPI calls")    \
    X (SIZE_KIND, "size_kind", "what messages belong to")                      \
    X (SIZE_BUCKET, "size_bucket", "smallest size in it; twice that is out")   \
    X (SIZE_FIELD, "size_field", "messages, or bytes in them")                 \
    X (EFFICIENCY, "efficiency", "an efficiency, or a time it is made of")     \
    X (RUN, "run", "name of the file of a run that was joined")                \
    X (NODE, "node", "processor of a host that counted for it")                \
    X (NODE_EVENT, "node_event", "name of an event that is counted for a host")

enum hpm_dimension {
#define HPM_X(identifier, name, meaning) HPM_DIMENSION_##identifier,
    HPM_DIMENSIONS (HPM_X)
#undef HPM_X
        HPM_DIMENSION_COUNT
};

/* What the attributes of a variable, or of labels that are numbers, say; units
 * only where all of it has the same.
 * X(name, units or NULL, long_name)  */
#define HPM_VARIABLES(X)                                                       \
    X ("rank", NULL, "rank in MPI_COMM_WORLD")                                 \
    X ("thread", NULL, "row of a thread")                                      \
    X ("size_bucket", "byte", "smallest size")                                 \
    X ("count", NULL, "counts of threads")                                     \
    X ("count_quality", NULL, "quality of count")                              \
    X ("count_reason", NULL, "why there is no count")                          \
    X ("time_enabled", "ns", "time to be counted")                             \
    X ("time_running", "ns", "time on a counter")                              \
    X ("event_unit", NULL, "unit of the event")                                \
    X ("event_source", NULL, "who counts it")                                  \
    X ("event_description", NULL, "what it counts")                            \
    X ("event_scope", NULL, "what is counted as one")                          \
    X ("event_kind", NULL, "how counts add up")                                \
    X ("metric_title", NULL, "title of the metric")                            \
    X ("metric_unit", NULL, "unit of the metric")                              \
    X ("text_value", NULL, "texts of records")                                 \
    X ("rank_record", NULL, "records of ranks")                                \
    X ("thread_record", NULL, "records of threads")                            \
    X ("rank_metric", NULL, "metrics of ranks")                                \
    X ("job_count", NULL, "counts over ranks")                                 \
    X ("job_metric", NULL, "metrics over ranks")                               \
    X ("host_count", NULL, "counts over the ranks of a host")                  \
    X ("host_metric", NULL, "metrics over the ranks of a host")                \
    X ("job_count_sum_low", NULL, "exact sum, lower 64 bits")                  \
    X ("job_count_sum_high", NULL, "exact sum, upper 64 bits")                 \
    X ("job_count_min", NULL, "exact smallest count")                          \
    X ("job_count_max", NULL, "exact largest count")                           \
    X ("job_count_coverage", "1", "share of the time counted")                 \
    X ("job_count_error", "1", "relative error of the sum")                    \
    X ("job_metric_error", "1", "relative error")                              \
    X ("host_count_coverage", "1", "share of the time counted")                \
    X ("host_count_error", "1", "relative error of the sum")                   \
    X ("host_metric_error", "1", "relative error")                             \
    X ("job_mpi_thread_sum", NULL, "sums over threads of MPI")                 \
    X ("function_kind", NULL, "kind of function")                              \
    X ("function_sent", NULL, "what is known of bytes sent")                   \
    X ("function_received", NULL, "what is known of bytes received")           \
    X ("rank_call", NULL, "calls of ranks")                                    \
    X ("rank_size", NULL, "messages of ranks by size")                         \
    X ("mpi_record", NULL, "records of MPI calls of ranks")                    \
    X ("job_call", NULL, "calls over ranks")                                   \
    X ("job_size", NULL, "messages of all ranks by size")                      \
    X ("job_mpi_record", NULL, "records of MPI calls over ranks")              \
    X ("job_efficiency", NULL, "efficiencies of the job")                      \
    X ("host_efficiency", NULL, "efficiencies of hosts")                       \
    X ("run_start_time", "nanoseconds since 1970-01-01", "start of a run")     \
    X ("run_wall_time", "ns", "wall time of a run")                            \
    X ("run_count", NULL, "what a run counted")                                \
    X ("event_run", NULL, "run that the event is of")                          \
    X ("metric_runs", NULL, "runs of the metric, a bit each")                  \
    X ("node_host", NULL, "place of the host")                                 \
    X ("node_cpu", NULL, "processor, -1 for all")                              \
    X ("node_scale", NULL, "amount of one count")                              \
    X ("node_amount", NULL, "count in the unit of the event")                  \
    X ("node_count", NULL, "counts for a host")                                \
    X ("node_time_enabled", "ns", "time to be counted")                        \
    X ("node_time_running", "ns", "time on a counter")                         \
    X ("node_quality", NULL, "quality of node_count")                          \
    X ("node_reason", NULL, "why there is no count")

/* Places along the dimension `statistic`.
 * X(identifier, name, meaning)  */
#define HPM_STATISTICS(X)                                                      \
    X (TOTAL, "total", "sum over ranks; of a metric, its formula over sums")   \
    X (MEAN, "mean", "over the ranks that have a value")                       \
    X (MIN, "min", "smallest")                                                 \
    X (MAX, "max", "largest")                                                  \
    X (STDDEV, "stddev", "population standard deviation")                      \
    X (MIN_RANK, "min_rank", "lowest rank that has the smallest")              \
    X (MAX_RANK, "max_rank", "lowest rank that has the largest")               \
    X (VALUES, "values", "ranks that have a value")                            \
    X (MISSING, "missing", "ranks that should have one and have none")         \
    X (QUALITY, "quality", "worst quality of the values, enum quality")        \
    X (REASON, "reason", "most frequent reason of the missing, enum reason")   \
    X (REASON_RANKS, "reason_ranks", "ranks that give that reason")

enum hpm_statistic {
#define HPM_X(identifier, name, meaning) HPM_STATISTIC_##identifier,
    HPM_STATISTICS (HPM_X)
#undef HPM_X
        HPM_STATISTIC_COUNT
};

/* Stored where there is no count; also the variable's _FillValue.  */
#define HPM_NO_COUNT INT64_MIN

#endif /* HPM_SCHEMA_H */
