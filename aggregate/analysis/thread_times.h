/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The clocks of a thread.
 */
#ifndef HPM_AGGREGATE_THREAD_TIMES_H
#define HPM_AGGREGATE_THREAD_TIMES_H

#include "aggregate/model/result.h"

/* Seconds of a thread, or of all that share a row together; NAN where unknown.
 * What is inside is in MPI, MPI I/O included; `arrival` is what it is at least
 * where its error is NAN.  */
struct hpm_thread_times {
    double life, mpi;
    double cpu, system, wait;
    double cpu_inside, system_inside, wait_inside, arrival;
    double cpu_error, wait_error, arrival_error;
    double cpu_rough; /* inside, whatever it may err */
    double own;       /* of ours, outside MPI; 0 where unknown */
    double own_wait;  /* for a processor, at most, in `own`: it finds no room
                         in the rest outside MPI; 0 where unknown */
    double preempted; /* times that its processor was taken from it; 0 where
                         unknown */
};

/* An estimate that may err by more than this part of a life divides nothing. */
#define HPM_TIMES_ERROR_MOST 0.05

void hpm_thread_times_find (struct hpm_thread_times *times,
                            const struct hpm_result *result,
                            const struct hpm_rank_data *data, int64_t thread);

/* A count of a thread in a region, NAN if there is none; `event` is a literal,
 * here and below.  */
double hpm_thread_count (const struct hpm_result *result,
                         const struct hpm_rank_data *data, int64_t thread,
                         int region, const char *event);

/* The same in seconds, from ns.  */
double hpm_thread_seconds (const struct hpm_result *result,
                           const struct hpm_rank_data *data, int64_t thread,
                           int region, const char *event);

/* Its processor time, s.  */
double hpm_thread_processor (const struct hpm_result *result,
                             const struct hpm_rank_data *data, int64_t thread,
                             int region);

/* Seconds a thread of the rank spent in MPI, MPI I/O included; NAN where that
 * is unknown.  Thread -1 is none.  */
double hpm_time_in_mpi (const struct hpm_result *result,
                        const struct hpm_rank_data *data, int64_t thread);

/* Its processor time outside MPI, of `useful` seconds there, but for what
 * timing calls took: where it is told from that inside, NAN where not.  */
double hpm_thread_cpu_outside (const struct hpm_thread_times *times,
                               double useful);
/* The same of its waiting for a processor.  */
double hpm_thread_wait_outside (const struct hpm_thread_times *times,
                                double useful);
/* The processor time where it is told, and where not at most.  */
double hpm_thread_cpu_outside_most (const struct hpm_thread_times *times,
                                    double useful);

#endif /* HPM_AGGREGATE_THREAD_TIMES_H */
