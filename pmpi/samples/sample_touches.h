/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What page faults touched, and which thread: a list of fixed size.  When it is
 * full every second is dropped, and every second of those to come, so that what
 * is in it stands for all alike.
 */
#ifndef HPM_PMPI_SAMPLE_TOUCHES_H
#define HPM_PMPI_SAMPLE_TOUCHES_H

#include <stdint.h>

#define HPM_TOUCHES 16384 /* even */

struct hpm_touch {
    uint64_t address;
    int32_t tid;
    int32_t place; /* for who looks at them */
};

struct hpm_touches {
    struct hpm_touch *list; /* [HPM_TOUCHES], owned */
    int count;
    int64_t every, seen; /* one in so many is kept, of so many */
};

/* Returns 0, or -1 without memory.  */
int hpm_touches_open (struct hpm_touches *touches);
void hpm_touches_close (struct hpm_touches *touches);

void hpm_touches_add (struct hpm_touches *touches, uint64_t address,
                      int32_t tid);

#endif /* HPM_PMPI_SAMPLE_TOUCHES_H */
