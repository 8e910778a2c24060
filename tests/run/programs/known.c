/* SPDX-License-Identifier: BSD-3-Clause */
#include <sde_lib.h>

#include "known.h"

static long long count, big, below;

void
known_register (void)
{
    papi_handle_t handle = papi_sde_init ("exact");

    papi_sde_register_counter (handle, "COUNT", PAPI_SDE_RO | PAPI_SDE_DELTA,
                               PAPI_SDE_long_long, &count);
    papi_sde_register_counter (handle, "BIG", PAPI_SDE_RO | PAPI_SDE_DELTA,
                               PAPI_SDE_long_long, &big);
    papi_sde_register_counter (handle, "BELOW", PAPI_SDE_RO | PAPI_SDE_INSTANT,
                               PAPI_SDE_long_long, &below);
    count += 123456;
    big += 123456;
}

void
known_count (int rank)
{
    count += 7;
    for (int i = 0; i <= rank; i++)
        count += 1000;
    big += 1000000000000000 + rank;
    below = -7 * (rank + 1);
}

void
known_after (void)
{
    count += 654321;
    big += 654321;
}
