/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/list/diagnosis.h"

#include <errno.h>

#include "tests/tap.h"

#define METAL                                                                  \
    {                                                                          \
        .pmu = 1, .paranoid = 2                                                \
    }
#define GUEST                                                                  \
    {                                                                          \
        .pmu = 0, .paranoid = 2, .virtual_machine = 1                          \
    }

static const struct {
    struct hpm_evidence evidence;
    const char *because, *remedy; /* pieces; "" where it can count */
} rows[] = {
    { { .machine = METAL, .backend = 0 }, "switched off", "--backend=none" },
    { { .machine = METAL,
        .backend = 1,
        .opening = HPM_REASON_NO_PAPI,
        .opening_error = "no such file" },
      "PAPI could not be loaded (no such file)",
      "reinstall" },
    { { .machine = METAL, .backend = 1, .opening = HPM_REASON_COMPONENT_OFF },
      "component",
      "papi_component_avail" },
    { { .machine = GUEST,
        .probe = { ENOENT, 0 },
        .backend = 1,
        .first = HPM_REASON_NO_PMU },
      "no hardware counters",
      "virtual PMU" },
    { { .machine = { .pmu = 1, .paranoid = 3 },
        .probe = { EACCES, EACCES },
        .backend = 1,
        .first = HPM_REASON_PARANOID },
      "perf_event_paranoid is 3",
      "sysctl" },
    { { .machine = METAL, .probe = { EPERM, EPERM }, .backend = 1 },
      "perf_event_open is blocked",
      "container" },
    { { .machine = METAL, .probe = { ENOSYS, ENOSYS }, .backend = 1 },
      "perf_event_open is blocked",
      "container" },
    { { .machine = METAL,
        .probe = { 0, 0 },
        .backend = 1,
        .first = HPM_REASON_NO_SUCH_EVENT },
      "PAPI does not know this processor",
      "newer PAPI" },
    /* The kernel counts for who may, and PAPI does not.  */
    { { .machine = METAL,
        .probe = { 0, 0 },
        .backend = 1,
        .first = HPM_REASON_PAPI_PARANOID },
      "PAPI counts for nobody",
      "sysctl kernel.perf_event_paranoid=2" },
    { { .machine = METAL,
        .probe = { EOPNOTSUPP, 0 },
        .backend = 1,
        .first = HPM_REASON_NO_SUCH_EVENT },
      "does not offer it",
      "--list=events" },
    /* The kernel names no core PMU and counts all the same.  */
    { { .machine = GUEST,
        .probe = { 0, 0 },
        .backend = 1,
        .first = HPM_REASON_NO_SUCH_EVENT },
      "PAPI does not know this processor",
      "newer PAPI" },
    { { .machine = GUEST,
        .probe = { ENOENT, 0 },
        .backend = 1,
        .countable = 1 },
      "",
      "" },
};

int
main (void)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hpm_evidence evidence = rows[i].evidence;
        struct hpm_diagnosis diagnosis;

        evidence.domain = HPM_DOMAIN_USER;
        if (!evidence.opening_error)
            evidence.opening_error = "";
        hpm_diagnose (&evidence, &diagnosis);
        printf ("# %s\n# %s\n", diagnosis.because, diagnosis.remedy);
        tap_ok (diagnosis.hardware == (*rows[i].because == '\0'),
                "row %zu: hardware is said to count: %d", i,
                diagnosis.hardware);
        tap_ok (strstr (diagnosis.because, rows[i].because) != NULL,
                "row %zu: the reason has '%s'", i, rows[i].because);
        tap_ok (strstr (diagnosis.remedy, rows[i].remedy) != NULL,
                "row %zu: the remedy has '%s'", i, rows[i].remedy);
    }
    return tap_done ();
}
