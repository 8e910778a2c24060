/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/cpu_list.h"

/* A number of digits alone; *end is behind it.  Returns 0 or -1.  */
static int
take_number (const char *text, char **end, unsigned long *number)
{
    *number = strtoul (text, end, 10);
    return *text >= '0' && *text <= '9' ? 0 : -1;
}

/* "3" or "0-3"; *end is behind it.  Returns 0 or -1.  */
static int
add_range (cpu_set_t *cpus, size_t bytes, const char *text, char **end)
{
    unsigned long first, last;

    if (take_number (text, end, &first))
        return -1;
    last = first;
    if ((**end == '-' && take_number (*end + 1, end, &last)) || last < first
        || last >= 8 * bytes)
        return -1;
    for (unsigned long i = first; i <= last; i++)
        CPU_SET_S (i, bytes, cpus);
    return 0;
}

int
hpm_cpu_list_add (cpu_set_t *cpus, size_t bytes, const char *list)
{
    char *end;

    for (;; list = end + 1) {
        if (add_range (cpus, bytes, list, &end))
            return -1;
        if (*end != ',')
            return !*end || !strcmp (end, "\n") ? 0 : -1;
    }
}

void
hpm_cpu_list_put (char *text, size_t size, const cpu_set_t *cpus, size_t bytes)
{
    size_t length = 0, last;

    memset (text, 0, size);
    for (size_t first = 0; first < 8 * bytes; first = last + 1) {
        char item[64];
        int n;

        last = first;
        if (!CPU_ISSET_S (first, bytes, cpus))
            continue;
        while (last + 1 < 8 * bytes && CPU_ISSET_S (last + 1, bytes, cpus))
            last++;
        n = snprintf (item, sizeof item, last > first ? "%s%zu-%zu" : "%s%zu",
                      length ? "," : "", first, last);
        if (length + (size_t)n + 1 >= size) {
            text[length] = '~';
            return;
        }
        memcpy (text + length, item, (size_t)n);
        length += (size_t)n;
    }
}
