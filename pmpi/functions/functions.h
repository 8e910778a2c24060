/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which functions of the program are regions, by their addresses.
 */
#ifndef HPM_PMPI_FUNCTIONS_H
#define HPM_PMPI_FUNCTIONS_H

#include <stddef.h>

#include "pmpi/region/label.h"

#define HPM_FUNCTION_SLOT_BITS 18
#define HPM_FUNCTION_SLOTS ((size_t)1 << HPM_FUNCTION_SLOT_BITS)

struct hpm_function_slot {
    uintptr_t function; /* 0: free; atomic */
    const struct hpm_label *label;
    size_t size; /* bytes of its code, 0: unknown */
};

/* [HPM_FUNCTION_SLOTS], of which one is always free; once chosen.  */
extern struct hpm_function_slot *hpm_function_slots;

/* Of functions that are none.  */
extern const struct hpm_label hpm_functions_dropped;

/* Keep functions of these names, separated by commas; "*" matches any text.
 * Names are those of the symbol table or, of C++, as in its source, with or
 * without the arguments, those of templates, too.  Once, before any other
 * thread is there.  Returns 0, or -1 without memory.  */
int hpm_functions_choose (const char *list);

/* Where a function is, or where it would be.  */
static inline struct hpm_function_slot *
hpm_function_slot_of (uintptr_t function)
{
    size_t i = (function * 0x9e3779b97f4a7c15u)
               >> (8 * sizeof i - HPM_FUNCTION_SLOT_BITS);

    for (;; i = (i + 1) & (HPM_FUNCTION_SLOTS - 1)) {
        struct hpm_function_slot *slot = &hpm_function_slots[i];
        uintptr_t is = __atomic_load_n (&slot->function, __ATOMIC_ACQUIRE);

        if (is == function || !is)
            return slot;
    }
}

/* The label of a function, hpm_functions_dropped, or NULL where it is not
 * known yet.  Any thread, without a lock, in a signal handler, too; every call
 * of a function comes here.  */
static inline const struct hpm_label *
hpm_functions_find (const void *function)
{
    const struct hpm_function_slot *slot
        = hpm_function_slot_of ((uintptr_t)function);

    /* Another function may have taken a free slot meanwhile.  */
    return __atomic_load_n (&slot->function, __ATOMIC_ACQUIRE)
                   == (uintptr_t)function
               ? slot->label
               : NULL;
}

/* The same of one that is not known: reads the symbol table of the object that
 * it is in, if that was not read before.  Never NULL.  Any thread, not within a
 * call of this.  */
const struct hpm_label *hpm_functions_learn (const void *function);

/* When counting is over: say once, if functions were chosen, that none is a
 * region, on the process that speaks for the job.  */
void hpm_functions_tell (void);

#endif /* HPM_PMPI_FUNCTIONS_H */
