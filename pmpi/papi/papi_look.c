/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Looks at counters that take turns, for the errors of their counts.
 */
#include "config.h"

#include <stdlib.h>

#include "pmpi/papi/papi_private.h"

static int
any_shares (const struct hpm_perf_reading *reading)
{
    for (int i = 0; i < hpm_papi.plan.native_count; i++)
        if (reading->running[i] < reading->enabled[i])
            return 1;
    return 0;
}

/* The lock is held.  */
static void
add_look (struct hpm_backend_set *set, const struct hpm_perf_reading *reading)
{
    size_t natives = (size_t)hpm_papi.plan.native_count;

    if (!set->slices)
        set->slices = calloc (natives + 1, sizeof *set->slices);
    for (size_t i = 0; set->slices && i < natives; i++)
        hpm_slices_look (&set->slices[i], reading->values[i],
                         reading->enabled[i], reading->running[i]);
}

int
hpm_papi_look (struct hpm_backend_set *set)
{
    struct hpm_perf_reading reading;
    int shares;

    if (hpm_perf_set_read (&set->perf, &hpm_papi.plan, &reading) < 0)
        return 0;
    shares = any_shares (&reading);
    pthread_mutex_lock (&set->looking);
    if (shares)
        add_look (set, &reading);
    pthread_mutex_unlock (&set->looking);
    return shares;
}

void
hpm_papi_fill_errors (struct hpm_backend_set *set,
                      struct hpm_perf_reading *reading)
{
    pthread_mutex_lock (&set->looking);
    for (int i = 0; i < hpm_papi.plan.native_count; i++)
        reading->errors[i]
            = set->slices ? hpm_slices_error (
                  &set->slices[i], reading->enabled[i], reading->running[i])
                          : -1;
    pthread_mutex_unlock (&set->looking);
}
