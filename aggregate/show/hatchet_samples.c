/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Samples for Hatchet, over all ranks: whole stacks of functions, or functions
 * in their objects, and lines in these.
 */
#include "config.h"

#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/show/hatchet.h"

/* A node of the tree, behind the one that it is in.  */
struct node {
    const char *label;
    char *own_label;         /* the same, where it is made here; owned */
    int parent;              /* its place, -1: none */
    int64_t samples, inside; /* taken in it alone; in calls of MPI */
    int64_t all, all_inside; /* and in all below it */
};

struct tree {
    struct node *nodes; /* owned, in one piece that does not move */
    int count;
    void *found; /* of tsearch: nodes by where they are */
};

static int
compare (const void *a, const void *b)
{
    const struct node *one = a, *other = b;

    return one->parent != other->parent
               ? (one->parent > other->parent) - (one->parent < other->parent)
               : strcmp (one->label, other->label);
}

static void
keep (void *node)
{
    (void)node;
}

static void
release (struct tree *tree)
{
    tdestroy (tree->found, keep);
    for (int i = 0; i < tree->count; i++)
        free (tree->nodes[i].own_label);
    free (tree->nodes);
}

/* ---- functions and lines ------------------------------------------------ */

/* The place of that node, added if it is new; -1 without memory.  It takes
 * `own_label`, which is the label or NULL.  */
static int
place (struct tree *tree, int parent, const char *label, char *own_label)
{
    struct node *added = &tree->nodes[tree->count];
    struct node **found;

    *added = (struct node){ label, own_label, parent, 0, 0, 0, 0 };
    found = tsearch (added, &tree->found, compare);
    if (found && *found == added)
        return tree->count++;
    free (own_label);
    return found ? (int)(*found - tree->nodes) : -1;
}

/* A line with its file; of an address whose line is not known what there is. */
static int
place_line (struct tree *tree, int parent, const struct hpm_spot *spot)
{
    char *line;

    if (spot->line <= 0)
        return place (tree, parent, spot->place, NULL);
    if (asprintf (&line, "%s:%d", spot->file ? spot->file : "", (int)spot->line)
        < 0)
        return -1;
    return place (tree, parent, line, line);
}

/* Where it is: in its object, and a line in its function.  */
static int
place_spot (struct tree *tree, const struct hpm_spot *spot, int by_line)
{
    int is_in = spot->module && *spot->module;
    int parent = is_in ? place (tree, -1, spot->module, NULL) : -1;

    if (is_in && parent < 0)
        return -1;
    if (!by_line || !spot->routine || !*spot->routine)
        return place (tree, parent, spot->place, NULL);
    parent = place (tree, parent, spot->routine, NULL);
    return parent < 0 ? -1 : place_line (tree, parent, spot);
}

/* Functions that others alone were sampled in, which they called, are none.  */
static int
take_spots (struct tree *tree, const struct hpm_spots *spots, int by_line)
{
    tree->nodes = calloc (3 * (size_t)spots->count + 1, sizeof *tree->nodes);
    for (int i = 0; tree->nodes && i < spots->count; i++) {
        const struct hpm_spot *spot = &spots->list[i];
        int at;

        if (!spot->samples)
            continue;
        at = place_spot (tree, spot, by_line);
        if (at < 0)
            return -1;
        tree->nodes[at].samples += spot->samples;
        tree->nodes[at].inside += spot->inside;
    }
    return tree->nodes ? 0 : -1;
}

/* ---- whole stacks ------------------------------------------------------- */

/* The first has what there was no room for, mostly nothing, and nothing is
 * below it.  */
static int
take_stacks (struct tree *tree, const struct hpm_samples *samples)
{
    const struct hpm_stacks *stacks = &samples->stacks;
    int first = !stacks->list[0].samples;

    tree->nodes = calloc ((size_t)stacks->count + 1, sizeof *tree->nodes);
    for (int i = first; tree->nodes && i < stacks->count; i++) {
        const struct hpm_stack *stack = &stacks->list[i];
        const char *label = stack->routine < 0
                                ? "[others]"
                                : samples->routines.list[stack->routine].place;

        tree->nodes[tree->count++]
            = (struct node){ label,
                             NULL,
                             stack->parent < 0 ? -1 : stack->parent - first,
                             stack->samples,
                             stack->inside,
                             0,
                             0 };
    }
    return tree->nodes ? 0 : -1;
}

/* ---- what is told ------------------------------------------------------- */

static void
add_up (struct tree *tree)
{
    for (int i = tree->count - 1; i >= 0; i--) {
        struct node *node = &tree->nodes[i];

        node->all += node->samples;
        node->all_inside += node->inside;
        if (node->parent >= 0) {
            tree->nodes[node->parent].all += node->all;
            tree->nodes[node->parent].all_inside += node->all_inside;
        }
    }
}

/* What samples stand for; without a name it is not known.  */
struct amount {
    const char *name, *all_name, *unit;
    double of_sample;
};

/* Samples of the clock are time, in s.  */
static struct amount
find_amount (const struct hpm_result *result)
{
    static const struct {
        const char *event;
        struct amount amount;
    } amounts[] = {
#define HPM_X(identifier, name, unit, type, config, meaning)                   \
    { name, { name, name " (inc)", unit, 1 } },
        HPM_SAMPLE_EVENTS (HPM_X)
#undef HPM_X
    };
    const char *event = hpm_result_run (result, HPM_RUN_sampled, "");
    double period = hpm_result_run_number (result, HPM_RUN_sample_period);
    struct amount found = { .of_sample = 0 };

    for (size_t i = 0; i < sizeof amounts / sizeof *amounts; i++)
        if (period > 0 && !strcmp (amounts[i].event, event))
            found = amounts[i].amount;
    found.of_sample *= period;
    if (found.unit && !strcmp (found.unit, "ns"))
        found = (struct amount){ "time", "time (inc)", "s", period / 1e9 };
    return found;
}

static void
put_head (struct hpm_json *json, const struct hpm_hatchet_tree *head,
          const struct amount *amount, int timed)
{
    struct hpm_hatchet_column columns[6] = { { NULL, NULL } };
    int count = 0;

    if (amount->name) {
        columns[count++]
            = (struct hpm_hatchet_column){ amount->name, amount->unit };
        columns[count++]
            = (struct hpm_hatchet_column){ amount->all_name, amount->unit };
    }
    columns[count++].name = "samples";
    columns[count++].name = "samples (inc)";
    if (timed) {
        columns[count++].name = "MPI samples";
        columns[count++].name = "MPI samples (inc)";
    }
    hpm_hatchet_put_head (json, head, columns, count);
}

static void
put_values (struct hpm_json *json, const struct node *node,
            const struct amount *amount, int timed)
{
    if (amount->name) {
        hpm_json_real (json, NULL, amount->of_sample * (double)node->samples);
        hpm_json_real (json, NULL, amount->of_sample * (double)node->all);
    }
    hpm_json_integer (json, NULL, node->samples);
    hpm_json_integer (json, NULL, node->all);
    if (timed) {
        hpm_json_integer (json, NULL, node->inside);
        hpm_json_integer (json, NULL, node->all_inside);
    }
}

static void
put_tree (struct hpm_json *json, const struct tree *tree,
          const struct hpm_hatchet_tree *head, const struct hpm_result *result)
{
    struct amount amount = find_amount (result);
    int timed = hpm_calls_recorded (&result->calls);

    put_head (json, head, &amount, timed);
    hpm_json_open (json, "data", '[');
    for (int i = 0; i < tree->count; i++) {
        hpm_json_open_line (json);
        hpm_json_integer (json, NULL, head->order[i]);
        hpm_json_integer (json, NULL, i);
        put_values (json, &tree->nodes[i], &amount, timed);
        hpm_json_close_line (json);
    }
    hpm_json_close (json, ']');
}

static int
make_head (struct hpm_hatchet_tree *head, const struct tree *tree)
{
    if (hpm_hatchet_tree_init (head, HPM_HATCHET_FUNCTION, tree->count))
        return -1;
    for (int i = 0; i < tree->count; i++) {
        head->labels[i] = tree->nodes[i].label;
        head->parents[i] = tree->nodes[i].parent;
    }
    hpm_hatchet_tree_sort (head);
    return 0;
}

int
hpm_hatchet_put_samples (struct hpm_json *json, const struct hpm_output *output,
                         struct hpm_error *error)
{
    const struct hpm_samples *samples = &output->result->samples;
    enum hpm_per per = output->rows->per;
    struct tree tree = { NULL, 0, NULL };
    struct hpm_hatchet_tree head = { NULL, 0, NULL, NULL, NULL };
    int failed = per == HPM_PER_CALLER
                     ? take_stacks (&tree, samples)
                     : take_spots (&tree, hpm_rows_spots (output->rows),
                                   per == HPM_PER_LINE);

    if (failed || make_head (&head, &tree)) {
        failed = hpm_error_set (error, "out of memory");
    } else {
        add_up (&tree);
        put_tree (json, &tree, &head, output->result);
    }
    hpm_hatchet_tree_release (&head);
    release (&tree);
    return failed;
}
