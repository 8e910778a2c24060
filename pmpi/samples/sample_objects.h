/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The objects that samples lie in, the program and its libraries, also those
 * that are unloaded by now.  Of fixed size.
 */
#ifndef HPM_PMPI_SAMPLE_OBJECTS_H
#define HPM_PMPI_SAMPLE_OBJECTS_H

#include "pmpi/samples/sample_chains.h"
#include "pmpi/samples/sample_table.h"
#include "pmpi/wire/stream_buffer.h"

#define HPM_SAMPLE_OBJECTS 4096

/* In an address of a sample: its object is gone.  Another sample at this
 * address is of another object, and user code has no address with it.  */
#define HPM_SAMPLE_GONE (UINT64_C (1) << 63)

struct hpm_sample_object {
    uint64_t base; /* where it was loaded */
    uint32_t path; /* place among the texts */
    int gone, seen;
};

struct hpm_sample_objects {
    struct hpm_sample_object *list; /* owned, and what the rest leads to */
    int count;
    struct hpm_stream_buffer texts; /* pmpi/wire/objects.h */
    struct hpm_sample_pending *pending;
    int pending_count;
};

/* Returns 0, or -1 without memory.  */
int hpm_sample_objects_open (struct hpm_sample_objects *objects);
void hpm_sample_objects_close (struct hpm_sample_objects *objects);

/* Which object is each sample in that is in none so far?  Its number goes into
 * `module`.  Without callers, there are no chains.  */
void hpm_sample_objects_place (struct hpm_sample_objects *objects,
                               struct hpm_sample_table *table,
                               struct hpm_chains *chains);

/* Objects that are no longer loaded are gone, and so are their samples.  */
void hpm_sample_objects_retire (struct hpm_sample_objects *objects,
                                struct hpm_sample_table *table,
                                struct hpm_chains *chains);

#endif /* HPM_PMPI_SAMPLE_OBJECTS_H */
