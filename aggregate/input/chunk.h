/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A chunk of a record stream (include/hpm_stream.h), or of a snapshot.
 */
#ifndef HPM_AGGREGATE_CHUNK_H
#define HPM_AGGREGATE_CHUNK_H

#include <stdint.h>

#include "hpm_stream.h"

struct hpm_chunk {
    uint32_t type; /* enum hpm_chunk_type, or one that is not known here */
    uint32_t rank;
    uint64_t bytes;
    const char *payload; /* whoever gives the chunk owns it; 8-byte aligned */
};

#endif /* HPM_AGGREGATE_CHUNK_H */
