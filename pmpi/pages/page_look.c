/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/pages/page_look.h"

#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/proc.h"

/* To be told of a page costs 0.2 us in both files of the kernel's together, so
 * of so much memory 0.1 s at most, a page of 4 kB each.  */
#define TOLD_MOST (INT64_C (1) << 29)
#define TOLD_LINES 16384 /* the same, of 6 us each */

/* Nothing else tells what was used: where that is asked for it may take 0.8 s.
 */
#define USED_MOST (INT64_C (1) << 32)

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

/* Whether the kernel may be asked for single pages: containers forbid it.  */
static int
may_ask (void)
{
    return syscall (SYS_move_pages, 0, 0, NULL, NULL, NULL, 0) == 0;
}

static int
is_much (const struct hpm_page_look *look)
{
    return look->lines > TOLD_LINES
           || resident () > (look->record.used_for ? USED_MOST : TOLD_MOST);
}

/* Which mappings there are: those of some kinds that are told by themselves are
 * the largest.  */
static void
expect_mappings (struct hpm_page_look *look)
{
    struct hpm_maps_line line;
    const char *text;

    if (hpm_line_reader_open (&look->reader, "/proc/self/maps"))
        return;
    while ((text = hpm_line_reader_next (&look->reader)))
        if (hpm_maps_line_read (&line, text)) {
            hpm_mappings_expect (&look->mappings, &line);
            hpm_page_sample_expect (look, &line);
            look->lines++;
        }
    hpm_line_reader_close (&look->reader);
    hpm_mappings_begin (&look->mappings);
}

struct hpm_mapping *
hpm_page_look_begin (struct hpm_page_look *look,
                     const struct hpm_maps_line *line)
{
    uintptr_t own = (uintptr_t)look;
    struct hpm_mapping *mapping;

    if (line->from <= own && own < line->to)
        return NULL;
    look->record.mappings++;
    mapping = hpm_mappings_add (&look->mappings, line);
    if (mapping)
        hpm_page_touches_place (look, line, mapping);
    return mapping;
}

void
hpm_page_look_take (struct hpm_page_look *look, const char *sysfs)
{
    int64_t began = hpm_clock_monotonic ();

    hpm_page_threads_look (look, sysfs);
    look->record.every = 1;
    hpm_page_touches_take (look);
    expect_mappings (look);
    if ((is_much (look) && may_ask ()) || hpm_page_tables_read (look))
        hpm_page_sample_take (look);
    hpm_page_touches_settle (look, getpid ());
    look->record.took = hpm_clock_monotonic () - began;
}
