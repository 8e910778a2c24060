/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The events of the installed definitions exist: presets in PAPI's header,
 * native events in libpfm4's tables of processors, present or not.
 */
#include "core/metric_private.h"

#include <stdlib.h>

#include "tests/metrics/families.h"
#include "tests/tap.h"

#ifdef HAVE_PFM

#include <perfmon/pfmlib.h>

#define COUNT(array) ((int)(sizeof (array) / sizeof (*(array))))

static const char *const papi_names[] = {
#include "tests/metrics/presets.h"
    NULL
};

static int
is_one_of (const char *name, const char *const *names, int count)
{
    for (int i = 0; i < count && names[i]; i++)
        if (!strcmp (names[i], name))
            return 1;
    return 0;
}

static int
has_mask (const pfm_event_info_t *event, const char *mask)
{
    for (int i = 0; i < event->nattrs; i++) {
        pfm_event_attr_info_t attribute = { .size = sizeof (attribute) };

        if (pfm_get_event_attr_info (event->idx, i, PFM_OS_NONE, &attribute)
                == PFM_SUCCESS
            && attribute.type == PFM_ATTR_UMASK
            && !strcmp (attribute.name, mask))
            return 1;
    }
    return 0;
}

/* 1 if the event has all of "MASK:MASK".  */
static int
has_masks (const pfm_event_info_t *event, const char *masks)
{
    char copy[512];
    char *rest = copy, *mask;

    snprintf (copy, sizeof (copy), "%s", masks);
    while ((mask = strsep (&rest, ":")))
        if (*mask && !has_mask (event, mask))
            return 0;
    return 1;
}

/* 1 if this processor has "EVENT:MASK:MASK".  */
static int
pmu_has (const pfm_pmu_info_t *pmu, const char *name)
{
    size_t length = strcspn (name, ":");

    for (int i = pmu->first_event; i != -1; i = pfm_get_event_next (i)) {
        pfm_event_info_t event = { .size = sizeof (event) };

        if (pfm_get_event_info (i, PFM_OS_NONE, &event) == PFM_SUCCESS
            && strlen (event.name) == length
            && !strncmp (event.name, name, length)
            && has_masks (&event, name + length))
            return 1;
    }
    return 0;
}

/* 1 if a processor of today has "EVENT:MASK" or "PMU::EVENT:MASK".  */
static int
is_native (const char *name)
{
    const char *colons = strstr (name, "::");

    for (int i = 0; i < PFM_PMU_MAX; i++) {
        pfm_pmu_info_t pmu = { .size = sizeof (pmu) };

        if (pfm_get_pmu_info (i, &pmu) != PFM_SUCCESS
            || !is_one_of (pmu.name, processors, COUNT (processors)))
            continue;
        if (colons
            && (strlen (pmu.name) != (size_t)(colons - name)
                || strncmp (pmu.name, name, (size_t)(colons - name)) != 0))
            continue;
        if (pmu_has (&pmu, colons ? colons + 2 : name))
            return 1;
    }
    return 0;
}

/* The name is one of another family than libpfm has here.  */
static int
is_foreign (const char *name)
{
#ifdef NATIVE_FAMILY
    /* What no family has in its list is an event of x86.  */
    return !is_one_of (name, NATIVE_FAMILY, COUNT (NATIVE_FAMILY))
           && strncmp (name, "perf::", 6) != 0;
#else
    return is_one_of (name, arm_names, COUNT (arm_names))
           || is_one_of (name, power_names, COUNT (power_names));
#endif
}

static void
test_event (const char *name)
{
    if (!strncmp (name, "PAPI_", 5))
        tap_ok (is_one_of (name, papi_names, COUNT (papi_names)), "PAPI has %s",
                name);
    else if (is_foreign (name))
        tap_ok (1, "%s is an event of other processors", name);
    else
        tap_ok (is_native (name), "libpfm4 has %s", name);
}

/* Events of ours and of the program's own are looked at elsewhere; those with "/"
 * are the names of Linux (sysfs), of which each machine has its own.  */
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

/* 1 if an event line has the name.  */
static int
is_used (const struct hpm_metric_set *set, const char *name)
{
    for (int i = 0; i < set->alias_count; i++)
        for (int k = 0; k < set->aliases[i].count; k++) {
            const char *at = strstr (set->aliases[i].alternatives[k], name);

            if (at && (at[strlen (name)] == '\0' || at[strlen (name)] == ' '))
                return 1;
        }
    return 0;
}

static void
test_unused (const struct hpm_metric_set *set, const char *const *names,
             int count)
{
    for (int i = 0; i < count; i++)
        tap_ok (is_used (set, names[i]), "%s is an event of a definition",
                names[i]);
}

/* The search itself, on names that are there and names that are not.  */
static void
test_search (void)
{
    tap_ok (!is_native ("NO_SUCH_EVENT"), "no event of any processor");
    tap_ok (!is_native ("perf::NO_SUCH_EVENT"), "no event of the kernel");
    tap_ok (!is_native ("nowhere::CYCLES"), "no such processor");
    tap_ok (is_native ("perf::CYCLES"), "an event of the kernel");
#if defined __x86_64__
    tap_ok (!is_native ("MEM_LOAD_RETIRED:L4_HIT"), "no such mask");
    tap_ok (is_native ("icx::MEM_LOAD_RETIRED:L3_HIT"), "one of a processor");
    tap_ok (!is_native ("amd64_fam19h_zen4::MEM_LOAD_RETIRED:L3_HIT"),
            "and not of another");
#endif
}

int
main (void)
{
    struct hpm_metric_set set;
    struct hpm_error error = { "" };

    pfm_initialize ();
    hpm_metric_set_init (&set);
    if (!tap_ok (!hpm_metric_set_read_directory (&set, METRIC_FILES, &error),
                 "the definitions %s", error.text))
        return tap_done ();
    test_search ();
    for (int i = 0; i < set.alias_count; i++)
        for (int k = 0; k < set.aliases[i].count; k++)
            test_alternative (set.aliases[i].alternatives[k]);
    test_direct (&set);
    test_unused (&set, arm_names, COUNT (arm_names));
    test_unused (&set, power_names, COUNT (power_names));
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
