/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The objects of this process, the program and its libraries, as the record
 * stream tells them: "path\0build id\0...".
 */
#ifndef HPM_PMPI_OBJECTS_H
#define HPM_PMPI_OBJECTS_H

#include <link.h>
#include <stdint.h>

#include "pmpi/wire/stream_buffer.h"

/* Whether the address lies in the object; in a callback of dl_iterate_phdr, as
 * what follows.  */
int hpm_object_has (const struct dl_phdr_info *info, uintptr_t address);

/* Append its path, and its build id in hex digits, empty where it has none in
 * its memory.  */
void hpm_object_append (struct hpm_stream_buffer *objects,
                        const struct dl_phdr_info *info);

#endif /* HPM_PMPI_OBJECTS_H */
