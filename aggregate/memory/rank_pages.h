/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The chunks of a record stream that speak of where a rank's memory was, taken
 * one by one and checked: what is in here may be used as an index.
 */
#ifndef HPM_AGGREGATE_RANK_PAGES_H
#define HPM_AGGREGATE_RANK_PAGES_H

#include <stdint.h>

#include "hpm_page_record.h"

/* More nodes than that, and more mappings of a rank, nobody tells of.  */
#define HPM_NODES_MOST 1024
#define HPM_MAPPINGS_MOST 4096

struct hpm_rank_pages {
    int recorded; /* this rank was looked at */
    struct hpm_look_record look;
    struct hpm_mapping_record *mappings;     /* owned */
    char *names;                             /* owned: "name\0..." */
    struct hpm_placement_record *placements; /* owned */
    int64_t mapping_count, name_bytes, placement_count;
};

void hpm_rank_pages_clear (struct hpm_rank_pages *pages);

/* Take a chunk LOOK, MAPPINGS, MAPPING_NAMES or PLACEMENTS.  Returns 0, or -1
 * where it is malformed.  */
int hpm_rank_pages_take (struct hpm_rank_pages *pages, uint32_t type,
                         const void *payload, uint64_t bytes);

#endif /* HPM_AGGREGATE_RANK_PAGES_H */
