/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A rank's mappings, as they are told: parts of one file are one, small ones
 * are one, and there is room for so many.  No memory of malloc.
 */
#ifndef HPM_PMPI_MAPPINGS_H
#define HPM_PMPI_MAPPINGS_H

#include "hpm_page_record.h"
#include "pmpi/pages/maps_line.h"

#define HPM_MAPPINGS 192     /* room, the last one for others */
#define HPM_MAPPING_NAME 120 /* of a name, which is cut in front */
#define HPM_MAPPING_NODES 64 /* what lies on nodes beyond is the last's */
#define HPM_MAPPING_SMALL (INT64_C (1) << 20)

struct hpm_mapping {
    struct hpm_mapping_record record;
    char name[HPM_MAPPING_NAME]; /* of a file, or "" */
    int64_t on[HPM_MAPPING_NODES];
};

struct hpm_mappings {
    struct hpm_mapping list[HPM_MAPPINGS];
    int count;
    uint64_t behind_guard; /* where a guard ended just now */
};

/* The mapping that a line of the kernel's belongs to, with its size noted;
 * lines come in their order.  NULL for what holds nothing.  */
struct hpm_mapping *hpm_mappings_add (struct hpm_mappings *mappings,
                                      const struct hpm_maps_line *line);

/* So much of it lies on a node.  */
void hpm_mapping_place (struct hpm_mapping *mapping, int node, int64_t bytes);

#endif /* HPM_PMPI_MAPPINGS_H */
