/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What an exercise of the counters costs the program: page faults, which do not
 * depend on how busy the machine is.
 */
#include "config.h"

#include <sys/resource.h>

#include "pmpi/papi/papi_probe.h"
#include "tests/tap.h"

/* Counters are opened by others.  */
int
hpm_perf_set_run (const struct hpm_perf_set *set,
                  const struct hpm_perf_plan *plan, int group, int on)
{
    (void)set, (void)plan, (void)group, (void)on;
    return -1;
}

int
hpm_perf_set_read (struct hpm_perf_set *set, const struct hpm_perf_plan *plan,
                   struct hpm_perf_reading *reading)
{
    (void)set, (void)plan, (void)reading;
    return -1;
}

static long
faults (void)
{
    struct rusage usage;

    getrusage (RUSAGE_SELF, &usage);
    return usage.ru_minflt + usage.ru_majflt;
}

int
main (void)
{
    long before = faults (), first, second;

    hpm_papi_probe_exercise ();
    first = faults () - before;
    before = faults ();
    hpm_papi_probe_exercise ();
    second = faults () - before;
    tap_ok (first > 0 && first < 200,
            "an exercise touches few pages (%ld faults)", first);
    tap_ok (second < 100, "it touches fewer when its code is there (%ld)",
            second);
    tap_ok (hpm_papi_probe_covers ("PAPI_TOT_INS")
                && !hpm_papi_probe_covers ("perf::PAGE-FAULTS"),
            "it tells of presets alone");
    return tap_done ();
}
