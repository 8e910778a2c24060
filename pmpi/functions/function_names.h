/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The functions of an object of this process, by its symbol table: of the file
 * it was loaded from, since what is loaded names exported functions alone.
 */
#ifndef HPM_PMPI_FUNCTION_NAMES_H
#define HPM_PMPI_FUNCTION_NAMES_H

#include <limits.h>
#include <stddef.h>
#include <stdint.h>

struct hpm_function_object {
    uintptr_t bias;      /* what is added to addresses of its file */
    char path[PATH_MAX]; /* of its file */
};

/* The object that a function is in.  Returns 0, or -1 where there is none.  */
int hpm_function_object_find (struct hpm_function_object *object,
                              uintptr_t function);

/* Call `each` for each of its functions, by name, address and size.  Returns 0,
 * or -1 where its file can't be read or has no table; of a file without a full
 * one, it is the table of exported functions.  */
typedef void hpm_function_fn (const char *name, uintptr_t function, size_t size,
                              void *data);
int hpm_function_names_each (const struct hpm_function_object *object,
                             hpm_function_fn *each, void *data);

#endif /* HPM_PMPI_FUNCTION_NAMES_H */
