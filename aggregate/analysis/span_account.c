/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the time of all threads went in a part of the run.  Their clocks are
 * known as sums then, which are divided as those of one thread: what cannot be
 * told apart of the sums may be more than of each thread by itself.
 */
#include "config.h"

#include <math.h>

#include "aggregate/analysis/account.h"
#include "aggregate/analysis/span.h"

/* A sum of ns in s, NAN where it is not known.  */
static double
seconds_of (const struct hpm_result *result, const struct hpm_value *values,
            const char *event)
{
    int place = hpm_result_find_event (result, event);

    return place < 0 || !hpm_quality_has_value (values[place].quality)
               ? NAN
               : 1e-9 * values[place].number;
}

/* What timing calls took is known of the run; it goes by the calls.  */
static double
own_of (const struct hpm_result *result, const struct hpm_value *values)
{
    int calls = hpm_result_find_event (result, "mpi::CALLS");
    double all
        = calls < 0 ? 0 : (double)result->job.events[calls].statistics.sum_low;

    return all > 0 && hpm_quality_has_value (values[calls].quality)
               ? result->verdict.account->part[HPM_PART_OWN]
                     * (values[calls].number / all)
               : 0;
}

int
hpm_span_account (const struct hpm_result *result,
                  const struct hpm_value *values, struct hpm_account *account)
{
    struct hpm_thread_times times = { .system_inside = NAN, .cpu_rough = NAN };
    struct hpm_account errors;

    if (!result->verdict.account || hpm_result_follows (result))
        return 0;
    times.life = seconds_of (result, values, "os::WALL_TIME");
    times.cpu = seconds_of (result, values, "os::CPU_TIME");
    times.system = seconds_of (result, values, "os::SYSTEM_TIME");
    times.wait = seconds_of (result, values, "os::WAIT_TIME");
    times.mpi = hpm_span_mpi (result, values);
    times.cpu_inside = seconds_of (result, values, "mpi::CPU_TIME");
    times.wait_inside = seconds_of (result, values, "mpi::WAIT_TIME");
    times.own = own_of (result, values);
    hpm_account_make (account, &errors, &times);
    return times.life > 0;
}
