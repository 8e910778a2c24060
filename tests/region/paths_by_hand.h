/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The regions of a thread, entry by entry with a clock and a counter that the
 * test sets.
 */
#ifndef HPM_TESTS_PATHS_BY_HAND_H
#define HPM_TESTS_PATHS_BY_HAND_H

#include <stdlib.h>
#include <string.h>

#include "pmpi/region/paths.h"
#include "tests/tap.h"

static struct hpm_paths *paths;
static int64_t now;

static const struct hpm_label *
label_of (const char *text)
{
    return hpm_label_of (text, NULL);
}

/* All that is read is a multiple of the clock.  */
static struct hpm_path_moment
moment (void)
{
    paths->values[0] = 3 * now;
    paths->values[1] = 5 * now;
    return (struct hpm_path_moment){ .now = now,
                                     .mpi_time = 2 * now,
                                     .counted = 1 };
}

static void
begin_label (const struct hpm_label *label)
{
    struct hpm_path *path = hpm_paths_enter (paths, label);
    struct hpm_path_moment read = moment ();

    hpm_paths_begin (paths, path, label, &read);
}

static void
begin (const char *text)
{
    begin_label (label_of (text));
}

static int
end (const char *text)
{
    struct hpm_path_moment read = moment ();

    return hpm_paths_end (paths, text ? label_of (text) : NULL, &read);
}

static void
start (const char *name)
{
    tap_case ("%s", name);
    hpm_paths_destroy (paths);
    paths = hpm_paths_create (2);
    now = 1000;
}

/* The region "a/b/c"; NULL where there is none.  */
static struct hpm_path *
at (const char *where)
{
    struct hpm_path *found = paths->root;
    char text[128], *rest = text;
    const char *word;

    snprintf (text, sizeof text, "%s", where);
    while (found && (word = strsep (&rest, "/"))) {
        struct hpm_path *each = paths->root->made_next;

        while (each
               && (each->parent != found || strcmp (each->label->text, word)))
            each = each->made_next;
        found = each;
    }
    return found;
}

#endif /* HPM_TESTS_PATHS_BY_HAND_H */
