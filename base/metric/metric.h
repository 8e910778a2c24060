/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Derived metrics: their definition files and their evaluation.  A file is read
 * once and then evaluated for every rank; a loaded set is read-only and may be
 * shared by threads.
 *
 *     # a comment
 *     event flops = PAPI_FP_OPS | PAPI_DP_OPS | sde:::*::FLOP
 *     metric mflops
 *       title    FP rate
 *       unit     MFLOPS
 *       formula  1e-6 * flops / wall
 *       sense    higher            (higher | lower | none)
 *       total    yes               (no: the job's total says nothing, show the
 * mean) good     above 1000        (with sense higher; below with sense lower)
 *       poor     below 10
 *       range    0 1e-6 * peak_flops * hosts
 *       about    One line of what it tells.
 *       caution  One line of when it misleads.
 *     group flops
 *       title    Floating point
 *       about    One line of the question it answers.
 *       metrics  mflops, flop_per_cycle
 *       events   PAPI_TOT_CYC       (beside those the metrics need)
 *
 * `event NAME = A | B` names the first of the alternatives that was counted:
 * its quality is neither unavailable nor absent.  An alternative with "*"
 * matches by pattern and adds up all that match; where some of them were not
 * counted, the sum is partial.  An alternative `A + B` is the sum of both, or
 * nothing when one is missing.  A "#" starts a comment only where a line
 * starts; "total" is yes where it is not given.  A formula has + - * / ( )
 * numbers, min(a,b), max(a,b), first(a,b) (which is b where something a needs
 * was not counted), names of `event` lines, event names or patterns in double
 * quotes, other metrics, and the constants wall     seconds the rank (job: the
 * longest rank) was counted threads  threads that entered the sums ranks ranks
 * that entered the sums (1 for a rank) line     bytes of a cache line, 64
 * unless the file says otherwise clock    nominal clock in Hz (missing where
 * unknown) hosts    hosts that entered the sums (1 for a rank) width
 * instructions a core can complete in a cycle (missing where unknown) and those
 * of HPM_COST_CONSTANTS (base/cost/cost.h), missing where the table of costs
 * does not tell.
 * Times in events are in ns.
 *
 * `range MIN MAX` is what the machine can do: a value beyond it is suspect. MIN
 * is one word, MAX the rest of the line; "-" is no limit.  Both are formulas of
 * numbers and of the constants that say nothing of the run: line, clock, hosts,
 * width and those of the table of costs.  A limit that is not known is none.
 */
#ifndef HPM_BASE_METRIC_H
#define HPM_BASE_METRIC_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "hpm_record.h"

enum hpm_sense { HPM_SENSE_NONE, HPM_SENSE_HIGHER, HPM_SENSE_LOWER };

struct hpm_formula; /* parsed, owned by its metric */

/* Where a definition stands.  */
struct hpm_origin {
    char *file; /* NULL if it was made */
    int line;
    char *replaced; /* file of the one it took the place of, or NULL */
};

struct hpm_threshold {
    int given;
    int above; /* values above it, not below */
    double value;
};

struct hpm_metric {
    char *name, *title, *unit, *formula_text, *about, *caution;
    enum hpm_sense sense;
    int total; /* 1: the formula over the job's sums is shown */
    struct hpm_threshold good, poor;
    struct hpm_formula *formula;
    char *range_text;             /* NULL without a range */
    struct hpm_formula *range[2]; /* NULL: no limit on this side */
    struct hpm_origin origin;
};

struct hpm_alias { /* an `event` line */
    char *name;
    char **alternatives;
    int count;
    struct hpm_origin origin;
};

struct hpm_group {
    char *name, *title, *about;
    char **metrics; /* names */
    int metric_count;
    char **events;
    int event_count;
    struct hpm_origin origin;
};

struct hpm_metric_set {
    struct hpm_metric *metrics;
    int count;
    struct hpm_alias *aliases;
    int alias_count;
    struct hpm_group *groups;
    int group_count;
};

void hpm_metric_set_init (struct hpm_metric_set *set);
void hpm_metric_set_release (struct hpm_metric_set *set);

/* Read definitions into the set; a metric, event line or group of the same name
 * replaces the earlier one in place.  Returns 0, or -1 with "FILE:LINE: ..."
 * and the set as it was before this file.  */
int hpm_metric_set_read_text (struct hpm_metric_set *set, const char *name,
                              const char *text, struct hpm_error *error);
int hpm_metric_set_read_file (struct hpm_metric_set *set, const char *path,
                              struct hpm_error *error);
/* The same for definitions that another version may have written: lines that
 * start with an unknown word are skipped.  */
int hpm_metric_set_read_stored (struct hpm_metric_set *set, const char *name,
                                const char *text, struct hpm_error *error);
/* Every *.metric of a folder, in the order of their names.  */
int hpm_metric_set_read_directory (struct hpm_metric_set *set, const char *path,
                                   struct hpm_error *error);

/* Check the whole: every name in a formula is known, no metric depends on
 * itself, every metric has title, unit and formula, thresholds go with the
 * sense, groups name metrics that exist.  Returns 0, or -1 with "FILE:LINE:
 * ...".  */
int hpm_metric_set_check (const struct hpm_metric_set *set,
                          struct hpm_error *error);

/* Check the units of the metrics that stand in this file: that formula and
 * range have the unit which the metric says.  What can't be known fits.  The
 * set must have been checked.  Returns 0, or -1 with "FILE:LINE: ...".  */
int hpm_metric_set_check_units (const struct hpm_metric_set *set,
                                const char *file, struct hpm_error *error);

/* Index of a metric, group or event line by name, -1 if there is none.  */
int hpm_metric_set_find (const struct hpm_metric_set *set, const char *name);
int hpm_metric_set_find_group (const struct hpm_metric_set *set,
                               const char *name);
/* The same, for a name that somebody gave: -1 with an error that tells the
 * names there are.  */
int hpm_metric_set_choose_group (const struct hpm_metric_set *set,
                                 const char *name, struct hpm_error *error);
int hpm_metric_set_find_alias (const struct hpm_metric_set *set,
                               const char *name);

/* Drop the metrics for which keep[i] is 0, unless one that stays is made of
 * them; then groups without metrics, and event lines that no metric uses.
 * Returns 0, or -1 without memory and nothing dropped.  */
int hpm_metric_set_keep (struct hpm_metric_set *set, const char *keep);

/* Drop all groups.  */
void hpm_metric_set_drop_groups (struct hpm_metric_set *set);

/* Take the metrics out of all groups, which stay.  */
void hpm_metric_set_empty_groups (struct hpm_metric_set *set);

/* Add a metric to a group, which is made if there is none.  Returns 0, or -1
 * without memory.  */
int hpm_metric_set_add_to_group (struct hpm_metric_set *set, const char *group,
                                 const char *metric);

/* Definitions as text that hpm_metric_set_read_text reads back: what a result
 * file keeps.  malloc'ed, the caller's.  */
char *hpm_metric_set_text (const struct hpm_metric_set *set);

/* For how long what makes up a count was on the counters, and the absolute
 * error that scaling it up may have.  All 0 where no counter was shared.  */
struct hpm_sampling {
    double enabled, running; /* ns */
    double error;
};

#define HPM_ORIGIN_NODE                                                        \
    (UINT64_C (1) << 63) /* counted for a host, by no rank */

/* A count of a thread, a rank or several, in the event's unit, and what it is
 * worth; value and quality as in a cell.  */
struct hpm_value {
    int64_t count; /* exact, of a thread or a rank; 0 of several */
    double number; /* what formulas take */
    struct hpm_sampling sampling;
    uint64_t origins; /* a bit for each run that it comes from, or
                         HPM_ORIGIN_NODE */
    uint32_t quality, reason;
};

/* What a formula is evaluated over.  */
struct hpm_metric_input {
    const struct hpm_event_record *events;
    const struct hpm_value *values; /* [count], of the events */
    int count;
    double wall_s;
    double threads;
    double ranks;
    double clock_hz;     /* 0 if unknown */
    double line_bytes;   /* 0: the default */
    const double *costs; /* [HPM_COST_CONSTANT_COUNT], NAN: unknown;
                            NULL: all are */
    double hosts;        /* 0: 1 */
    double width;        /* of a core; 0 if unknown */
};

enum hpm_metric_status {
    HPM_METRIC_OK,
    HPM_METRIC_MISSING, /* an event it needs was not counted */
    HPM_METRIC_DIVISION /* a division by zero, or no finite result */
};

struct hpm_metric_value {
    double value; /* NAN unless status is OK */
    enum hpm_metric_status status;
    uint32_t quality;    /* worst of the operands; unavailable where
                            one is missing */
    const char *missing; /* name of the first one missing, as it stands in
                            the formula, or NULL; the set's */
    double error;        /* absolute, that the errors of the operands may
                            make at most, to first order; 0 unless OK */
    uint64_t origins;    /* of all operands together */
};

/* A set whose names are looked up once in a table of events, to be evaluated
 * for many ranks.  It refers to the set, which must stay as it is and outlive
 * it, and to nothing of `events`.  Used by one thread at a time.  Returns NULL
 * when out of memory.  */
struct hpm_metric_binding;
struct hpm_metric_binding *
hpm_metric_binding_create (const struct hpm_metric_set *set,
                           const struct hpm_event_record *events, int count);
void hpm_metric_binding_destroy (struct hpm_metric_binding *binding);

/* Evaluate every metric of the set over one rank's (or host's, or the job's)
 * sums.  in->values belong to the events the binding was
 * created for; in->events is not looked at.  results[i] is that of
 * set->metrics[i].  A metric that depends on itself, or on a name that the set
 * does not know, is missing.  */
void hpm_metric_binding_evaluate (struct hpm_metric_binding *binding,
                                  const struct hpm_metric_input *in,
                                  struct hpm_metric_value *results);

/* Evaluate one metric of the set: a binding for one use.  Never fails (out of
 * memory it is missing); thread-safe on a const set.  */
struct hpm_metric_value hpm_metric_evaluate (const struct hpm_metric_set *set,
                                             const struct hpm_metric *metric,
                                             const struct hpm_metric_input *in);

/* The range of a metric on the machine of `in`, of which only the constants are
 * looked at: NAN where there is no limit or it is not known.  */
void hpm_metric_limits (const struct hpm_metric *metric,
                        const struct hpm_metric_input *in, double limits[2]);
/* The name of what a limit needs and nobody knows, NULL if there is none.  */
const char *hpm_metric_limit_lacks (const struct hpm_metric *metric,
                                    const struct hpm_metric_input *in);

/* What a value looks like, by its limits first, then by the thresholds.  A
 * value that rounding or reading clocks one after the other puts beyond a limit
 * (1 % of the distance of the limits, or of the one limit) is not suspect.  */
enum hpm_rating {
    HPM_RATING_NONE,
    HPM_RATING_GOOD,
    HPM_RATING_POOR,
    HPM_RATING_BELOW, /* suspect: below the range */
    HPM_RATING_ABOVE  /* suspect: above it */
};
enum hpm_rating hpm_metric_rate (const struct hpm_metric *metric,
                                 const double limits[2], double value);
/* "good", "poor", "suspect" or "".  */
const char *hpm_rating_word (enum hpm_rating rating);

#endif /* HPM_BASE_METRIC_H */
