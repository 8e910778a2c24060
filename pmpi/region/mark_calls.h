/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions of other libraries that begin and end a region by its label, with
 * all that is to be known of them: a row of a table for each.
 */
#ifndef HPM_PMPI_MARK_CALLS_H
#define HPM_PMPI_MARK_CALLS_H

#include "pmpi/guest/export.h"
#include "pmpi/region/marks.h"

/* HPM_MARK_CALL (begin or end, enum hpm_mark, function): exported, to precede
 * that of the library.  Where that returns nothing, nobody reads the result. */
#define HPM_MARK_CALL(what, kind, function)                                    \
    int function (const char *label);                                          \
    HPM_EXPORT int function (const char *label)                                \
    {                                                                          \
        static struct hpm_mark_call call                                       \
            = { .name = #function, .mark = kind };                             \
                                                                               \
        return hpm_mark_##what (&call, label, __builtin_return_address (0));   \
    }

#endif /* HPM_PMPI_MARK_CALLS_H */
