/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Another library that stands before dlsym, and counts what it is asked: it
 * calls the next one, as such libraries do, so that RTLD_NEXT means what is
 * behind itself.
 */
#include <dlfcn.h>
#include <stdio.h>

#ifdef __aarch64__
#define VERSION "GLIBC_2.17"
#else
#define VERSION "GLIBC_2.2.5"
#endif

static int asked;

void *
dlsym (void *handle, const char *name)
{
    static void *(*next) (void *, const char *);
    void *volatile found; /* no jump */

    if (!next)
        *(void **)&next = dlvsym (RTLD_NEXT, "dlsym", VERSION);
    asked++;
    found = next (handle, name);
    return found;
}

__attribute__ ((destructor)) static void
tell (void)
{
    if (asked)
        fputs ("asker: was asked\n", stderr);
}
