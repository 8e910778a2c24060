/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether libpfm4 encodes an event on a processor, present or not.
 */
#ifndef HPM_TESTS_METRICS_ENCODE_H
#define HPM_TESTS_METRICS_ENCODE_H

#include <perfmon/pfmlib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/metrics/processors.h"

/* To be called before anything else here; an event need not be one of this
 * machine.  */
static inline int
encode_begin (void)
{
    return setenv ("LIBPFM_ENCODE_INACTIVE", "1", 1)
           || pfm_initialize () != PFM_SUCCESS;
}

/* 1 if this libpfm4 has the tables of the processor.  */
static inline int
is_known (const char *processor)
{
    for (int i = 0; i < PFM_PMU_MAX; i++) {
        pfm_pmu_info_t pmu = { .size = sizeof (pmu) };

        if (pfm_get_pmu_info (i, &pmu) == PFM_SUCCESS
            && !strcmp (pmu.name, processor))
            return 1;
    }
    return 0;
}

/* 1 if libpfm4 makes one event of the whole "EVENT:MASK:MASK" on the processor;
 * "PMU::EVENT" is one of that processor alone.  */
static inline int
encodes (const char *processor, const char *name)
{
    const char *colons = strstr (name, "::");
    pfm_pmu_encode_arg_t argument = { .size = sizeof (argument) };
    char full[512];
    int failed;

    if (colons
        && (strlen (processor) != (size_t)(colons - name)
            || strncmp (processor, name, (size_t)(colons - name)) != 0))
        return 0;
    snprintf (full, sizeof full, "%s::%s", processor,
              colons ? colons + 2 : name);
    failed = pfm_get_os_event_encoding (full, PFM_PLM3, PFM_OS_NONE, &argument);
    free (argument.codes);
    return failed == PFM_SUCCESS;
}

/* 1 if the processor is in a list of words.  */
static inline int
is_listed (const char *list, const char *processor)
{
    size_t length = strlen (processor);

    for (const char *at = list; (at = strstr (at, processor)); at += length)
        if ((at == list || at[-1] == ' ')
            && (at[length] == ' ' || at[length] == '\0'))
            return 1;
    return 0;
}

#endif /* HPM_TESTS_METRICS_ENCODE_H */
