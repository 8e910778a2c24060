/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/job/pmix_api.h"

/* Open MPI loads its PMIx where the linker would not look.  */
void *
hpm_pmix_next (const char *name)
{
    void *next = hpm_dlsym_behind (name), *library;

    if (next)
        return next;
    library = dlopen ("libpmix.so.2", RTLD_LAZY | RTLD_NOLOAD);
    next = library ? dlsym (library, name) : NULL;
    if (library)
        dlclose (library); /* it stays: the caller holds it */
    return next;
}
