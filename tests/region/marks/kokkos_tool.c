/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What Kokkos itself reports to a tool: a line for each begin.
 */
#include <stdint.h>
#include <stdio.h>

void kokkosp_begin_parallel_for (const char *name, uint32_t device,
                                 uint64_t *id);
void kokkosp_begin_parallel_reduce (const char *name, uint32_t device,
                                    uint64_t *id);
void kokkosp_begin_parallel_scan (const char *name, uint32_t device,
                                  uint64_t *id);
void kokkosp_push_profile_region (const char *name);

static void
tell (const char *name)
{
    fprintf (stderr, "begin %s\n", name);
}

void
kokkosp_begin_parallel_for (const char *name, uint32_t device, uint64_t *id)
{
    (void)device;
    *id = 0;
    tell (name);
}

void
kokkosp_begin_parallel_reduce (const char *name, uint32_t device, uint64_t *id)
{
    kokkosp_begin_parallel_for (name, device, id);
}

void
kokkosp_begin_parallel_scan (const char *name, uint32_t device, uint64_t *id)
{
    kokkosp_begin_parallel_for (name, device, id);
}

void
kokkosp_push_profile_region (const char *name)
{
    tell (name);
}
