/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The inside of a binding: built by metric_binding.c, run by metric_evaluate.c.
 *
 * Every name of the set has a slot, a cell for its value: first the constants,
 * then one for each event line, then one for each quoted event of a formula,
 * then one for each metric, and a last one for what nobody knows.
 */
#ifndef HPM_BASE_METRIC_BINDING_H
#define HPM_BASE_METRIC_BINDING_H

#include "base/metric/metric_private.h"

/* One name or pattern of an alternative: indices[first..first+count-1] are the
 * events it matches, perhaps none.  */
struct hpm_binding_part {
    int first, count;
};

/* Parts to add up; all must be there.  */
struct hpm_binding_alternative {
    int first, count; /* of the parts */
};

/* The value of an event line or of a quoted event.  */
struct hpm_binding_source {
    const char *name; /* the set's */
    int first, count; /* of the alternatives */
};

/* A list of one kind of the above that grows; see append () in
 * metric_binding.c.  */
struct hpm_binding_list {
    void *entries;
    int count;
};

struct hpm_metric_binding {
    const struct hpm_metric_set *set;
    const struct hpm_event_record *events; /* while binding */
    int event_count;
    struct hpm_binding_list indices; /* int */
    struct hpm_binding_list parts;
    struct hpm_binding_list alternatives;
    struct hpm_binding_list sources;
    int **slots_of; /* [metric][name of its formula] */
    int *order;     /* metrics, operands first */
    int order_count;
    int first_metric; /* its slot */
    int slot_count;
    struct hpm_metric_value *slots;
    int has_costs; /* the slots of costs are of these */
    double costs[HPM_COST_CONSTANT_COUNT];
};

/* Fill the slots that no evaluation changes.  */
void hpm_metric_binding_clear (struct hpm_metric_binding *binding);

#endif /* HPM_BASE_METRIC_BINDING_H */
