/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Sets of processors of a host, as the kernel lists them.
 */
#ifndef HPM_AGGREGATE_MASK_H
#define HPM_AGGREGATE_MASK_H

#include <stdint.h>

#define HPM_MASK_PROCESSORS 4096
#define HPM_MASK_WORDS (HPM_MASK_PROCESSORS / 64)

/* Processors, a bit each.  */
struct hpm_mask {
    uint64_t bits[HPM_MASK_WORDS];
    int first; /* word that is not 0 */
    int words; /* up to the last that is not 0 */
    int count;
};

/* Parse "0-3,8".  A list that can't be read is empty.  */
void hpm_mask_parse (struct hpm_mask *mask, const char *text);

/* How many processors are in both.  */
int hpm_mask_shared (const struct hpm_mask *a, const struct hpm_mask *b);

/* Those of the other one, too.  */
void hpm_mask_add (struct hpm_mask *sum, const struct hpm_mask *more);

#endif /* HPM_AGGREGATE_MASK_H */
