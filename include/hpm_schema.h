/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The result file: names of its dimensions, variables and attributes, as
 * documented in hpmmpi-h5(5).  A reader accepts every file of the same major
 * version and ignores what it does not know; a new minor version only adds.
 */
#ifndef HPM_SCHEMA_H
#define HPM_SCHEMA_H

#include <stdint.h>

#define HPM_SCHEMA_MAJOR 1
#define HPM_SCHEMA_MINOR 2
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
    X (CHARACTER, "character", "byte of a text, which NULs pad")               \
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
    X (REASON, "reason", "most frequent reason of the missing, enum reason")  \
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
