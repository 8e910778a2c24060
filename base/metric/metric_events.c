/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A formula is run with lists of events in place of values.  Operands of a
 * stack machine follow each other, so the events of all values on the stack
 * are one list, of which each value has a part.
 */
#include "base/metric/metric_events.h"

#include <stdlib.h>
#include <string.h>

#include "base/metric/metric_private.h"

/* Events in the making.  */
struct walk {
    const struct hpm_metric_set *set;
    hpm_metric_can_fn *can; /* NULL: take all alternatives */
    void *data;
    struct hpm_piece *names; /* each may be there several times */
    int count, failed;
};

/* A value on the stack: its events are those from `first` on.  */
struct value {
    int first;
    const char *missing; /* NULL: it can be had */
};

static struct value walk_metric (struct walk *walk, int metric);

static void
add_name (struct walk *walk, struct hpm_piece name)
{
    struct hpm_piece *names
        = realloc (walk->names, ((size_t)walk->count + 1) * sizeof *names);

    if (!names) {
        walk->failed = 1;
        return;
    }
    walk->names = names;
    names[walk->count++] = name;
}

static int
can (struct walk *walk, struct hpm_piece name)
{
    char *text = hpm_piece_copy (name);
    int yes = text && walk->can (text, walk->data);

    walk->failed |= !text;
    free (text);
    return yes;
}

/* "A" or "A + B": add its events if all can be counted.  Returns 1 when no
 * other alternative is wanted.  */
static int
take_alternative (struct walk *walk, const char *text)
{
    struct hpm_piece rest = { text, strlen (text) };
    int before = walk->count;

    while (rest.length) {
        struct hpm_piece word = hpm_piece_first_word (rest, &rest);

        if (hpm_piece_is (word, "+"))
            continue;
        if (walk->can && !can (walk, word)) {
            walk->count = before;
            return 0;
        }
        add_name (walk, word);
    }
    return walk->can != NULL;
}

static struct value
walk_alternatives (struct walk *walk, const char *name,
                   char *const *alternatives, int count)
{
    struct value value = { walk->count, NULL };

    for (int i = 0; i < count; i++)
        if (take_alternative (walk, alternatives[i]))
            return value;
    value.missing = name;
    return value;
}

static struct value
walk_name (struct walk *walk, const struct hpm_formula_name *name)
{
    struct hpm_reference reference = hpm_metric_refer (walk->set, name);
    const struct hpm_alias *alias;
    struct value value = { walk->count, NULL };

    switch (reference.kind) {
    case HPM_REFERENCE_ALIAS:
        alias = &walk->set->aliases[reference.index];
        return walk_alternatives (walk, alias->name, alias->alternatives,
                                  alias->count);
    case HPM_REFERENCE_EVENT:
        return walk_alternatives (walk, name->text, &name->text, 1);
    case HPM_REFERENCE_METRIC:
        return walk_metric (walk, reference.index);
    case HPM_REFERENCE_UNKNOWN:
        value.missing = name->text;
        break;
    case HPM_REFERENCE_CONSTANT:
        break;
    }
    return value;
}

/* The side that is used: the other one's events are dropped.  */
static struct value
choose_first (struct walk *walk, struct value a, struct value b)
{
    if (!walk->can)
        return a;
    if (!a.missing) {
        walk->count = b.first;
        return a;
    }
    if (walk->count > b.first) /* else there may be no array yet */
        memmove (walk->names + a.first, walk->names + b.first,
                 (size_t)(walk->count - b.first) * sizeof *walk->names);
    walk->count -= b.first - a.first;
    return (struct value){ a.first, b.missing };
}

static struct value
walk_formula (struct walk *walk, const struct hpm_formula *formula)
{
    struct value stack[HPM_FORMULA_DEPTH];
    int top = -1;

    for (int i = 0; i < formula->step_count; i++) {
        const struct hpm_formula_step *step = &formula->steps[i];

        switch (step->operation) {
        case HPM_FORMULA_NUMBER:
            stack[++top] = (struct value){ walk->count, NULL };
            break;
        case HPM_FORMULA_NAME:
            stack[top + 1] = walk_name (walk, &formula->names[step->name]);
            top++;
            break;
        case HPM_FORMULA_NEGATE:
            break;
        case HPM_FORMULA_FIRST:
            top--;
            stack[top] = choose_first (walk, stack[top], stack[top + 1]);
            break;
        default:
            top--;
            if (!stack[top].missing)
                stack[top].missing = stack[top + 1].missing;
        }
    }
    return stack[0];
}

static struct value
walk_metric (struct walk *walk, int metric)
{
    struct value value = { walk->count, walk->set->metrics[metric].name };

    return walk->set->metrics[metric].formula
               ? walk_formula (walk, walk->set->metrics[metric].formula)
               : value;
}

/* The names of the walk, each once.  */
static int
finish (struct walk *walk, struct hpm_event_list *events)
{
    for (int i = 0; i < walk->count; i++) {
        char *name = hpm_piece_copy (walk->names[i]);

        walk->failed |= !name || hpm_event_list_add (events, name);
        free (name);
    }
    free (walk->names);
    return walk->failed ? -1 : 0;
}

int
hpm_metric_events (const struct hpm_metric_set *set, int metric,
                   hpm_metric_can_fn *can_count, void *data,
                   struct hpm_event_list *events, const char **missing)
{
    struct walk walk = { .set = set, .can = can_count, .data = data };

    *missing = walk_metric (&walk, metric).missing;
    if (*missing)
        walk.count = 0;
    return finish (&walk, events);
}

int
hpm_metric_all_events (const struct hpm_metric_set *set, int metric,
                       struct hpm_event_list *events)
{
    struct walk walk = { .set = set };

    walk_metric (&walk, metric);
    return finish (&walk, events);
}
