/* SPDX-License-Identifier: BSD-3-Clause
 *
 * libpfm has tables of all processors of this kind, also where the kernel shows
 * no counters.  It is in the process wherever PAPI is; its structures are only
 * known where its header is.
 */
#include "config.h"

#include "pmpi/perf/perf_known.h"

#include <string.h>

#include "pmpi/perf/perf_topdown.h"

#if __has_include(<perfmon/pfmlib.h>)
#include <perfmon/pfmlib.h>
#pragma weak pfm_initialize
#pragma weak pfm_get_pmu_info
#pragma weak pfm_get_event_next
#pragma weak pfm_get_event_info
#pragma weak pfm_get_event_attr_info

/* 1 for "NAME" or "NAME=value" of `length` bytes.  */
static int
is_called (const char *name, const char *text, size_t length)
{
    const char *equals = memchr (text, '=', length);
    size_t bytes = equals ? (size_t)(equals - text) : length;

    return strlen (name) == bytes && !strncasecmp (name, text, bytes);
}

static int
has_attribute (const pfm_event_info_t *event, const char *text, size_t length)
{
    for (int i = 0; i < event->nattrs; i++) {
        pfm_event_attr_info_t attribute = { .size = sizeof attribute };

        if (pfm_get_event_attr_info (event->idx, i, PFM_OS_PERF_EVENT_EXT,
                                     &attribute)
                == PFM_SUCCESS
            && is_called (attribute.name, text, length))
            return 1;
    }
    return 0;
}

/* Masks and modifiers, each behind a colon.  */
static int
has_attributes (const pfm_event_info_t *event, const char *rest)
{
    while (*rest == ':') {
        size_t length = strcspn (++rest, ":");

        if (!has_attribute (event, rest, length))
            return 0;
        rest += length;
    }
    return 1;
}

static int
pmu_knows (const pfm_pmu_info_t *pmu, const char *name)
{
    size_t length = strcspn (name, ":");

    for (int i = pmu->first_event; i != -1; i = pfm_get_event_next (i)) {
        pfm_event_info_t event = { .size = sizeof event };

        if (pfm_get_event_info (i, PFM_OS_PERF_EVENT_EXT, &event) == PFM_SUCCESS
            && is_called (event.name, name, length)
            && has_attributes (&event, name + length))
            return 1;
    }
    return 0;
}

/* "r01c2": a code in place of a name.  */
static int
is_code (const char *name)
{
    size_t digits = strspn (name + 1, "0123456789abcdefABCDEF");

    return *name == 'r' && digits && strchr (":", name[1 + digits]);
}

int
hpm_perf_known (const char *name)
{
    const char *colons = strstr (name, "::");
    const char *event = colons ? colons + 2 : name;

    if (!pfm_initialize || !pfm_get_pmu_info || !pfm_get_event_next
        || !pfm_get_event_info || !pfm_get_event_attr_info || pfm_initialize ()
        || *event == ':' || is_code (event) || hpm_perf_topdown_is (name))
        return 1;
    for (int i = 0; i < PFM_PMU_MAX; i++) {
        pfm_pmu_info_t pmu = { .size = sizeof pmu };

        if (pfm_get_pmu_info (i, &pmu) == PFM_SUCCESS
            && (!colons || is_called (pmu.name, name, (size_t)(colons - name)))
            && pmu_knows (&pmu, event))
            return 1;
    }
    return 0;
}
#else
int
hpm_perf_known (const char *name)
{
    (void)name;
    return 1;
}
#endif
