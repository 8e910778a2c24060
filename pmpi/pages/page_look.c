/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/pages/page_look.h"

#include <stdlib.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/proc.h"

/* To be told of a page costs 0.2 us in both files of the kernel's together, so
 * of so much memory 0.1 s at most, a page of 4 kB each.  */
#define TOLD_MOST (INT64_C (1) << 29)

/* What of this process is in memory.  */
static int64_t
resident (void)
{
    char text[128], *at;

    if (!hpm_proc_read (text, sizeof text, "/proc/self/statm"))
        return INT64_MAX;
    strtoll (text, &at, 10);
    return strtoll (at, NULL, 10) * sysconf (_SC_PAGESIZE);
}

struct hpm_mapping *
hpm_page_look_begin (struct hpm_page_look *look,
                     const struct hpm_maps_line *line)
{
    uintptr_t own = (uintptr_t)look;

    if (line->from <= own && own < line->to)
        return NULL;
    look->record.mappings++;
    return hpm_mappings_add (&look->mappings, line);
}

void
hpm_page_look_take (struct hpm_page_look *look, const char *sysfs)
{
    int64_t began = hpm_clock_monotonic ();

    hpm_page_threads_look (look, sysfs);
    look->record.every = 1;
    if (resident () > TOLD_MOST || hpm_page_tables_read (look))
        hpm_page_sample_take (look);
    look->record.took = hpm_clock_monotonic () - began;
}
