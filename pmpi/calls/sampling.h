/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Arithmetic of a sample of calls: which calls are looked at, and what the
 * looks tell of all.  Pure; whoever owns a sample writes it.
 *
 * A call is chosen with a probability that is known, so that one looked at
 * stands for 1 / probability of its kind.  Durations of calls spread over many
 * orders of magnitude, and a long one is spent otherwise than a short one:
 * calls are told apart by classes of duration, and of each class the number and
 * the time are known of all calls, looked at or not.
 */
#ifndef HPM_PMPI_SAMPLING_H
#define HPM_PMPI_SAMPLING_H

#include <stdint.h>

#include "base/arrival.h"

/* What looks may take of the time in a function, beside those at its first
 * calls.
 */
#define HPM_SAMPLE_BUDGET 0.004
#define HPM_SAMPLE_FIRST 8

#define HPM_SAMPLE_CLASSES HPM_ARRIVAL_CLASSES /* hpm_arrival_class */

enum { HPM_SAMPLE_CPU, HPM_SAMPLE_WAIT, HPM_SAMPLE_CLOCKS };

/* What the looks at one clock in calls of one class add up to; time of calls in
 * ticks, of the clock in ns.  `others` are the calls that those looked at stand
 * for, beside themselves.  */
struct hpm_sample_sums {
    int64_t looks;
    double ticks, value;
    double others_ticks, others_value;
    double tick_squares, products, value_squares; /* for the spread */
    double edges; /* what the looks may be off by themselves */
};

struct hpm_sample_class {
    int64_t calls, ticks; /* of all calls; not of class 0 */
    struct hpm_sample_sums sums[HPM_SAMPLE_CLOCKS];
};

/* One function on one thread.  */
struct hpm_call_sample {
    uint64_t sequence; /* odd while it is written */
    int64_t looks;
    double weight; /* calls that the next one looked at stands for, 1 or more */
    struct hpm_sample_class classes[HPM_SAMPLE_CLASSES];
};

/* Whether the next call is looked at, after so many that took so long; 1 or
 * more is always.  */
double hpm_sample_probability (int64_t calls, int64_t ticks, double look_ticks);

/* How many calls to let pass, so that each is chosen with that probability,
 * whatever the others are; *random is the state of a generator, not 0.  */
int64_t hpm_sample_draw (uint64_t *random, double probability);

/* Add a look: a call of so many ticks, in which the clock went on by `value`
 * ns, or by up to `edge` less.  */
void hpm_sample_add (struct hpm_sample_sums *sums, double weight, double ticks,
                     double value, double edge);

/* Add a call that was not looked at, from the clock at its end and at the end
 * of another before: in all that time it went on by `since` ns, and for
 * `between` ns of it the call was not yet under way; in the call it went on by
 * no more than `most`.  Such a call stands for itself alone, by the middle of
 * what it may have been.  Returns that.  */
double hpm_sample_add_late (struct hpm_sample_sums *sums, double ticks,
                            double since, double between, double most);

/* Add the sample of another thread.  */
void hpm_sample_merge (struct hpm_call_sample *into,
                       const struct hpm_call_sample *from);

/* Replace a class, and the number of looks: on the thread whose sample it is,
 * while others may copy it.  */
void hpm_sample_put (struct hpm_call_sample *sample, int class,
                     const struct hpm_sample_class *now, int64_t looks);

/* Copy one that its thread may be writing, but for the weight, which is the
 * thread's own.  Returns 0, or -1 when it was never found at rest.  */
int hpm_sample_copy (struct hpm_call_sample *to,
                     const struct hpm_call_sample *from);

/* What a clock went on by in all calls, ns.  The error covers the truth 19
 * times in 20: `square` is that of the chance of the draw, errors of several
 * estimates add up by their squares, and `edges` as they are.  */
struct hpm_sample_estimate {
    double value, square, edges;
};

/* `calls` and `ticks` are of all calls of the sample; a tick takes so many ns.
 */
struct hpm_sample_estimate
hpm_sample_estimate (const struct hpm_call_sample *sample, int clock,
                     int64_t calls, int64_t ticks, double tick_ns);

#endif /* HPM_PMPI_SAMPLING_H */
