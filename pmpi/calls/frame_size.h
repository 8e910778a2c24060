/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The size of a frame on the stack, by the tables that a library has for
 * exceptions (.eh_frame_hdr and .eh_frame), which are in memory.
 */
#ifndef HPM_PMPI_FRAME_SIZE_H
#define HPM_PMPI_FRAME_SIZE_H

#include <stdint.h>

struct hpm_frame_tables {
    const unsigned char *header; /* the segment PT_GNU_EH_FRAME */
};

/* Of the function that a call returns to at `address`: from the stack's end
 * there to that of its caller, whose return address lies right below that.  0
 * where the tables do not tell, or where it is not always the same, and on
 * processors other than x86-64.  Any thread.  */
uint32_t hpm_frame_size (const struct hpm_frame_tables *tables,
                         uintptr_t address);

#endif /* HPM_PMPI_FRAME_SIZE_H */
