/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Several runs of a program on different numbers of ranks, compared as the POP
 * project does: global efficiency = parallel efficiency x computation scaling.
 * hpm-verdict(7) has the definitions.
 */
#ifndef HPM_AGGREGATE_SCALING_H
#define HPM_AGGREGATE_SCALING_H

#include <stddef.h>

#include "aggregate/model/result.h"

/* What is known of a run; NAN where unknown.  X(identifier, name, title,
 * format, 1 where it is told with "~" if counts are not exact); those from
 * SPEEDUP on to CLOCK_SCALING have no unit and are compared with the reference.
 */
#define HPM_SCALING_FIELDS(X)                                                  \
    X (RANKS, "ranks", "ranks", "%.0f", 0)                                     \
    X (THREADS, "threads", "threads of a rank", "%.0f", 0)                     \
    X (HOSTS, "hosts", "hosts", "%.0f", 0)                                     \
    X (RUNTIME, "runtime", "run time [s]", "%.4g", 0)                          \
    X (SPEEDUP, "speedup", "speedup", "%.2f", 0)                               \
    X (GLOBAL, "global_efficiency", "global efficiency", "%.2f", 0)            \
    X (PARALLEL, "parallel_efficiency", "  parallel efficiency", "%.2f", 0)    \
    X (BALANCE, "load_balance", "    load balance", "%.2f", 0)                 \
    X (COMMUNICATION, "communication_efficiency",                              \
       "    communication efficiency", "%.2f", 0)                              \
    X (COMPUTATION, "computation_scaling", "  computation scaling", "%.2f", 0) \
    X (WORK_SCALING, "instruction_scaling", "    instruction scaling", "%.2f", \
       1)                                                                      \
    X (IPC_SCALING, "ipc_scaling", "    IPC scaling", "%.2f", 1)               \
    X (CLOCK_SCALING, "frequency_scaling", "    frequency scaling", "%.2f", 1) \
    X (USEFUL, "useful_time", "useful time of a rank [s]", "%.4g", 0)          \
    X (INSTRUCTIONS, "instructions", "instructions of a rank", "%.4g", 1)      \
    X (IPC, "ipc", "instructions per cycle", "%.3g", 1)                        \
    X (CLOCK, "frequency", "frequency [GHz]", "%.3g", 1)                       \
    X (WAITING, "waiting", "without a processor, at least", "%.2f", 0)

enum hpm_scaling_field {
#define HPM_X(identifier, name, title, format, counted)                        \
    HPM_SCALING_##identifier,
    HPM_SCALING_FIELDS (HPM_X)
#undef HPM_X
        HPM_SCALING_FIELD_COUNT
};

struct hpm_scaling_run {
    const char *path;                    /* the caller's */
    char *command, *program, *processor; /* "" if unknown; owned */
    double field[HPM_SCALING_FIELD_COUNT];
    double judged;   /* ranks the efficiencies are made of */
    int uncertain;   /* its counts were scaled up or are partial */
    int takes_turns; /* one rank works at a time */
};

struct hpm_scaling {
    int weak;                     /* the problem grows with the ranks */
    struct hpm_scaling_run *runs; /* [count], owned */
    int count;
    int reference; /* place of the run the others are compared to */
};

struct hpm_scaling_quantity {
    const char *name, *title, *format;
    int is_counted;
};

extern const struct hpm_scaling_quantity
    hpm_scaling_quantities[HPM_SCALING_FIELD_COUNT];

/* Room for `count` runs.  Returns 0, or -1 without memory.  */
int hpm_scaling_init (struct hpm_scaling *scaling, int count, int weak);
void hpm_scaling_release (struct hpm_scaling *scaling);

/* Take what is needed of a run.  Returns 0, or -1 without memory.  */
int hpm_scaling_take (struct hpm_scaling_run *run, const char *path,
                      const struct hpm_result *result);

/* When all are taken: sort by ranks, and compare with the run whose path is
 * `reference`, or with the smallest (NULL).  Returns 0, or -1 with the error.
 */
int hpm_scaling_compare (struct hpm_scaling *scaling, const char *reference,
                         struct hpm_error *error);

/* What a reader must know before he believes it, as lines; malloc'ed, NULL
 * without memory.  */
char *hpm_scaling_notes (const struct hpm_scaling *scaling);

/* One sentence: what is lost from the reference to the run that lies farthest
 * from it in ranks, and to what.  malloc'ed, "" if unknown, NULL without
 * memory.  */
char *hpm_scaling_verdict (const struct hpm_scaling *scaling);

#endif /* HPM_AGGREGATE_SCALING_H */
