/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/binding/bound_threads.h"

#include <string.h>

#include "base/cpu_list.h"

int
hpm_cpu_list_is_known (const char *list)
{
    return *list && !strchr (list, '~');
}

static void
take (struct hpm_bound_threads *threads, const char *list)
{
    threads->unknown
        |= !hpm_cpu_list_is_known (list)
           || hpm_cpu_list_add (threads->cpus, sizeof threads->cpus, list);
}

void
hpm_bound_threads_add (struct hpm_bound_threads *threads, const char *list)
{
    take (threads, list);
    if (!threads->first)
        threads->first = list;
    threads->differ |= strcmp (list, threads->first) != 0;
}

int
hpm_bound_threads_unite (struct hpm_bound_threads *threads, const char *mask,
                         char *text, size_t size)
{
    take (threads, mask);
    if (threads->unknown || !threads->differ)
        return 0;
    hpm_cpu_list_put (text, size, threads->cpus, sizeof threads->cpus);
    return 1;
}
