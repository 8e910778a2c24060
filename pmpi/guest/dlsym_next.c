/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <stddef.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/uninstrumented.h"

#ifdef HPM_DLSYM_ENTRY

/* Versions that dlsym has in the C library: since 2.34 outside of libdl, and
 * the first one of a processor.  */
static const char *const versions[] = {
    "GLIBC_2.34",
    "GLIBC_2.17",
    "GLIBC_2.2.5",
};

/* dlsym would find ours; dlvsym passes over what has no version.  */
HPM_UNINSTRUMENTED static hpm_dlsym_fn *
find_real (void)
{
    hpm_dlsym_fn *found = NULL;
    int saved = errno;

    for (size_t i = 0; i < sizeof versions / sizeof *versions && !found; i++)
        found = (hpm_dlsym_fn *)dlvsym (RTLD_NEXT, "dlsym", versions[i]);
    errno = saved;
    return found;
}

HPM_UNINSTRUMENTED hpm_dlsym_fn *
hpm_dlsym_real (void)
{
    static hpm_dlsym_fn *real;
    hpm_dlsym_fn *known = __atomic_load_n (&real, __ATOMIC_RELAXED);

    if (!known) {
        known = find_real ();
        __atomic_store_n (&real, known, __ATOMIC_RELAXED);
    }
    return known;
}

/* That of another tool behind us has no version either.  */
HPM_UNINSTRUMENTED static hpm_dlsym_fn *
find_next (void)
{
    hpm_dlsym_fn *real = hpm_dlsym_real ();
    int saved = errno;
    hpm_dlsym_fn *found = (hpm_dlsym_fn *)real (RTLD_NEXT, "dlsym");

    errno = saved;
    return found ? found : real;
}

HPM_UNINSTRUMENTED hpm_dlsym_fn *
hpm_dlsym_next (void)
{
    static hpm_dlsym_fn *next;
    hpm_dlsym_fn *known = __atomic_load_n (&next, __ATOMIC_RELAXED);

    if (!known) {
        known = find_next ();
        __atomic_store_n (&next, known, __ATOMIC_RELAXED);
    }
    return known;
}

#else

hpm_dlsym_fn *
hpm_dlsym_real (void)
{
    return dlsym;
}

hpm_dlsym_fn *
hpm_dlsym_next (void)
{
    return dlsym;
}

#endif

/* Called, not jumped to: it looks at its return address.  */
void *
hpm_dlsym_behind (const char *name)
{
    void *volatile found = hpm_dlsym_real () (RTLD_NEXT, name);

    return found;
}

void *
hpm_dlsym_first (const char *name)
{
    void *program = dlopen (NULL, RTLD_LAZY | RTLD_NOLOAD);
    void *symbol = program ? hpm_dlsym_real () (program, name) : NULL;

    if (program)
        dlclose (program);
    return symbol;
}
