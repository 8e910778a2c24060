/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program may have used up its file descriptors when it calls MPI_Finalize.
 */
#ifndef HPM_PMPI_DESCRIPTOR_ROOM_H
#define HPM_PMPI_DESCRIPTOR_ROOM_H

#include <sys/resource.h>

struct hpm_descriptor_room {
    struct rlimit before;
    int raised;
};

/* Where hardly a descriptor is left, raise the soft limit by a few for as long as the
 * record is written, and set it back.  errno is kept.  */
void hpm_descriptor_room_begin (struct hpm_descriptor_room *room);
void hpm_descriptor_room_end (const struct hpm_descriptor_room *room);

#endif /* HPM_PMPI_DESCRIPTOR_ROOM_H */
