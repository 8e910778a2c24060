/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "pmpi/region/paths.h"

#define LISTS_FIRST 64

static void
set (int64_t *value, int64_t now)
{
    __atomic_store_n (value, now, __ATOMIC_RELAXED);
}

static void
add_to (int64_t *value, int64_t more)
{
    set (value, *value + more);
}

/* ---- finding and making ------------------------------------------------- */

static struct hpm_path **
list_of (struct hpm_path **lists, size_t count, const struct hpm_path *parent,
         const struct hpm_label *label)
{
    uint64_t key = ((uintptr_t)label >> 4) * 0x9e3779b97f4a7c15u
                   + (uint64_t)parent->number * 0xc2b2ae3d27d4eb4fu;

    return &lists[(key >> 32) & (count - 1)];
}

static struct hpm_path *
make (struct hpm_paths *paths, struct hpm_path *parent,
      const struct hpm_label *label)
{
    size_t counts = 2 * (size_t)paths->counters;
    struct hpm_path *path
        = calloc (1, sizeof *path + counts * sizeof (int64_t));

    if (!path)
        return NULL;
    path->parent = parent;
    path->label = label;
    path->depth = parent ? parent->depth + 1 : 0;
    path->number = parent ? paths->count + 1 : 0;
    return path;
}

struct hpm_paths *
hpm_paths_create (int counters)
{
    struct hpm_paths *paths = calloc (1, sizeof *paths);

    if (!paths)
        return NULL;
    paths->counters = counters;
    paths->list_count = LISTS_FIRST;
    paths->lists = calloc (LISTS_FIRST, sizeof (struct hpm_path *));
    paths->values = calloc (2 * (size_t)counters + 1, sizeof *paths->values);
    paths->root = make (paths, NULL, &hpm_label_other);
    paths->current = paths->made_last = paths->root;
    if (!paths->lists || !paths->values || !paths->root) {
        hpm_paths_destroy (paths);
        return NULL;
    }
    return paths;
}

void
hpm_paths_destroy (struct hpm_paths *paths)
{
    struct hpm_path *next;

    if (!paths)
        return;
    for (struct hpm_path *path = paths->root; path; path = next) {
        next = path->made_next;
        free (path);
    }
    free (paths->lists);
    free (paths->values);
    free (paths->pause);
    free (paths->kept);
    hpm_folded_release (&paths->folded);
    free (paths);
}

/* Twice as many lists as before, when each holds a path in the mean.  Without
 * memory they stay as they are, and searches take longer.  */
static void
grow (struct hpm_paths *paths)
{
    size_t count = 2 * paths->list_count;
    struct hpm_path **lists = calloc (count, sizeof (struct hpm_path *));

    if (!lists)
        return;
    for (struct hpm_path *path = paths->root->made_next; path;
         path = path->made_next) {
        struct hpm_path **list
            = list_of (lists, count, path->parent, path->label);

        path->next = *list;
        *list = path;
    }
    free (paths->lists);
    paths->lists = lists;
    paths->list_count = count;
}

static size_t
text_bytes (const struct hpm_label *label)
{
    const char *file = label->place.file;

    return strlen (label->text) + 1 + (file ? strlen (file) + 1 : 0);
}

static struct hpm_path *
add (struct hpm_paths *paths, struct hpm_path *parent,
     const struct hpm_label *label)
{
    struct hpm_path *path = make (paths, parent, label), **list;

    if (!path)
        return NULL;
    list = list_of (paths->lists, paths->list_count, parent, label);
    path->next = *list;
    *list = path;
    __atomic_store_n (&paths->made_last->made_next, path, __ATOMIC_RELEASE);
    paths->made_last = path;
    __atomic_store_n (&paths->texts, paths->texts + text_bytes (label),
                      __ATOMIC_RELAXED);
    __atomic_store_n (&paths->count, path->number, __ATOMIC_RELAXED);
    if ((size_t)paths->count > paths->list_count)
        grow (paths);
    return path;
}

static struct hpm_path *
find (const struct hpm_paths *paths, const struct hpm_path *parent,
      const struct hpm_label *label)
{
    struct hpm_path *path
        = *list_of (paths->lists, paths->list_count, parent, label);

    while (path && (path->label != label || path->parent != parent))
        path = path->next;
    return path;
}

struct hpm_path *
hpm_paths_at (struct hpm_paths *paths, struct hpm_path *parent,
              const struct hpm_label *label)
{
    struct hpm_path *path = find (paths, parent, label);

    return path ? path : add (paths, parent, label);
}

/* The region of what does not fit inside the current one.  */
static struct hpm_path *
other (struct hpm_paths *paths)
{
    struct hpm_path *path = find (paths, paths->current, &hpm_label_other);

    if (!path && paths->count < 2 * HPM_PATHS_MAX)
        path = add (paths, paths->current, &hpm_label_other);
    return path;
}

/* ---- beginning and end -------------------------------------------------- */

struct hpm_path *
hpm_paths_enter (struct hpm_paths *paths, const struct hpm_label *label)
{
    struct hpm_path *current = paths->current, *path;

    path = find (paths, current, label);
    if (!path && current->depth < HPM_PATHS_DEPTH)
        path = paths->count < HPM_PATHS_MAX ? add (paths, current, label)
                                            : other (paths);
    if (!path)
        return current;
    path->opened = label;
    return path;
}

/* It is part of the innermost region.  Behind entries whose labels are not
 * known those of others are of no use.  */
static __attribute__ ((cold, noinline)) void
fold (struct hpm_paths *paths, const struct hpm_label *label)
{
    struct hpm_path *path = paths->current;

    if (path->nested || hpm_folded_push (&paths->folded, path, label) != 0)
        path->nested++;
    add_to (&path->folded, 1);
}

void
hpm_paths_begin (struct hpm_paths *paths, struct hpm_path *path,
                 const struct hpm_label *label,
                 const struct hpm_path_moment *moment)
{
    int64_t *at_begin = path->counts + paths->counters;

    if (path == paths->current) {
        fold (paths, label);
        return;
    }
    for (int i = 0; moment->counted && i < paths->counters; i++)
        set (&at_begin[i], paths->values[i]);
    path->held = moment->held;
    set (&path->mpi_began, moment->mpi_time);
    set (&path->began, moment->now);
    paths->current = path;
}

static void
add_square (struct hpm_path *path, int64_t time)
{
    double squares = path->squares + (double)time * (double)time;

    __atomic_store (&path->squares, &squares, __ATOMIC_RELAXED);
}

/* The entry of a region is over.  */
static void
count (const struct hpm_paths *paths, struct hpm_path *path,
       const struct hpm_path_moment *moment)
{
    int64_t time = moment->now - path->began;

    for (int i = 0; moment->counted && i < paths->counters; i++)
        add_to (&path->counts[i],
                paths->values[i] - path->counts[paths->counters + i]);
    add_to (&path->time, time);
    add_to (&path->mpi_time, moment->mpi_time - path->mpi_began);
    add_square (path, time);
    if (!path->entries || time < path->shortest)
        set (&path->shortest, time);
    if (time > path->longest)
        set (&path->longest, time);
    add_to (&path->entries, 1);
}

/* The innermost region is left: an entry that was all in a pause is none.  */
static void
leave (struct hpm_paths *paths, const struct hpm_path_moment *moment,
       int unended)
{
    struct hpm_path *path = paths->current;

    if (!moment->held || moment->held != path->held) {
        count (paths, path, moment);
        if (unended)
            add_to (&path->unended, 1);
    }
    set (&path->began, 0);
    paths->current = path->parent;
}

void
hpm_paths_cut (struct hpm_paths *paths, const struct hpm_path_moment *moment)
{
    paths->current->nested = 0;
    while (hpm_folded_pop (&paths->folded, paths->current))
        ;
    leave (paths, moment, 1);
}

/* Whether a region of that label, or an entry that is part of one, is open.  */
static int
is_open (const struct hpm_paths *paths, const struct hpm_label *label)
{
    for (struct hpm_path *path = paths->current; path->parent;
         path = path->parent)
        if (path->opened == label)
            return 1;
    return hpm_folded_has (&paths->folded, label);
}

/* Whether the end is that of an entry which is part of the innermost region;
 * those inside that entry end with it.  */
static __attribute__ ((cold, noinline)) int
ends_folded (struct hpm_paths *paths, const struct hpm_label *label)
{
    const struct hpm_label *over;

    if (paths->current->nested) {
        paths->current->nested--;
        return 1;
    }
    if (label && !is_open (paths, label))
        return 0;
    while ((over = hpm_folded_pop (&paths->folded, paths->current)))
        if (!label || over == label)
            return 1;
    return 0;
}

static int
has_folded (const struct hpm_paths *paths)
{
    return paths->current->nested
           || hpm_folded_is_in (&paths->folded, paths->current);
}

/* The end is noted where it came.  */
static __attribute__ ((cold, noinline)) int
note_stray (struct hpm_paths *paths, const struct hpm_label *label)
{
    struct hpm_path *path
        = hpm_paths_enter (paths, label ? label : &hpm_label_none);

    add_to (&path->stray, 1);
    return -1;
}

/* An end that is not simply that of the innermost region.  */
static __attribute__ ((cold, noinline)) int
end_other (struct hpm_paths *paths, const struct hpm_label *label,
           const struct hpm_path_moment *moment)
{
    for (;;) {
        if (has_folded (paths) && ends_folded (paths, label))
            return 0;
        if (paths->current == paths->root || (label && !is_open (paths, label)))
            return note_stray (paths, label);
        if (!label || paths->current->opened == label)
            break;
        hpm_paths_cut (paths, moment);
    }
    leave (paths, moment, 0);
    return 0;
}

int
hpm_paths_end (struct hpm_paths *paths, const struct hpm_label *label,
               const struct hpm_path_moment *moment)
{
    if (!label || paths->current->opened != label || has_folded (paths))
        return end_other (paths, label, moment);
    leave (paths, moment, 0);
    return 0;
}

/* ---- back into what was left -------------------------------------------- */

static size_t
path_bytes (const struct hpm_paths *paths)
{
    return sizeof (struct hpm_path)
           + 2 * (size_t)paths->counters * sizeof (int64_t);
}

void
hpm_paths_keep (struct hpm_paths *paths, const struct hpm_label *label)
{
    paths->left = NULL;
    if (paths->current->opened != label || has_folded (paths))
        return;
    if (!paths->kept)
        paths->kept = malloc (path_bytes (paths));
    if (!paths->kept)
        return;
    memcpy (paths->kept, paths->current, path_bytes (paths));
    paths->left = paths->current;
}

/* Back to what was counted then.  Another thread may read it; and what was made
 * since stands behind it in its lists, which stay.  */
static void
restore (struct hpm_path *path, const struct hpm_path *kept, size_t bytes)
{
    typedef int64_t __attribute__ ((may_alias)) word;
    const word *from = (const word *)kept;
    word *into = (word *)path;

    for (size_t i = offsetof (struct hpm_path, entries) / sizeof *into;
         i < bytes / sizeof *into; i++)
        __atomic_store_n (&into[i], from[i], __ATOMIC_RELAXED);
}

int
hpm_paths_return (struct hpm_paths *paths)
{
    struct hpm_path *path = paths->left;

    paths->left = NULL;
    if (!path || paths->current != path->parent)
        return -1;
    restore (path, paths->kept, path_bytes (paths));
    paths->current = path;
    return 0;
}
