/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The result file: its dimensions, variables and texts, as documented in
 * hpmmpi-h5(5).  The one list of each: writing, reading, attributes and the
 * table in the manual page come from it.  A reader accepts every file of the
 * same major version and ignores what it does not know; a new minor version
 * only adds: variables, attributes, codes, and words at the end of a
 * dimension's.
 */
#ifndef HPM_SCHEMA_H
#define HPM_SCHEMA_H

#include <stdint.h>

#include "hpm_schema_course.h"
#include "hpm_schema_memory.h"
#include "hpm_schema_region.h"

#define HPM_SCHEMA_MAJOR 3
#define HPM_SCHEMA_MINOR 10
#define HPM_SCHEMA_ATTRIBUTE "hpm_schema_version"
#define HPM_SCHEMA_HASH_ATTRIBUTE "hpm_label_hash"

/* Root attributes from HPM_RUN_FIELDS are called hpm_<name>.  */
#define HPM_SCHEMA_RUN_PREFIX "hpm_"

/* Labels of the steps along a dimension:
 *     index    their numbers, from 0 on
 *     number   64-bit integers
 *     text     texts of the run
 *     words    the same in every file: a list in the sources
 *     none
 * A file with more steps than `most` is damaged.
 * X(identifier, name, labels, most, units of numbers, meaning of a step)  */
#define HPM_DIMENSIONS(X)                                                      \
    X (RANK, "rank", index, INT32_MAX, NULL, "rank in MPI_COMM_WORLD")         \
    X (THREAD, "thread", index, INT32_MAX, NULL,                               \
       "row of a thread; ranks one after the other")                           \
    X (REGION, "region", text, 1 << 20, NULL,                                  \
       "part of the program; the first is the whole run")                      \
    X (EVENT, "event", text, 4096, NULL, "name of an event")                   \
    X (METRIC, "metric", text, 1 << 20, NULL, "name of a derived metric")      \
    X (HOST, "host", text, 1 << 28, NULL, "name of a host")                    \
    X (STATISTIC, "statistic", words, 4096, NULL, "statistic over ranks")      \
    X (TEXT, "text", text, 1 << 28, NULL,                                      \
       "text that fields of records refer to")                                 \
    X (RANK_FIELD, "rank_field", words, 4096, NULL,                            \
       "field of a rank's record")                                             \
    X (THREAD_FIELD, "thread_field", words, 4096, NULL,                        \
       "field of a thread's record")                                           \
    X (FUNCTION, "function", text, 4096, NULL,                                 \
       "name of a function of MPI that was called")                            \
    X (CALL_FIELD, "call_field", words, 4096, NULL,                            \
       "what is known of calls of a function")                                 \
    X (MPI_FIELD, "mpi_field", words, 4096, NULL,                              \
       "field of a rank's record of its MPI calls")                            \
    X (SIZE_KIND, "size_kind", words, 4096, NULL, "what messages belong to")   \
    X (SIZE_BUCKET, "size_bucket", number, 64, "byte",                         \
       "smallest size in it; twice that is out")                               \
    X (SIZE_FIELD, "size_field", words, 4096, NULL,                            \
       "messages, or bytes in them")                                           \
    X (EFFICIENCY, "efficiency", words, 4096, NULL,                            \
       "an efficiency, or a time it is made of")                               \
    X (RUN, "run", text, 63, NULL,                                             \
       "name of the file of a run that was joined")                            \
    X (NODE, "node", none, 1 << 24, NULL,                                      \
       "count of an event for a host, on one processor")                       \
    X (PART, "part", words, 4096, NULL, "part of the account of time")         \
    X (PATH, "path", text, 1 << 20, NULL,                                      \
       "region that the program marked, by the labels of those around it")     \
    X (REGION_FIELD, "region_field", words, 4096, NULL,                        \
       "what is known of a region that was marked")                            \
    X (TIME, "time", number, 1 << 14, "nanoseconds since 1970-01-01",          \
       "end of an interval of the run")                                        \
    X (SITE, "site", none, 1 << 20, NULL,                                      \
       "function of MPI and a place that it was called from")                  \
    X (ROUTINE, "routine", none, 1 << 20, NULL,                                \
       "function of the program that samples were taken in")                   \
    X (LINE, "line", none, 1 << 20, NULL,                                      \
       "line, or address, that samples were taken at")                         \
    X (STACK, "stack", none, 1 << 20, NULL,                                    \
       "function by how it was called; its caller comes before it")            \
    X (LOOK, "look", none, INT32_MAX, NULL, "rank whose memory was looked at") \
    X (MAPPING, "mapping", none, INT32_MAX, NULL,                              \
       "mapping of a rank; ranks one after the other")                         \
    X (PLACEMENT, "placement", none, INT32_MAX, NULL,                          \
       "what of a mapping is on a node")

enum hpm_dimension {
#define HPM_X(identifier, name, labels, most, units, meaning)                  \
    HPM_DIMENSION_##identifier,
    HPM_DIMENSIONS (HPM_X)
#undef HPM_X
        HPM_DIMENSION_COUNT
};

/* Every file has the dimensions before it.  */
#define HPM_DIMENSION_OPTIONAL HPM_DIMENSION_FUNCTION

/* How many dimensions a variable has, and which, slowest first.  */
#define HPM_ALONG1(a)                                                          \
    1, { HPM_DIMENSION_##a }
#define HPM_ALONG2(a, b)                                                       \
    2, { HPM_DIMENSION_##a, HPM_DIMENSION_##b }
#define HPM_ALONG3(a, b, c)                                                    \
    3, { HPM_DIMENSION_##a, HPM_DIMENSION_##b, HPM_DIMENSION_##c }
#define HPM_ALONG4(a, b, c, d)                                                 \
    4,                                                                         \
    {                                                                          \
        HPM_DIMENSION_##a, HPM_DIMENSION_##b, HPM_DIMENSION_##c,               \
            HPM_DIMENSION_##d                                                  \
    }

/* Types: u8, i32, i64, u64, f32, f64; text; count is an i64 that is
 * HPM_NO_COUNT where there is none, which is its _FillValue, too.  Units only
 * where all of it has the same. X(identifier, name, type, along, units,
 * enumeration, long_name)  */
#define HPM_VARIABLES(X)                                                       \
    X (COUNT, "count", count, HPM_ALONG3 (REGION, EVENT, THREAD), NULL, none,  \
       "counts of threads")                                                    \
    X (COUNT_QUALITY, "count_quality", u8, HPM_ALONG3 (REGION, EVENT, THREAD), \
       NULL, qualities, "quality of count")                                    \
    X (COUNT_REASON, "count_reason", u8, HPM_ALONG3 (REGION, EVENT, THREAD),   \
       NULL, reasons, "why there is no count")                                 \
    X (TIME_ENABLED, "time_enabled", i64, HPM_ALONG3 (REGION, EVENT, THREAD),  \
       "ns", none, "time to be counted")                                       \
    X (TIME_RUNNING, "time_running", i64, HPM_ALONG3 (REGION, EVENT, THREAD),  \
       "ns", none, "time on a counter")                                        \
    X (COUNT_ERROR, "count_error", i64, HPM_ALONG3 (REGION, EVENT, THREAD),    \
       NULL, none, "absolute error of count")                                  \
    X (RANK_RECORD, "rank_record", i64, HPM_ALONG2 (RANK_FIELD, RANK), NULL,   \
       none, "records of ranks")                                               \
    X (THREAD_RECORD, "thread_record", i64, HPM_ALONG2 (THREAD_FIELD, THREAD), \
       NULL, none, "records of threads")                                       \
    X (EVENT_UNIT, "event_unit", text, HPM_ALONG1 (EVENT), NULL, none,         \
       "unit of the event")                                                    \
    X (EVENT_SOURCE, "event_source", text, HPM_ALONG1 (EVENT), NULL, none,     \
       "who counts it")                                                        \
    X (EVENT_DESCRIPTION, "event_description", text, HPM_ALONG1 (EVENT), NULL, \
       none, "what it counts")                                                 \
    X (EVENT_SCOPE, "event_scope", u8, HPM_ALONG1 (EVENT), NULL, event_scopes, \
       "what is counted as one")                                               \
    X (EVENT_KIND, "event_kind", u8, HPM_ALONG1 (EVENT), NULL, event_kinds,    \
       "how counts add up")                                                    \
    X (METRIC_TITLE, "metric_title", text, HPM_ALONG1 (METRIC), NULL, none,    \
       "title of the metric")                                                  \
    X (METRIC_UNIT, "metric_unit", text, HPM_ALONG1 (METRIC), NULL, none,      \
       "unit of the metric")                                                   \
    X (RANK_METRIC, "rank_metric", f32, HPM_ALONG3 (REGION, METRIC, RANK),     \
       NULL, none, "metrics of ranks")                                         \
    X (JOB_COUNT, "job_count", f64, HPM_ALONG3 (REGION, EVENT, STATISTIC),     \
       NULL, none, "counts over ranks")                                        \
    X (JOB_METRIC, "job_metric", f64, HPM_ALONG3 (REGION, METRIC, STATISTIC),  \
       NULL, none, "metrics over ranks")                                       \
    X (HOST_COUNT, "host_count", f64,                                          \
       HPM_ALONG4 (HOST, REGION, EVENT, STATISTIC), NULL, none,                \
       "counts over the ranks of a host")                                      \
    X (HOST_METRIC, "host_metric", f64,                                        \
       HPM_ALONG4 (HOST, REGION, METRIC, STATISTIC), NULL, none,               \
       "metrics over the ranks of a host")                                     \
    X (JOB_COUNT_SUM_LOW, "job_count_sum_low", u64,                            \
       HPM_ALONG2 (REGION, EVENT), NULL, none, "exact sum, lower 64 bits")     \
    X (JOB_COUNT_SUM_HIGH, "job_count_sum_high", i64,                          \
       HPM_ALONG2 (REGION, EVENT), NULL, none, "exact sum, upper 64 bits")     \
    X (JOB_COUNT_MIN, "job_count_min", count, HPM_ALONG2 (REGION, EVENT),      \
       NULL, none, "exact smallest count")                                     \
    X (JOB_COUNT_MAX, "job_count_max", count, HPM_ALONG2 (REGION, EVENT),      \
       NULL, none, "exact largest count")                                      \
    X (JOB_MPI_THREAD_SUM, "job_mpi_thread_sum", i64,                          \
       HPM_ALONG2 (REGION, EVENT), NULL, none, "sums over threads of MPI")     \
    X (JOB_ADDED, "job_added", i64, HPM_ALONG1 (EVENT), NULL, none,            \
       "what noting calls of MPI added to the sums")                           \
    X (FUNCTION_KIND, "function_kind", u8, HPM_ALONG1 (FUNCTION), NULL,        \
       call_kinds, "kind of function")                                         \
    X (FUNCTION_SENT, "function_sent", u8, HPM_ALONG1 (FUNCTION), NULL,        \
       bytes_kinds, "what is known of bytes sent")                             \
    X (FUNCTION_RECEIVED, "function_received", u8, HPM_ALONG1 (FUNCTION),      \
       NULL, bytes_kinds, "what is known of bytes received")                   \
    X (RANK_CALL, "rank_call", count, HPM_ALONG3 (FUNCTION, CALL_FIELD, RANK), \
       NULL, none, "calls of ranks")                                           \
    X (RANK_SIZE, "rank_size", count,                                          \
       HPM_ALONG4 (SIZE_KIND, SIZE_BUCKET, SIZE_FIELD, RANK), NULL, none,      \
       "messages of ranks by size")                                            \
    X (MPI_RECORD, "mpi_record", count, HPM_ALONG2 (MPI_FIELD, RANK), NULL,    \
       none, "records of MPI calls of ranks")                                  \
    X (JOB_CALL, "job_call", f64,                                              \
       HPM_ALONG3 (FUNCTION, CALL_FIELD, STATISTIC), NULL, none,               \
       "calls over ranks")                                                     \
    X (JOB_SIZE, "job_size", i64,                                              \
       HPM_ALONG3 (SIZE_KIND, SIZE_BUCKET, SIZE_FIELD), NULL, none,            \
       "messages of all ranks by size")                                        \
    X (JOB_MPI_RECORD, "job_mpi_record", f64,                                  \
       HPM_ALONG2 (MPI_FIELD, STATISTIC), NULL, none,                          \
       "records of MPI calls over ranks")                                      \
    X (JOB_EFFICIENCY, "job_efficiency", f64, HPM_ALONG1 (EFFICIENCY), NULL,   \
       none, "efficiencies of the job")                                        \
    X (HOST_EFFICIENCY, "host_efficiency", f64, HPM_ALONG2 (HOST, EFFICIENCY), \
       NULL, none, "efficiencies of hosts")                                    \
    X (RUN_START_TIME, "run_start_time", i64, HPM_ALONG1 (RUN),                \
       "nanoseconds since 1970-01-01", none, "start of a run")                 \
    X (RUN_WALL_TIME, "run_wall_time", f64, HPM_ALONG1 (RUN), "s", none,       \
       "wall time of a run")                                                   \
    X (RUN_COUNT, "run_count", f64, HPM_ALONG2 (RUN, EVENT), NULL, none,       \
       "what a run counted")                                                   \
    X (EVENT_RUN, "event_run", u8, HPM_ALONG1 (EVENT), NULL, none,             \
       "run that the event is of")                                             \
    X (METRIC_RUNS, "metric_runs", u64, HPM_ALONG1 (METRIC), NULL, none,       \
       "runs of the metric, a bit each")                                       \
    X (NODE_EVENT, "node_event", i32, HPM_ALONG1 (NODE), NULL, none,           \
       "place of the event")                                                   \
    X (NODE_HOST, "node_host", i32, HPM_ALONG1 (NODE), NULL, none,             \
       "place of the host")                                                    \
    X (NODE_CPU, "node_cpu", i32, HPM_ALONG1 (NODE), NULL, none,               \
       "processor, -1 for all")                                                \
    X (NODE_COUNT, "node_count", count, HPM_ALONG1 (NODE), "by event", none,   \
       "counts for a host")                                                    \
    X (NODE_SCALE, "node_scale", f64, HPM_ALONG1 (NODE), NULL, none,           \
       "amount of one count")                                                  \
    X (NODE_QUALITY, "node_quality", u8, HPM_ALONG1 (NODE), NULL, qualities,   \
       "quality of node_count")                                                \
    X (NODE_REASON, "node_reason", u8, HPM_ALONG1 (NODE), NULL, reasons,       \
       "why there is no count")                                                \
    X (NODE_TIME_ENABLED, "node_time_enabled", i64, HPM_ALONG1 (NODE), "ns",   \
       none, "time to be counted")                                             \
    X (NODE_TIME_RUNNING, "node_time_running", i64, HPM_ALONG1 (NODE), "ns",   \
       none, "time on a counter")                                              \
    X (JOB_ACCOUNT, "job_account", f64, HPM_ALONG1 (PART), "s", none,          \
       "where the time of threads went")                                       \
    X (JOB_ACCOUNT_ERROR, "job_account_error", f64, HPM_ALONG1 (PART), "s",    \
       none, "absolute error of job_account")                                  \
    X (HOST_ACCOUNT, "host_account", f64, HPM_ALONG2 (HOST, PART), "s", none,  \
       "where the time of threads went, by host")                              \
    X (RANK_ACCOUNT, "rank_account", f64, HPM_ALONG2 (PART, RANK), "s", none,  \
       "where the time of threads went, by rank")                              \
    HPM_REGION_VARIABLES (X)                                                   \
    HPM_COURSE_VARIABLES (X)                                                   \
    X (SITE_FUNCTION, "site_function", i32, HPM_ALONG1 (SITE), NULL, none,     \
       "place of the function that was called")                                \
    X (SITE_PLACE, "site_place", text, HPM_ALONG1 (SITE), NULL, none,          \
       "where the call is, for people")                                        \
    X (SITE_FILE, "site_file", text, HPM_ALONG1 (SITE), NULL, none,            \
       "source file of the call, empty if unknown")                            \
    X (SITE_LINE, "site_line", i32, HPM_ALONG1 (SITE), NULL, none,             \
       "line of the call, 0 if unknown")                                       \
    X (SITE_ROUTINE, "site_routine", text, HPM_ALONG1 (SITE), NULL, none,      \
       "function that the call stands in, empty if unknown")                   \
    X (SITE_MODULE, "site_module", text, HPM_ALONG1 (SITE), NULL, none,        \
       "path of the program or library, empty if unknown")                     \
    X (SITE_BUILD_ID, "site_build_id", text, HPM_ALONG1 (SITE), NULL, none,    \
       "build id of that, empty if unknown")                                   \
    X (SITE_ADDRESS, "site_address", i64, HPM_ALONG1 (SITE), NULL, none,       \
       "address behind the call in that, 0 if unknown")                        \
    X (SITE_CALLS, "site_calls", i64, HPM_ALONG1 (SITE), NULL, none,           \
       "calls of all ranks")                                                   \
    X (SITE_TIME, "site_time", i64, HPM_ALONG1 (SITE), "ns", none,             \
       "time in them")                                                         \
    X (SITE_SENT, "site_sent", i64, HPM_ALONG1 (SITE), "byte", none,           \
       "bytes sent, put or written")                                           \
    X (SITE_RECEIVED, "site_received", i64, HPM_ALONG1 (SITE), "byte", none,   \
       "bytes received, got or read")                                          \
    X (SITE_RANKS, "site_ranks", i64, HPM_ALONG1 (SITE), NULL, none,           \
       "ranks that called from there")                                         \
    X (SITE_MIN_TIME, "site_min_time", i64, HPM_ALONG1 (SITE), "ns", none,     \
       "least time of one of these ranks")                                     \
    X (SITE_MAX_TIME, "site_max_time", i64, HPM_ALONG1 (SITE), "ns", none,     \
       "most time of one of these ranks")                                      \
    X (SITE_MAX_RANK, "site_max_rank", i64, HPM_ALONG1 (SITE), NULL, none,     \
       "lowest rank with the most time")                                       \
    X (ROUTINE_PLACE, "routine_place", text, HPM_ALONG1 (ROUTINE), NULL, none, \
       "where it is, for people")                                              \
    X (ROUTINE_NAME, "routine_name", text, HPM_ALONG1 (ROUTINE), NULL, none,   \
       "name of the function, empty if unknown")                               \
    X (ROUTINE_FILE, "routine_file", text, HPM_ALONG1 (ROUTINE), NULL, none,   \
       "source file, empty if unknown")                                        \
    X (ROUTINE_MODULE, "routine_module", text, HPM_ALONG1 (ROUTINE), NULL,     \
       none, "path of the program or library, empty if unknown")               \
    X (ROUTINE_BUILD_ID, "routine_build_id", text, HPM_ALONG1 (ROUTINE), NULL, \
       none, "build id of that, empty if unknown")                             \
    X (ROUTINE_SAMPLES, "routine_samples", i64, HPM_ALONG1 (ROUTINE), NULL,    \
       none, "samples of all ranks")                                           \
    X (ROUTINE_INSIDE, "routine_inside_mpi", i64, HPM_ALONG1 (ROUTINE), NULL,  \
       none, "of these, in calls of MPI")                                      \
    X (ROUTINE_RANKS, "routine_ranks", i64, HPM_ALONG1 (ROUTINE), NULL, none,  \
       "ranks with any")                                                       \
    X (ROUTINE_MIN, "routine_min", i64, HPM_ALONG1 (ROUTINE), NULL, none,      \
       "least samples of a rank that was sampled")                             \
    X (ROUTINE_MAX, "routine_max", i64, HPM_ALONG1 (ROUTINE), NULL, none,      \
       "most samples of a rank")                                               \
    X (ROUTINE_MAX_RANK, "routine_max_rank", i64, HPM_ALONG1 (ROUTINE), NULL,  \
       none, "lowest rank with the most samples")                              \
    X (LINE_PLACE, "line_place", text, HPM_ALONG1 (LINE), NULL, none,          \
       "where it is, for people")                                              \
    X (LINE_NAME, "line_name", text, HPM_ALONG1 (LINE), NULL, none,            \
       "name of the function, empty if unknown")                               \
    X (LINE_FILE, "line_file", text, HPM_ALONG1 (LINE), NULL, none,            \
       "source file, empty if unknown")                                        \
    X (LINE_MODULE, "line_module", text, HPM_ALONG1 (LINE), NULL, none,        \
       "path of the program or library, empty if unknown")                     \
    X (LINE_BUILD_ID, "line_build_id", text, HPM_ALONG1 (LINE), NULL, none,    \
       "build id of that, empty if unknown")                                   \
    X (LINE_NUMBER, "line_number", i32, HPM_ALONG1 (LINE), NULL, none,         \
       "line of the file, 0 if unknown")                                       \
    X (LINE_SAMPLES, "line_samples", i64, HPM_ALONG1 (LINE), NULL, none,       \
       "samples of all ranks")                                                 \
    X (LINE_INSIDE, "line_inside_mpi", i64, HPM_ALONG1 (LINE), NULL, none,     \
       "of these, in calls of MPI")                                            \
    X (LINE_RANKS, "line_ranks", i64, HPM_ALONG1 (LINE), NULL, none,           \
       "ranks with any")                                                       \
    X (LINE_MIN, "line_min", i64, HPM_ALONG1 (LINE), NULL, none,               \
       "least samples of a rank that was sampled")                             \
    X (LINE_MAX, "line_max", i64, HPM_ALONG1 (LINE), NULL, none,               \
       "most samples of a rank")                                               \
    X (LINE_MAX_RANK, "line_max_rank", i64, HPM_ALONG1 (LINE), NULL, none,     \
       "lowest rank with the most samples")                                    \
    X (ROUTINE_TOTAL, "routine_total", i64, HPM_ALONG1 (ROUTINE), NULL, none,  \
       "samples in it and in what it calls")                                   \
    X (LINE_TOTAL, "line_total", i64, HPM_ALONG1 (LINE), NULL, none,           \
       "samples in it and in what it calls")                                   \
    X (STACK_PARENT, "stack_parent", i32, HPM_ALONG1 (STACK), NULL, none,      \
       "place of its caller, -1: none")                                        \
    X (STACK_ROUTINE, "stack_routine", i32, HPM_ALONG1 (STACK), NULL, none,    \
       "place among the functions, -1: of all that there was no room for")     \
    X (STACK_SAMPLES, "stack_samples", i64, HPM_ALONG1 (STACK), NULL, none,    \
       "samples in it, without what it calls")                                 \
    X (STACK_INSIDE, "stack_inside_mpi", i64, HPM_ALONG1 (STACK), NULL, none,  \
       "of these, in calls of MPI")                                            \
    HPM_MEMORY_VARIABLES (X)

enum hpm_variable {
#define HPM_X(identifier, name, type, along, units, enumeration, long_name)    \
    HPM_VARIABLE_##identifier,
    HPM_VARIABLES (HPM_X)
#undef HPM_X
        HPM_VARIABLE_END
};

/* Texts of their own, in the group `hpm`.
 * X(identifier, name, meaning)  */
#define HPM_SCHEMA_GROUP "hpm"
#define HPM_TEXTS(X)                                                           \
    X (METRIC_DEFINITIONS, "metric_definitions", "hpm-metric(5) has it")       \
    X (COSTS, "costs", "hpm-costs(5) has it")                                  \
    X (FINDINGS, "findings",                                                   \
       "comma-separated values, a line for each finding")                      \
    X (TOPOLOGY, "topology",                                                   \
       "cores, sockets and NUMA nodes, a line for each kind of host")

enum hpm_text {
#define HPM_X(identifier, name, meaning) HPM_TEXT_##identifier,
    HPM_TEXTS (HPM_X)
#undef HPM_X
        HPM_TEXT_COUNT
};

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
    X (REASON_RANKS, "reason_ranks", "ranks that give that reason")            \
    X (PROJECTED, "projected",                                                 \
       "1: total speaks of ranks that did not count; -1: refused")             \
    X (TIME_ENABLED, "time_enabled", "ns to be counted, all threads")          \
    X (TIME_RUNNING, "time_running", "ns on a counter, all threads")           \
    X (ERROR, "error", "absolute error of total")                              \
    X (RANK_ERRORS, "rank_errors",                                             \
       "of a metric: sum of the ranks' absolute errors")

enum hpm_statistic {
#define HPM_X(identifier, name, meaning) HPM_STATISTIC_##identifier,
    HPM_STATISTICS (HPM_X)
#undef HPM_X
        HPM_STATISTIC_COUNT
};

/* Stored where there is no count; also the variable's _FillValue.  */
#define HPM_NO_COUNT INT64_MIN

#endif /* HPM_SCHEMA_H */
