/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The events of the installed definitions exist: presets in PAPI's header, and
 * native events, with all their masks, in libpfm4's tables of the processors
 * they are meant for, and of no other.
 */
#include "base/metric/metric_private.h"

#include <stdlib.h>

#include "tests/tap.h"

#ifdef HAVE_PFM

#include "tests/metrics/encode.h"
#include "tests/metrics/natives.h"

#define COUNT(array) ((int)(sizeof (array) / sizeof (*(array))))

static const char *const papi_names[] = {
#include "tests/metrics/presets.h"
    NULL
};

static char used[COUNT (natives)]; /* 1: a definition has the name */

static int
is_preset (const char *name)
{
    for (int i = 0; papi_names[i]; i++)
        if (!strcmp (papi_names[i], name))
            return 1;
    return 0;
}

static int
row_of (const char *name)
{
    for (int i = 0; i < COUNT (natives); i++)
        if (!strcmp (natives[i].name, name))
            return i;
    return -1;
}

static void
test_event (const char *name)
{
    int row;

    if (!strncmp (name, "PAPI_", 5)) {
        tap_ok (is_preset (name), "PAPI has %s", name);
        return;
    }
    row = row_of (name);
    if (row < 0)
        tap_ok (0, "tests/metrics/natives.h tells which processors have %s",
                name);
    else
        used[row] = 1;
}

/* Events of ours and of the program's own are looked at elsewhere; those with
 * "/" are the names of Linux (sysfs), of which each machine has its own.  */
static int
is_counted_by_papi (const char *name)
{
    return strncmp (name, "os::", 4) != 0 && strncmp (name, "mpi::", 5) != 0
           && strncmp (name, "sde:::", 6) != 0 && !strchr (name, '/')
           && strcmp (name, "perf::slots") != 0
           && strncmp (name, "perf::topdown-", 14) != 0;
}

static void
test_alternative (const char *alternative)
{
    struct hpm_piece rest = { alternative, strlen (alternative) };
    char name[512];

    while (rest.length) {
        hpm_text_show (name, sizeof (name), hpm_piece_first_word (rest, &rest));
        if (strcmp (name, "+") != 0 && is_counted_by_papi (name))
            test_event (name);
    }
}

/* Events that formulas and groups name themselves.  */
static void
test_direct (const struct hpm_metric_set *set)
{
    for (int i = 0; i < set->count; i++) {
        const struct hpm_formula *formula = set->metrics[i].formula;

        for (int k = 0; formula && k < formula->name_count; k++)
            if (formula->names[k].quoted)
                test_alternative (formula->names[k].text);
    }
    for (int i = 0; i < set->group_count; i++)
        for (int k = 0; k < set->groups[i].event_count; k++)
            test_alternative (set->groups[i].events[k]);
}

/* What a result file has room for.  */
static void
test_length (const char *name)
{
    const struct hpm_event_record record = { .name = "" };

    if (strlen (name) >= sizeof record.name)
        tap_ok (0, "%s has %zu bytes", name, strlen (name));
}

/* 1 if libpfm4 is right about a name on a processor, or learnt it later: then
 * that is told.  */
static int
is_right (int row, const char *processor)
{
    const char *name = natives[row].name, *late = natives[row].late;
    int meant = is_listed (natives[row].processors, processor);

    if (encodes (processor, name) == meant)
        return 1;
    if (meant && late && is_listed (late, processor)) {
        tap_ok (1,
                "libpfm4 is right about %s on %s # SKIP this libpfm4 does not "
                "know it yet",
                name, processor);
        return 1;
    }
    printf ("# libpfm4 %s %s on %s\n", meant ? "refuses" : "has", name,
            processor);
    return 0;
}

/* A name is taken on the processors of its row and refused on all others, as
 * far as this libpfm4 knows them.  */
static void
test_row (int row)
{
    const char *name = natives[row].name, *list = natives[row].processors;
    int checked = 0, wrong = 0;

    for (int i = 0; i < PROCESSORS; i++) {
        if (!is_known (processors[i]))
            continue;
        checked += is_listed (list, processors[i]);
        wrong += !is_right (row, processors[i]);
    }
    if (checked || wrong)
        tap_ok (!wrong, "%s is an event of %sand of no other", name, list);
    else
        tap_ok (1, "%s is an event of %s# SKIP this libpfm4 knows none of them",
                name, list);
}

/* Say which processors were not looked at, and how many names that leaves.  */
static void
tell_unknown (void)
{
    for (int i = 0; i < PROCESSORS; i++) {
        int names = 0;

        for (int k = 0; k < COUNT (natives); k++)
            names += is_listed (natives[k].processors, processors[i]);
        if (is_known (processors[i]))
            tap_ok (names > 0, "%d names are for %s", names, processors[i]);
        else
            tap_ok (1,
                    "%d names are for %s # SKIP this libpfm4 has no table of "
                    "that processor",
                    names, processors[i]);
    }
}

/* The search itself, on names that are there and names that are not.  */
static void
test_search (void)
{
    tap_ok (!is_known ("nowhere"), "there is no processor nowhere");
    tap_ok (!encodes ("perf", "NO_SUCH_EVENT"),
            "an event that the kernel has not is not encoded");
    tap_ok (encodes ("perf", "perf::CYCLES"),
            "an event of the kernel is encoded");
    tap_ok (!encodes ("perf", "skx::CYCLES"),
            "an event of the kernel is of no other processor");
    tap_ok (is_listed ("icl icx ", "icx") && !is_listed ("icl icx ", "ic"),
            "whole words of a list are found");
#if defined __x86_64__
    tap_ok (!encodes ("icx", "MEM_LOAD_RETIRED:L4_HIT"),
            "a mask that is not there is not encoded");
    tap_ok (encodes ("icx", "icx::MEM_LOAD_RETIRED:L3_HIT"),
            "an event of a processor is encoded there");
    tap_ok (!encodes ("skx", "icx::MEM_LOAD_RETIRED:L3_HIT"),
            "an event of a processor is not encoded on another");
    tap_ok (encodes ("icx", "SW_PREFETCH_ACCESS:NTA")
                && encodes ("icx", "SW_PREFETCH_ACCESS:T0")
                && !encodes ("icx", "SW_PREFETCH_ACCESS:NTA:T0"),
            "masks that are there do not go together");
#endif
}

static void
test_rows (void)
{
    for (int i = 0; i < COUNT (natives); i++) {
        tap_ok (used[i], "%s is an event of a definition", natives[i].name);
        test_length (natives[i].name);
        test_row (i);
    }
}

int
main (void)
{
    struct hpm_metric_set set;
    struct hpm_error error = { "" };

    hpm_metric_set_init (&set);
    if (!tap_ok (
            !encode_begin ()
                && !hpm_metric_set_read_directory (&set, METRIC_FILES, &error),
            "the definitions are read %s", error.text))
        return tap_done ();
    test_search ();
    for (int i = 0; i < set.alias_count; i++)
        for (int k = 0; k < set.aliases[i].count; k++) {
            tap_case ("%s, %d", set.aliases[i].name, k);
            test_alternative (set.aliases[i].alternatives[k]);
        }
    tap_case ("%s", "");
    test_direct (&set);
    test_rows ();
    tell_unknown ();
    hpm_metric_set_release (&set);
    pfm_terminate ();
    return tap_done ();
}

#else

int
main (void)
{
    printf ("1..0 # SKIP libpfm4 is not installed (Debian: libpfm4-dev)\n");
    return 0;
}

#endif
