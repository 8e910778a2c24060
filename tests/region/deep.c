/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions that are nested deeper than there are regions: their ends.
 */
#include "config.h"

#include "tests/region/paths_by_hand.h"

/* A thread is in as many regions as can be nested.  */
static void
descend (const char *name)
{
    start (name);
    for (int i = 0; i < HPM_PATHS_DEPTH; i++)
        begin ("f"), now += 1;
}

static void
check_depth (void)
{
    const struct hpm_path *deepest;
    const int more = 50;

    start ("depth");
    for (int i = 0; i < HPM_PATHS_DEPTH + more; i++)
        begin ("f"), now += 1;
    deepest = paths->current;
    tap_ok (deepest->depth == HPM_PATHS_DEPTH
                && paths->count == HPM_PATHS_DEPTH,
            "no region is deeper than %d", HPM_PATHS_DEPTH);
    for (int i = 0; i < HPM_PATHS_DEPTH + more; i++)
        end ("f");
    tap_ok (paths->current == paths->root, "as many ends close all");
    tap_ok (deepest->entries == 1 && deepest->folded == more
                && deepest->time == more + 1,
            "the deepest has the time of those that it took in");
    tap_ok (end ("f") == -1 && at ("f")->stray == 1,
            "one end more has no beginning");
}

/* Functions that call each other: what is too deep has another label than what
 * it is part of.  */
static void
check_chain (void)
{
    const struct hpm_path *deepest;
    const int pairs = HPM_PATHS_DEPTH / 2 + 10;
    int strays = 0;

    start ("a chain of two labels");
    for (int i = 0; i < pairs; i++) {
        begin ("a"), now += 1;
        begin ("b"), now += 1;
    }
    deepest = paths->current;
    for (int i = 0; i < pairs; i++) {
        strays += end ("b") < 0;
        strays += end ("a") < 0;
    }
    tap_text (deepest->label->text, "b", "the deepest has its label");
    tap_ok (deepest->entries == 1 && deepest->folded == 20
                && deepest->time == 21,
            "entries of both labels are folded into the deepest");
    tap_ok (!strays && paths->current == paths->root,
            "ends of both labels close them");
}

static void
check_labels (void)
{
    const struct hpm_path *deepest;

    descend ("ends by label");
    deepest = paths->current;
    begin ("a");
    begin ("b");
    begin ("c");
    tap_ok (end ("x") == -1 && paths->current == deepest
                && deepest->stray + deepest->parent->stray == 1,
            "an end of a label that is not open ends nothing, and is noted");
    tap_ok (end ("b") == 0 && end ("c") == -1,
            "an end of an outer one ends those inside it");
    tap_ok (end ("a") == 0 && paths->current == deepest && end ("a") == -1,
            "then each has ended once");
    tap_ok (end ("f") == 0 && paths->current == deepest->parent
                && deepest->unended == 0,
            "the deepest region ends by its own end");

    descend ("an outer region ends");
    deepest = paths->current;
    begin ("a");
    begin ("b");
    tap_ok (end ("f") == 0 && paths->current == deepest->parent
                && deepest->entries == 1 && deepest->unended == 0,
            "entries that are part of it end with it");
    tap_ok (end ("b") == -1 && end ("a") == -1, "their own ends come too late");

    descend ("ends that name no label");
    deepest = paths->current;
    begin ("a");
    tap_ok (end (NULL) == 0 && paths->current == deepest,
            "end what is innermost");
    tap_ok (end (NULL) == 0 && paths->current == deepest->parent,
            "which then is the region");
}

static void
check_many (void)
{
    const struct hpm_path *deepest;
    const int more = HPM_FOLDED_MAX + 30;
    int strays = 0;

    descend ("more than there are labels kept of");
    deepest = paths->current;
    for (int i = 0; i < more; i++)
        begin ("g");
    for (int i = 0; i < more; i++)
        strays += end ("g") != 0;
    tap_ok (!strays && paths->current == deepest && deepest->folded == more,
            "as many ends close them");
    tap_ok (end ("g") == -1, "one end more has no beginning");
}

static void
check_cut_deep (void)
{
    struct hpm_path_moment last;

    descend ("never left");
    begin ("a");
    begin ("b");
    last = moment ();
    while (paths->current != paths->root)
        hpm_paths_cut (paths, &last);
    tap_ok (end ("b") == -1 && end ("a") == -1,
            "what was part of a region that was cut is not open");
}

int
main (void)
{
    check_depth ();
    check_chain ();
    check_labels ();
    check_many ();
    check_cut_deep ();
    hpm_paths_destroy (paths);
    return tap_done ();
}
