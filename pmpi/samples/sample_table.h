/* SPDX-License-Identifier: BSD-3-Clause
 *
 * How often each address was seen; of fixed size.
 */
#ifndef HPM_PMPI_SAMPLE_TABLE_H
#define HPM_PMPI_SAMPLE_TABLE_H

#include <stdint.h>

#include "hpm_sample_record.h"

#define HPM_SAMPLE_SLOTS 8192 /* so that it is never searched for long ... */
#define HPM_SAMPLE_ADDRESSES 6144 /* ... no more are in it */

struct hpm_sample_slot {
    uint64_t address;        /* 0: free */
    int64_t samples, inside; /* taken there, and of these in a call of MPI */
    int32_t module;          /* for who tells them; HPM_SAMPLE_UNKNOWN so far */
};

struct hpm_sample_table {
    struct hpm_sample_slot *slots; /* [HPM_SAMPLE_SLOTS], owned */
    int count;
    struct hpm_sample_slot others; /* that there was no room for */
};

/* Returns 0, or -1 without memory.  */
int hpm_sample_table_open (struct hpm_sample_table *table);
void hpm_sample_table_close (struct hpm_sample_table *table);

void hpm_sample_table_add (struct hpm_sample_table *table, uint64_t address,
                           int inside);

#endif /* HPM_PMPI_SAMPLE_TABLE_H */
