/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tree of the regions of a thread.
 */
#include "config.h"

#include "tests/region/paths_by_hand.h"

static void
expect (const char *where, int64_t entries, int64_t time)
{
    const struct hpm_path *path = at (where);

    tap_ok (path && path->entries == entries && path->time == time,
            "%s has %lld entries and %lld ns", where, (long long)entries,
            (long long)time);
    tap_ok (path && path->mpi_time == 2 * time && path->counts[0] == 3 * time
                && path->counts[1] == 5 * time,
            "%s has the counts of that time", where);
}

static void
check_nesting (void)
{
    start ("nested");
    for (int i = 1; i <= 10; i++) {
        begin ("a");
        now += 1;
        begin ("b");
        now += 10 * i;
        end ("b");
        now += 5;
        end ("a");
        now += 1000;
    }
    begin ("b");
    now += 7;
    end (NULL);
    expect ("a", 10, 10 * 6 + 550);
    expect ("a/b", 10, 550);
    expect ("b", 1, 7);
    tap_ok (at ("a/b")->shortest == 10 && at ("a/b")->longest == 100,
            "the shortest and the longest entry are known");
    tap_ok (at ("a/b")->squares == 38500, "squares of the entries add up");
    tap_ok (at ("b")->shortest == 7 && at ("b")->longest == 7,
            "of one entry, they are the same");
    tap_ok (paths->count == 3 && paths->current == paths->root,
            "there are no more regions, and none is open");
}

static void
check_recursion (void)
{
    start ("recursion");
    for (int i = 0; i < 3; i++)
        begin ("f"), now += 1;
    for (int i = 0; i < 3; i++)
        end ("f");
    expect ("f", 1, 3);
    expect ("f/f", 1, 2);
    expect ("f/f/f", 1, 1);
    tap_ok (paths->count == 3, "it has a region for each depth");
}

static void
check_unbalanced (void)
{
    start ("stray");
    tap_ok (end ("x") == -1 && end (NULL) == -1,
            "an end where nothing is open is none, with a label or without");
    tap_ok (at ("x")->stray == 1 && at ("x")->entries == 0
                && at ("(no label)")->stray == 1,
            "it is noted by its label, or as one without a label");
    begin ("a");
    tap_ok (end ("x") == -1 && at ("a/x")->stray == 1 && !at ("a")->stray,
            "an end of another label is noted where it came");
    tap_ok (paths->current == at ("a"), "the region goes on");
    now += 4;
    tap_ok (end ("a") == 0, "and ends with its own end");
    expect ("a", 1, 4);

    start ("jump");
    begin ("a"), now += 1;
    begin ("b"), now += 1;
    begin ("c"), now += 1;
    end ("a");
    expect ("a", 1, 3);
    expect ("a/b", 1, 2);
    expect ("a/b/c", 1, 1);
    tap_ok (at ("a/b")->unended == 1 && at ("a/b/c")->unended == 1
                && at ("a")->unended == 0,
            "those inside are unended, and not the one that ended");
    begin ("a");
    tap_ok (paths->count == 3 && paths->current == at ("a"),
            "the next entry begins where the first did");
}

static void
check_cut (void)
{
    struct hpm_path_moment last;

    start ("never left");
    begin ("a"), now += 1;
    begin ("b"), now += 1;
    last = moment ();
    while (paths->current != paths->root)
        hpm_paths_cut (paths, &last);
    expect ("a", 1, 2);
    expect ("a/b", 1, 1);
    tap_ok (at ("a")->unended == 1 && at ("a/b")->unended == 1,
            "both are unended");
}

static void
check_many (void)
{
    const int labels = 10000;
    int wrong = 0;
    char text[32];

    start ("10,000 labels");
    for (int round = 0; round < 2; round++)
        for (int i = 0; i < labels; i++) {
            snprintf (text, sizeof text, "l%d", i);
            begin (text), now += i;
            end (text);
        }
    tap_ok (paths->count == labels, "each has a region");
    for (const struct hpm_path *path = hpm_paths_next (paths->root); path;
         path = hpm_paths_next (path)) {
        int i = atoi (path->label->text + 1);

        wrong += path->entries != 2 || path->time != 2 * i
                 || path->number != i + 1;
    }
    tap_ok (!wrong, "each has its entries and its time");
}

static void
check_too_many (void)
{
    const int labels = HPM_PATHS_MAX + 100;
    int strays = 0;
    char text[32];

    start ("too many");
    for (int i = 0; i < labels; i++) {
        snprintf (text, sizeof text, "l%d", i);
        begin (text), now += 1;
        strays += end (text) != 0;
    }
    tap_ok (paths->count == HPM_PATHS_MAX + 1 && paths->current == paths->root,
            "there is one region more, and none is open");
    expect ("(other)", 100, 100);
    tap_ok (!strays && at ("(other)")->stray == 0
                && at ("(other)")->unended == 0,
            "ends of what did not fit are no stray ones");
    begin ("l0"), now += 1;
    begin ("new"), now += 1;
    begin ("newer"), now += 1;
    end ("new");
    end ("l0");
    tap_ok (at ("l0/(other)")->entries == 1 && at ("l0/(other)")->unended == 0
                && at ("l0/(other)/(other)")->unended == 1,
            "what did not fit nests, and ends by its labels");
    for (int i = 0; i < 3 * HPM_PATHS_MAX; i++) {
        snprintf (text, sizeof text, "l%d", i % HPM_PATHS_MAX);
        begin (text);
        begin ("new");
        end ("new");
        end (text);
    }
    tap_ok (paths->count <= 2 * HPM_PATHS_MAX,
            "of regions for what did not fit there are no more than %d",
            HPM_PATHS_MAX);
    tap_ok (paths->current == paths->root && at ("l0")->stray == 0,
            "marks beyond them are in balance");
}

/* Leave a region, and go back a while later.  */
static int
leave_and_return (const char *text)
{
    hpm_paths_keep (paths, label_of (text));
    end (text);
    now += 100;
    return hpm_paths_return (paths);
}

static void
check_return (void)
{
    int64_t began;

    start ("back into what was left");
    begin ("a"), now += 1;
    end ("a");
    begin ("a"), now += 2;
    began = paths->current->began;
    tap_ok (leave_and_return ("a") == 0 && paths->current == at ("a")
                && at ("a")->began == began && at ("a")->entries == 1,
            "the region is open as it was, since when it was");
    tap_ok (hpm_paths_return (paths) < 0, "it is gone back to once");
    end ("a");
    expect ("a", 2, 103);
    tap_ok (at ("a")->shortest == 1 && at ("a")->longest == 102
                && at ("a")->squares == 1 + 102 * 102,
            "it is one entry, with what was done meanwhile");
    begin ("a");
    hpm_paths_keep (paths, label_of ("a"));
    end ("a");
    tap_ok (leave_and_return ("b") < 0 && paths->current == paths->root,
            "where another one is left since, it stays left");
    begin ("a");
    begin ("b");
    tap_ok (leave_and_return ("a") < 0 && paths->current == paths->root,
            "nor is one that others were open in");
}

static void
check_other (void)
{
    start ("other");
    begin_label (&hpm_label_other), now += 1;
    begin_label (&hpm_label_other), now += 1;
    {
        struct hpm_path_moment read = moment ();

        hpm_paths_end (paths, &hpm_label_other, &read);
        hpm_paths_end (paths, &hpm_label_other, &read);
    }
    expect ("(other)", 1, 2);
    expect ("(other)/(other)", 1, 1);
}

int
main (void)
{
    check_nesting ();
    check_recursion ();
    check_unbalanced ();
    check_cut ();
    check_many ();
    check_too_many ();
    check_return ();
    check_other ();
    hpm_paths_destroy (paths);
    tap_case ("%s", "");
    return tap_done ();
}
