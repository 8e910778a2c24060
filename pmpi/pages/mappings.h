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
/* Of the room, so many are for anonymous ones by themselves and so many for
 * files and shared memory; the rest for kinds that are told as one.  */
#define HPM_MAPPINGS_ANONYMOUS 123
#define HPM_MAPPINGS_NAMED 64

struct hpm_mapping {
    struct hpm_mapping_record record;
    char name[HPM_MAPPING_NAME]; /* of a file, or "" */
    int64_t on[HPM_MAPPING_NODES];
};

/* Which ones of some kinds are told where there are more than there is room
 * for: the large ones, and as many as still fit of those that come next.  */
#define HPM_MAPPING_SIZES 256
struct hpm_mapping_room {
    int of_size[HPM_MAPPING_SIZES]; /* how many, by size: each is 5/4 to 8/7 of
                                       the one before */
    int size, spare;                /* larger ones are told; so many of these */
};

struct hpm_mappings {
    struct hpm_mapping list[HPM_MAPPINGS];
    int count;
    uint64_t behind_guard;            /* where a guard ended just now */
    struct hpm_mapping_room rooms[2]; /* of anonymous ones, of files */
};

/* First tell it of all lines, then begin with none.  Without the former, those
 * that come first have the room.  */
void hpm_mappings_expect (struct hpm_mappings *mappings,
                          const struct hpm_maps_line *line);
void hpm_mappings_begin (struct hpm_mappings *mappings);

/* The mapping that a line of the kernel's belongs to, with its size noted;
 * lines come in their order.  NULL for what holds nothing.  */
struct hpm_mapping *hpm_mappings_add (struct hpm_mappings *mappings,
                                      const struct hpm_maps_line *line);

/* So much of it lies on a node.  */
void hpm_mapping_place (struct hpm_mapping *mapping, int node, int64_t bytes);

#endif /* HPM_PMPI_MAPPINGS_H */
