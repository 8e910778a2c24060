/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Parts of the run that differ over time: its start-up, the steady part and its
 * end, where there is a steady one, or else parts between which it changed.
 */
#ifndef HPM_AGGREGATE_PHASES_H
#define HPM_AGGREGATE_PHASES_H

#include "aggregate/model/result.h"

enum hpm_phase_kind {
    HPM_PHASE_RUN, /* all of it: no parts are known */
    HPM_PHASE_START,
    HPM_PHASE_STEADY,
    HPM_PHASE_END,
    HPM_PHASE_PART
};

/* A run that changes more often has no phases.  */
#define HPM_PHASES_MAX 8

/* With fewer intervals there is no course that could change, and where counting
 * paused, its pauses would be what changes.  */
#define HPM_PHASES_INTERVALS 10

/* The steady part lasts at least that share of the run, and what is before and
 * behind it at most this one; else it is not called start-up or end.  */
#define HPM_PHASE_STEADY_SHARE 0.5
#define HPM_PHASE_EDGE_SHARE 0.25

struct hpm_phases {
    int count; /* >= 1 once they were found; they follow each other */
    struct hpm_phase {
        enum hpm_phase_kind kind;
        int first, last; /* intervals, both in it */
    } phases[HPM_PHASES_MAX];
};

/* Returns 0, or -1 without memory.  */
int hpm_phases_find (struct hpm_phases *phases,
                     const struct hpm_result *result);

/* The place of the steady one, or -1.  */
int hpm_phases_steady (const struct hpm_phases *phases);

const char *hpm_phase_word (enum hpm_phase_kind kind);

/* Events that a course is shown of: those of a source of counters come before
 * the system's, of which there are none.  Fills chosen[most]; returns how many.
 */
int hpm_phases_events (const struct hpm_result *result, int *chosen, int most);

#endif /* HPM_AGGREGATE_PHASES_H */
