/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Shared by the files that make up the PAPI backend (hpm_backend.h): what it
 * was asked for, and how it counts that.  Nobody else includes it.
 */
#ifndef HPM_PMPI_PAPI_PRIVATE_H
#define HPM_PMPI_PAPI_PRIVATE_H

#include <pthread.h>
#include <sys/types.h>

#include "hpm_backend.h"
#include "pmpi/perf/perf_cell.h"
#include "pmpi/perf/perf_set.h"
#include "pmpi/perf/slices.h"

/* How one event asked for is counted: natives of the plan, or one of what the
 * program exports.  */
struct hpm_papi_counted {
    int scope; /* -1: not at all */
    struct hpm_perf_event event;
};

/* Of an event that is no native of a thread: made of several, or not of the
 * thread.  */
#define HPM_PAPI_FORMULA (-1)
#define HPM_PAPI_ELSEWHERE (-2)

struct hpm_backend_set {
    struct hpm_perf_set perf;
    int program; /* counts what the program exports, too */
    pthread_mutex_t looking;
    struct hpm_slices *slices; /* of the natives, under the lock; NULL: none of
                                * them was seen to share its counter */
};

struct hpm_papi {
    enum hpm_domain domain;
    enum hpm_reason cpu_obstacle; /* why the core PMU can't count */
    struct hpm_backend_event *events;
    struct hpm_papi_counted *counted; /* parallel to events */
    int *places; /* parallel to events: a native of the plan that is all of the
                  * event, or HPM_PAPI_*; what is read at each mark is small */
    int event_count;
    int program_count;
    struct hpm_perf_plan plan;
    struct hpm_backend_set *_Atomic first_set; /* made by select, started by
                                                * open */
    pid_t _Atomic first; /* the thread that it is for; 0: it has it */
};
extern struct hpm_papi hpm_papi;

/* "No such event" is the machine's fault where it has no counters at all.  */
enum hpm_reason hpm_papi_explained (enum hpm_reason reason);

/* A set without counters; NULL without memory.  Close and free it; NULL is
 * fine.  */
struct hpm_backend_set *hpm_papi_set_create (pid_t tid);
void hpm_papi_set_destroy (struct hpm_backend_set *set);

/* Look at the natives of a set that share counters (papi_look.c).  Returns 1 if
 * any does.  */
int hpm_papi_look (struct hpm_backend_set *set);

/* What the looks tell of the errors of a reading.  */
void hpm_papi_fill_errors (struct hpm_backend_set *set,
                           struct hpm_perf_reading *reading);

/* What struct hpm_backend says of them.  */
void hpm_papi_select (struct hpm_backend_event *events, int n);
void hpm_papi_verify_zeros (const int *indices, int count, int *moved);

#endif /* HPM_PMPI_PAPI_PRIVATE_H */
