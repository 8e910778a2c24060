/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variables of the result file that tell what was done over time: a part of
 * HPM_VARIABLES (hpm_schema.h).
 */
#ifndef HPM_SCHEMA_COURSE_H
#define HPM_SCHEMA_COURSE_H

#define HPM_COURSE_VARIABLES(X)                                                \
    X (INTERVAL_BEGIN, "interval_begin", i64, HPM_ALONG1 (TIME),               \
       "nanoseconds since 1970-01-01", none, "beginning of an interval")       \
    X (INTERVAL_ELAPSED, "interval_elapsed", f64, HPM_ALONG1 (TIME), "s",      \
       none, "end of an interval since the beginning of the first")            \
    X (JOB_INTERVAL, "job_interval", count, HPM_ALONG2 (EVENT, TIME), NULL,    \
       none, "counts in intervals, all ranks")                                 \
    X (HOST_INTERVAL, "host_interval", count, HPM_ALONG3 (HOST, EVENT, TIME),  \
       NULL, none, "counts in intervals, by host")                             \
    X (RANK_INTERVAL, "rank_interval", count, HPM_ALONG3 (RANK, EVENT, TIME),  \
       NULL, none, "counts in intervals, by rank")                             \
    X (INTERVAL_COMPUTING, "interval_computing", f64, HPM_ALONG1 (TIME), "s",  \
       none, "time on a processor outside MPI, all threads")                   \
    X (INTERVAL_COMPUTING_LEAST, "interval_computing_least", f64,              \
       HPM_ALONG1 (TIME), "s", none, "the least that it can be, ranks added")  \
    X (INTERVAL_COMPUTING_MOST, "interval_computing_most", f64,                \
       HPM_ALONG1 (TIME), "s", none, "the most that it can be, ranks added")   \
    X (INTERVAL_WAITING, "interval_waiting", f64, HPM_ALONG1 (TIME), "s",      \
       none, "time in MPI, of each rank no more than its threads had")         \
    X (INTERVAL_APART, "interval_apart", f64, HPM_ALONG1 (TIME), "s", none,    \
       "what clocks of ranks say beyond the time of their threads")

#endif /* HPM_SCHEMA_COURSE_H */
