/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the files metric*.c share.
 */
#ifndef HPM_CORE_METRIC_PRIVATE_H
#define HPM_CORE_METRIC_PRIVATE_H

#include "core/cost.h"
#include "core/formula.h"
#include "core/metric.h"
#include "core/text.h"

#define HPM_METRIC_DEFINITIONS_MOST 4096   /* of each kind: bounds recursion */
#define HPM_METRIC_LINE_BYTES 64.0

/* The names of constants; the order is that of the slots of a binding, where
 * those of HPM_COST_CONSTANTS follow.  */
#define HPM_METRIC_CONSTANTS(X)                                                 \
    X (HPM_CONSTANT_WALL, "wall")                                               \
    X (HPM_CONSTANT_THREADS, "threads")                                         \
    X (HPM_CONSTANT_RANKS, "ranks")                                             \
    X (HPM_CONSTANT_LINE, "line")                                               \
    X (HPM_CONSTANT_CLOCK, "clock")

enum hpm_metric_constant {
#define HPM_X(identifier, name) identifier,
    HPM_METRIC_CONSTANTS (HPM_X)
#undef HPM_X
    HPM_CONSTANT_COSTS,
    HPM_CONSTANT_COUNT = HPM_CONSTANT_COSTS + HPM_COST_CONSTANT_COUNT
};

/* The constant of that name, -1 if there is none.  */
int hpm_metric_constant_find (const char *name);

/* What a name in a formula stands for.  */
enum hpm_reference_kind {
    HPM_REFERENCE_CONSTANT,
    HPM_REFERENCE_ALIAS,
    HPM_REFERENCE_EVENT,       /* an event or pattern in quotes */
    HPM_REFERENCE_METRIC,
    HPM_REFERENCE_UNKNOWN
};

struct hpm_reference {
    enum hpm_reference_kind kind;
    int index;                 /* of the constant, alias or metric */
};

struct hpm_reference
hpm_metric_refer (const struct hpm_metric_set *set,
                  const struct hpm_formula_name *name);

/* An order of evaluation: order[0..n-1] gets the metrics such that each comes
 * behind those it is made of; metrics that depend on themselves, or on one that
 * does, are left out, and *circular is the first of them found, or -1.  `state`
 * is room for set->count bytes.  Returns n.  */
int hpm_metric_set_order (const struct hpm_metric_set *set, int *order,
                          char *state, int *circular);

/* Move all definitions of `from` into the set, replacing those of the same name
 * in place.  `from` is empty afterwards.  On failure (-1, no memory or too many)
 * both are as before.  */
int hpm_metric_set_merge (struct hpm_metric_set *set,
                          struct hpm_metric_set *from,
                          struct hpm_error *error);

/* Append an empty definition with that name (copied); NULL without memory. */
struct hpm_metric *hpm_metric_set_append (struct hpm_metric_set *set,
                                          struct hpm_piece name);
struct hpm_alias *hpm_metric_set_append_alias (struct hpm_metric_set *set,
                                               struct hpm_piece name);

#endif /* HPM_CORE_METRIC_PRIVATE_H */
