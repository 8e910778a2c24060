/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libhpm(3).  A section is the region of its id and label.  Ids are found
 * without a lock: sections are only ever added, before the first of their list.
 */
#include "config.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ancestors/own_sections.h"
#include "include/hpm_region_record.h"
#include "include/libhpm.h"
#include "ancestors/seam.h"

#define LISTS 4096

/* Of a label, less than the library keeps: the id behind it is kept, too.  */
#define LABEL_BYTES 480

/* What hpmGetCounters writes at most: counters of the machines that libhpm was
 * for, as its callers have room for.  */
#define COUNTERS_MAX 8

/* Counters of which hpmInit is remembered.  */
#define INIT_MAX 64

struct section {
    const struct section *next;
    int id;
    const struct hpm_label *label;
};

static const struct section *lists[LISTS]; /* atomic */
static int64_t loaded, initialized;        /* ns; atomic */
static __thread long long at_init[INIT_MAX];
static __thread int busy; /* a signal handler finds the thread in a mark */

/* ---- sections ----------------------------------------------------------- */

static const struct section *
find (const struct section *first, int id)
{
    while (first && first->id != id)
        first = first->next;
    return first;
}

static const struct hpm_label *
make_label (int id, const char *label, const char *file, int line)
{
    char text[LABEL_BYTES + 32];

    if (!label || !*label)
        label = "section";
    snprintf (text, sizeof text, "%.*s (%d)", LABEL_BYTES, label, id);
    return hpm_mark_label (HPM_MARK_LIBHPM, text, file, line);
}

/* The label of an id from here on: this one, unless another thread was faster.
 * Without memory this one, for once.  */
static const struct hpm_label *
add (int id, const struct hpm_label *label)
{
    const struct section **list = &lists[(unsigned)id % LISTS];
    const struct section *seen = __atomic_load_n (list, __ATOMIC_ACQUIRE);
    struct section *section = malloc (sizeof *section);
    const struct section *theirs = NULL;

    if (!section)
        return label;
    section->id = id;
    section->label = label;
    do {
        section->next = seen;
        theirs = find (seen, id);
    } while (!theirs
             && !__atomic_compare_exchange_n (
                 list, &seen, section, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE));
    if (!theirs)
        return label;
    free (section);
    return theirs->label;
}

static const struct section *
section_of (int id)
{
    return find (
        __atomic_load_n (&lists[(unsigned)id % LISTS], __ATOMIC_ACQUIRE), id);
}

/* Whether a signal handler finds the thread in a mark: then it is told that the
 * handler's is left out.  */
static int
is_within_mark (void)
{
    if (busy && hpm_mark_dropped)
        hpm_mark_dropped ();
    return busy;
}

void
hpm_libhpm_start (int id, const char *label, const char *file, int line)
{
    const struct section *section;

    if (!HPM_IS_COUNTED) {
        hpm_own_start (id, label, file, line);
        return;
    }
    if (is_within_mark ())
        return;
    busy = 1;
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
    section = section_of (id);
    hpm_mark_enter (section ? section->label
                            : add (id, make_label (id, label, file, line)));
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
    busy = 0;
}

void (hpmStart) (int id, const char *label)
{
    hpm_libhpm_start (id, label, NULL, 0);
}

void (hpmTstart) (int id, const char *label)
{
    hpm_libhpm_start (id, label, NULL, 0);
}

/* An end without a beginning is told as one of a section of no label.  */
void
hpmStop (int id)
{
    const struct section *section;

    if (!HPM_IS_COUNTED) {
        hpm_own_stop (id);
        return;
    }
    if (is_within_mark ())
        return;
    busy = 1;
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
    section = section_of (id);
    hpm_mark_leave (section ? section->label : make_label (id, NULL, NULL, 0));
    __atomic_signal_fence (__ATOMIC_SEQ_CST);
    busy = 0;
}

void
hpmTstop (int id)
{
    hpmStop (id);
}

/* ---- time and counts ---------------------------------------------------- */

__attribute__ ((constructor)) static void
note_load (void)
{
    loaded = hpm_own_now ();
}

static int64_t
since (void)
{
    int64_t begin = __atomic_load_n (&initialized, __ATOMIC_RELAXED);

    return begin ? begin : loaded;
}

/* Of the calling thread; as hpm_mark_counts.  */
static int
read_all (long long *values, int most)
{
    return HPM_IS_COUNTED ? hpm_mark_counts (values, most)
                          : hpm_own_read (values, most);
}

void
hpmInit (int task_id, const char *program_name)
{
    int64_t none = 0;

    hpm_own_name (task_id, program_name);
    __atomic_compare_exchange_n (&initialized, &none, hpm_own_now (), 0,
                                 __ATOMIC_RELAXED, __ATOMIC_RELAXED);
    if (read_all (at_init, INIT_MAX) < 0)
        memset (at_init, 0, sizeof at_init);
    for (int i = 0; i < INIT_MAX; i++)
        if (at_init[i] < 0)
            at_init[i] = 0;
}

/* Since the calling thread's hpmInit, or since it is counted: values[count].
 * Returns how many there are, 0 where none is.  */
static int
read_counts (long long *values, int count)
{
    int counted = read_all (values, count);

    for (int i = 0; i < count; i++)
        if (i >= counted)
            values[i] = -1;
        else if (i < INIT_MAX && values[i] >= 0)
            values[i] -= at_init[i];
    return counted < 0 ? 0 : counted;
}

void
hpmGetTimeAndCounters (int count, double *seconds, long long *values)
{
    read_counts (values, count);
    *seconds = (double)(hpm_own_now () - since ()) * 1e-9;
}

void
hpmGetCounters (long long *values)
{
    long long counts[COUNTERS_MAX];
    int counted = read_counts (counts, COUNTERS_MAX);

    if (counted > COUNTERS_MAX)
        counted = COUNTERS_MAX;
    memcpy (values, counts, (size_t)counted * sizeof *values);
}

/* Under hpmrun the result is hpmrun's, at the end of the run.  */
void
hpmTerminate (int task_id)
{
    if (HPM_IS_COUNTED)
        return;
    hpm_own_name (task_id, NULL);
    hpm_own_write (since ());
}

/* Nothing is lost where the program does not say that it ends.  */
__attribute__ ((destructor)) static void
write_what_is_left (void)
{
    if (!HPM_IS_COUNTED)
        hpm_own_write (since ());
}
