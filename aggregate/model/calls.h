/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The MPI calls of a run: by function, and messages by size.
 */
#ifndef HPM_AGGREGATE_CALLS_H
#define HPM_AGGREGATE_CALLS_H

#include <stdint.h>

#include "base/metric/statistics.h"
#include "hpm_mpi_record.h"

/* What is known of a rank's calls of one function, all threads; the dimension
 * call_field.  X(identifier, name, unit, meaning)  */
#define HPM_CALL_SUMS(X)                                                       \
    X (CALLS, "calls", "1", "calls")                                           \
    X (TIME, "time", "ns", "time in them")                                     \
    X (MIN_TIME, "min_time", "ns", "shortest call")                            \
    X (MAX_TIME, "max_time", "ns", "longest call")                             \
    X (SENT, "sent", "byte", "bytes sent, put or written")                     \
    X (RECEIVED, "received", "byte", "bytes received, got or read")

enum hpm_call_sum {
#define HPM_X(identifier, name, unit, meaning) HPM_SUM_##identifier,
    HPM_CALL_SUMS (HPM_X)
#undef HPM_X
        HPM_CALL_SUM_COUNT
};

/* Fields of struct hpm_mpi_record, by number.  */
enum hpm_mpi_field {
#define HPM_X(type, field, unit, description) HPM_MPI_FIELD_##field,
    HPM_MPI_FIELDS (HPM_X)
#undef HPM_X
        HPM_MPI_FIELD_COUNT
};

/* Messages and bytes; the dimension size_field.  */
enum { HPM_SIZE_MESSAGES, HPM_SIZE_BYTES, HPM_SIZE_FIELD_COUNT };

struct hpm_calls {
    struct hpm_function_record *functions; /* those called; owned */
    int count;
    struct hpm_statistics *sums; /* [function][hpm_call_sum] over ranks;
                                    owned */
    struct hpm_statistics fields[HPM_MPI_FIELD_COUNT];
    int buckets; /* sizes that occur: [0, buckets) */
    int64_t sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS][HPM_SIZE_FIELD_COUNT];
};

struct hpm_rank_data;

/* Room for the statistics of `count` functions, and empty ones in it.  Those of
 * an earlier try are dropped.  Returns 0, or -1 without memory.  */
int hpm_calls_start (struct hpm_calls *calls);
void hpm_calls_release (struct hpm_calls *calls);

/* Sums of a rank's calls over its threads, sums[function][hpm_call_sum]; a
 * function it did not call has zeros.  */
void hpm_calls_of_rank (const struct hpm_calls *calls,
                        const struct hpm_rank_data *data, int64_t *sums);

/* Messages of a rank by size.  */
void hpm_sizes_of_rank (
    const struct hpm_rank_data *data,
    int64_t sizes[HPM_SIZE_KIND_COUNT][HPM_SIZE_BUCKETS][HPM_SIZE_FIELD_COUNT]);

/* The fields of a rank's record as numbers.  */
void hpm_mpi_record_numbers (const struct hpm_mpi_record *record,
                             int64_t numbers[HPM_MPI_FIELD_COUNT]);

/* Add a rank whose calls were recorded.  */
void hpm_calls_add_rank (struct hpm_calls *calls,
                         const struct hpm_rank_data *data, const int64_t *sums);

/* 1 if the calls of some rank were recorded.  */
int hpm_calls_recorded (const struct hpm_calls *calls);

const struct hpm_statistics *hpm_calls_sum (const struct hpm_calls *calls,
                                            int function,
                                            enum hpm_call_sum sum);
/* Over all ranks.  */
double hpm_calls_total (const struct hpm_calls *calls, int function,
                        enum hpm_call_sum sum);

/* Bytes of messages the function carried: what it sent, or else what it
 * received.  NAN where it carries none.  */
double hpm_calls_bytes (const struct hpm_calls *calls, int function);

/* Bytes of one call in the mean: those it sent, or else received.  Of a
 * broadcast the root alone sends and the others receive, each the same; of
 * MPI_Startall, of one message that it sends.  NAN where it carries none, or
 * was not called.  */
double hpm_calls_mean_size (const struct hpm_calls *calls, int function);

/* Functions by their time, most first; malloc'ed, NULL without memory.  */
int *hpm_calls_order (const struct hpm_calls *calls);

/* Smallest size of a bucket in bytes.  */
int64_t hpm_bucket_floor (int bucket);

/* Words of enumerations, "?" if unknown.  */
const char *hpm_call_kind_word (int kind);
const char *hpm_call_group_word (int kind);
const char *hpm_size_kind_word (int kind);
const char *hpm_mpi_mode_word (int mode);

#endif /* HPM_AGGREGATE_CALLS_H */
