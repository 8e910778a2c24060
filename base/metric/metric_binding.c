/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looking up the names of a set in a table of events.
 */
#include "base/metric/metric_binding.h"

#include <stdlib.h>
#include <string.h>

/* Append a copy of an entry of `size` bytes.  Returns 0, or -1 without memory.
 */
static int
append (struct hpm_binding_list *list, const void *entry, size_t size)
{
    char *entries = realloc (list->entries, ((size_t)list->count + 1) * size);

    if (!entries)
        return -1;
    memcpy (entries + (size_t)list->count * size, entry, size);
    list->entries = entries;
    list->count++;
    return 0;
}

/* Add a part, and the indices of the events that match; there may be none.  */
static int
bind_part (struct hpm_metric_binding *binding, const char *pattern)
{
    struct hpm_binding_part part = { binding->indices.count, 0 };

    for (int i = 0; i < binding->event_count; i++) {
        if (!hpm_text_match (pattern, binding->events[i].name))
            continue;
        if (append (&binding->indices, &i, sizeof (i)) != 0)
            return -1;
        part.count++;
    }
    return append (&binding->parts, &part, sizeof (part));
}

static const struct hpm_binding_part *
last_part (const struct hpm_metric_binding *binding)
{
    const struct hpm_binding_part *parts = binding->parts.entries;

    return &parts[binding->parts.count - 1];
}

/* "A" or "A + B"; one of which a part matches nothing is left out.  */
static int
bind_alternative (struct hpm_metric_binding *binding, const char *text)
{
    int first_index = binding->indices.count, empty = 0;
    struct hpm_binding_alternative alternative = { binding->parts.count, 0 };
    struct hpm_piece rest = { text, strlen (text) };

    while (rest.length) {
        struct hpm_piece word = hpm_piece_first_word (rest, &rest);
        char *pattern;
        int result;

        if (hpm_piece_is (word, "+"))
            continue;
        pattern = hpm_piece_copy (word);
        if (!pattern)
            return -1;
        result = bind_part (binding, pattern);
        free (pattern);
        if (result != 0)
            return -1;
        empty |= !last_part (binding)->count;
        alternative.count++;
    }
    if (empty) {
        binding->indices.count = first_index;
        binding->parts.count = alternative.first;
        return 0;
    }
    return append (&binding->alternatives, &alternative, sizeof (alternative));
}

static int
bind_source (struct hpm_metric_binding *binding, const char *name,
             char *const *alternatives, int count)
{
    struct hpm_binding_source source = { name, binding->alternatives.count, 0 };

    for (int i = 0; i < count; i++)
        if (bind_alternative (binding, alternatives[i]) != 0)
            return -1;
    source.count = binding->alternatives.count - source.first;
    return append (&binding->sources, &source, sizeof (source));
}

static int
bind_aliases (struct hpm_metric_binding *binding)
{
    const struct hpm_metric_set *set = binding->set;

    for (int i = 0; i < set->alias_count; i++)
        if (bind_source (binding, set->aliases[i].name,
                         set->aliases[i].alternatives, set->aliases[i].count)
            != 0)
            return -1;
    return 0;
}

/* A quoted event gets a source of its own each time it stands in a formula. */
static int
bind_quoted (struct hpm_metric_binding *binding,
             const struct hpm_formula *formula)
{
    for (int i = 0; i < formula->name_count; i++) {
        const struct hpm_formula_name *name = &formula->names[i];

        if (name->quoted
            && bind_source (binding, name->text, &name->text, 1) != 0)
            return -1;
    }
    return 0;
}

static int
bind_sources (struct hpm_metric_binding *binding)
{
    if (bind_aliases (binding) != 0)
        return -1;
    for (int i = 0; i < binding->set->count; i++) {
        const struct hpm_formula *formula = binding->set->metrics[i].formula;

        if (formula && bind_quoted (binding, formula) != 0)
            return -1;
    }
    return 0;
}

/* The slot of each name of a formula; *quoted counts the quoted ones so far, in
 * the order of bind_sources.  */
static int *
slots_of_formula (const struct hpm_metric_binding *binding,
                  const struct hpm_formula *formula, int *quoted)
{
    size_t room = ((size_t)formula->name_count + 1) * sizeof (int);
    int *slots = malloc (room);

    for (int i = 0; slots && i < formula->name_count; i++) {
        struct hpm_reference reference
            = hpm_metric_refer (binding->set, &formula->names[i]);

        switch (reference.kind) {
        case HPM_REFERENCE_CONSTANT:
            slots[i] = reference.index;
            break;
        case HPM_REFERENCE_ALIAS:
            slots[i] = HPM_CONSTANT_COUNT + reference.index;
            break;
        case HPM_REFERENCE_EVENT:
            slots[i]
                = HPM_CONSTANT_COUNT + binding->set->alias_count + (*quoted)++;
            break;
        case HPM_REFERENCE_METRIC:
            slots[i] = binding->first_metric + reference.index;
            break;
        case HPM_REFERENCE_UNKNOWN:
            slots[i] = binding->slot_count - 1;
        }
    }
    return slots;
}

static int
bind_formulas (struct hpm_metric_binding *binding)
{
    const struct hpm_metric_set *set = binding->set;
    int quoted = 0;

    binding->slots_of = calloc ((size_t)set->count + 1, sizeof (int *));
    if (!binding->slots_of)
        return -1;
    for (int i = 0; i < set->count; i++) {
        if (!set->metrics[i].formula)
            continue;
        binding->slots_of[i]
            = slots_of_formula (binding, set->metrics[i].formula, &quoted);
        if (!binding->slots_of[i])
            return -1;
    }
    return 0;
}

static int
order_metrics (struct hpm_metric_binding *binding)
{
    size_t count = (size_t)binding->set->count;
    char *state = malloc (count + 1);
    int circular;

    binding->order = malloc ((count + 1) * sizeof (int));
    if (state && binding->order)
        binding->order_count = hpm_metric_set_order (
            binding->set, binding->order, state, &circular);
    free (state);
    return state && binding->order ? 0 : -1;
}

static int
bind (struct hpm_metric_binding *binding)
{
    if (bind_sources (binding) != 0)
        return -1;
    binding->first_metric = HPM_CONSTANT_COUNT + binding->sources.count;
    binding->slot_count = binding->first_metric + binding->set->count + 1;
    binding->slots
        = calloc ((size_t)binding->slot_count, sizeof (*binding->slots));
    if (!binding->slots || bind_formulas (binding) != 0)
        return -1;
    hpm_metric_binding_clear (binding);
    return order_metrics (binding);
}

struct hpm_metric_binding *
hpm_metric_binding_create (const struct hpm_metric_set *set,
                           const struct hpm_event_record *events, int count)
{
    struct hpm_metric_binding *binding = calloc (1, sizeof (*binding));

    if (!binding)
        return NULL;
    binding->set = set;
    binding->events = events;
    binding->event_count = count;
    if (bind (binding) != 0) {
        hpm_metric_binding_destroy (binding);
        return NULL;
    }
    binding->events = NULL;
    return binding;
}

void
hpm_metric_binding_destroy (struct hpm_metric_binding *binding)
{
    if (!binding)
        return;
    for (int i = 0; binding->slots_of && i < binding->set->count; i++)
        free (binding->slots_of[i]);
    free (binding->slots_of);
    free (binding->indices.entries);
    free (binding->parts.entries);
    free (binding->alternatives.entries);
    free (binding->sources.entries);
    free (binding->order);
    free (binding->slots);
    free (binding);
}
