/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Units of events and metrics, and whether a formula gives the unit it says.
 * Pure; private to the metrics.
 */
#ifndef HPM_BASE_METRIC_UNIT_H
#define HPM_BASE_METRIC_UNIT_H

#include "base/metric/metric_private.h"

/* A number in a unit, times `factor`, is the quantity in seconds, bytes and
 * joules to these powers.  */
struct hpm_dimension {
    double factor;
    int second, byte, joule;
};

/* What is known of a unit: X(name, factor, s, B, J).  Bytes are to base 2, all
 * others to base 10.  */
#define HPM_UNITS(X)                                                           \
    X ("1", 1, 0, 0, 0)                                                        \
    X ("%", 1e-2, 0, 0, 0)                                                     \
    X ("s", 1, 1, 0, 0)                                                        \
    X ("ms", 1e-3, 1, 0, 0)                                                    \
    X ("us", 1e-6, 1, 0, 0)                                                    \
    X ("ns", 1e-9, 1, 0, 0)                                                    \
    X ("1/s", 1, -1, 0, 0)                                                     \
    X ("Hz", 1, -1, 0, 0)                                                      \
    X ("MHz", 1e6, -1, 0, 0)                                                   \
    X ("GHz", 1e9, -1, 0, 0)                                                   \
    X ("MIPS", 1e6, -1, 0, 0)                                                  \
    X ("MFLOPS", 1e6, -1, 0, 0)                                                \
    X ("GFLOPS", 1e9, -1, 0, 0)                                                \
    X ("B", 1, 0, 1, 0)                                                        \
    X ("byte", 1, 0, 1, 0)                                                     \
    X ("KiB", 1024, 0, 1, 0)                                                   \
    X ("MiB", 1048576, 0, 1, 0)                                                \
    X ("GiB", 1073741824, 0, 1, 0)                                             \
    X ("B/s", 1, -1, 1, 0)                                                     \
    X ("KiB/s", 1024, -1, 1, 0)                                                \
    X ("MiB/s", 1048576, -1, 1, 0)                                             \
    X ("GiB/s", 1073741824, -1, 1, 0)                                          \
    X ("1/B", 1, 0, -1, 0)                                                     \
    X ("flop/B", 1, 0, -1, 0)                                                  \
    X ("J", 1, 0, 0, 1)                                                        \
    X ("W", 1, -1, 0, 1)                                                       \
    X ("nJ", 1e-9, 0, 0, 1)

/* The dimension of a unit; 0, or -1 if it is not known.  */
int hpm_unit_find (struct hpm_dimension *dimension, const char *unit);

/* The unit of an event by its name; "1" for what is just counted, NULL if it
 * can't be known.  */
const char *hpm_unit_of_event (const char *name);

/* Whether a formula gives this unit: 1, or 0 with what it gives instead in
 * `why`. 1 where it can't be known.
 *
 * Numbers that are a power of 10 or of 1024, or 100 times one, change the scale
 * of what they are multiplied with; other numbers do not.  */
int hpm_unit_fits (const struct hpm_metric_set *set,
                   const struct hpm_formula *formula, const char *unit,
                   struct hpm_error *why);

#endif /* HPM_BASE_METRIC_UNIT_H */
