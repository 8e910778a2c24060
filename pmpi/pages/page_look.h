/* SPDX-License-Identifier: BSD-3-Clause
 *
 * One look at where the memory of this process is.  Without malloc, on any
 * thread; it takes a fifth of a second at most, as a rule.
 */
#ifndef HPM_PMPI_PAGE_LOOK_H
#define HPM_PMPI_PAGE_LOOK_H

#include "pmpi/pages/line_reader.h"
#include "pmpi/pages/mappings.h"
#include "pmpi/samples/sample_touches.h"

#define HPM_LOOK_PARTS 131072 /* mappings of the kernel's */
#define HPM_LOOK_BATCH 512    /* pages */

struct hpm_page_look {
    struct hpm_look_record record;
    struct hpm_mappings mappings;
    int64_t ran_on[HPM_MAPPING_NODES]; /* ns of processor time of threads */
    /* Private.  */
    struct hpm_line_reader reader;
    struct {
        uint64_t from;
        struct hpm_mapping *mapping;
    } parts[HPM_LOOK_PARTS];
    int part_count;
    int64_t drawn; /* pages that would be asked for, were there no end */
    int lines;     /* of the kernel's about mappings */
    void *pages[HPM_LOOK_BATCH];
    int places[HPM_LOOK_BATCH];
    char cpus[HPM_MAPPING_NODES][256]; /* of nodes */
    struct hpm_touch touches[HPM_TOUCHES];
    int touch_count;
};

/* Fill what is all zeros.  `sysfs` is "/sys" as a rule.  */
void hpm_page_look_take (struct hpm_page_look *look, const char *sysfs);

/* The mapping that the line begins, NULL where it is none of the program's.  */
struct hpm_mapping *hpm_page_look_begin (struct hpm_page_look *look,
                                         const struct hpm_maps_line *line);

/* Its second half: how much of each mapping is in memory, and where.  Told by
 * the kernel, page by page (page_tables.c); returns 0, or -1 where it cannot
 * be had so.  Or asked for some pages of each (page_sample.c).  */
int hpm_page_tables_read (struct hpm_page_look *look);
void hpm_page_sample_take (struct hpm_page_look *look);

/* The latter is to come to this line, too.  */
void hpm_page_sample_expect (struct hpm_page_look *look,
                             const struct hpm_maps_line *line);

/* What page faults touched, where they are sampled (page_touches.c): take what
 * there is; those between are in this mapping, after all of one look were in
 * none; count them at the end.  */
void hpm_page_touches_take (struct hpm_page_look *look);
void hpm_page_touches_forget (struct hpm_page_look *look);
void hpm_page_touches_place (struct hpm_page_look *look,
                             const struct hpm_maps_line *line,
                             const struct hpm_mapping *mapping);
void hpm_page_touches_settle (struct hpm_page_look *look, int32_t main_thread);

/* NUMA nodes, and where threads run (page_threads.c).  */
void hpm_page_threads_look (struct hpm_page_look *look, const char *sysfs);

#endif /* HPM_PMPI_PAGE_LOOK_H */
