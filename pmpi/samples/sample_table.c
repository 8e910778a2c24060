/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/samples/sample_table.h"

#include <string.h>
#include <sys/mman.h>

#define BYTES (HPM_SAMPLE_SLOTS * sizeof (struct hpm_sample_slot))

int
hpm_sample_table_open (struct hpm_sample_table *table)
{
    void *memory = mmap (NULL, BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    memset (table, 0, sizeof *table);
    if (memory == MAP_FAILED)
        return -1;
    table->slots = memory;
    return 0;
}

void
hpm_sample_table_close (struct hpm_sample_table *table)
{
    if (table->slots)
        munmap (table->slots, BYTES);
    memset (table, 0, sizeof *table);
}

/* The slot of an address, a new one where there is none yet, or that of the
 * others.  */
static struct hpm_sample_slot *
find (struct hpm_sample_table *table, uint64_t address)
{
    unsigned at = (unsigned)(address * 0x9e3779b97f4a7c15u >> 32);

    for (;; at++) {
        struct hpm_sample_slot *slot = &table->slots[at % HPM_SAMPLE_SLOTS];

        if (slot->address == address)
            return slot;
        if (slot->address)
            continue;
        if (table->count == HPM_SAMPLE_ADDRESSES)
            return &table->others;
        table->count++;
        slot->address = address;
        slot->module = HPM_SAMPLE_UNKNOWN;
        return slot;
    }
}

void
hpm_sample_table_add (struct hpm_sample_table *table, uint64_t address,
                      int inside)
{
    struct hpm_sample_slot *slot
        = address ? find (table, address) : &table->others;

    slot->samples++;
    slot->inside += inside;
}
