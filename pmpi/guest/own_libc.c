/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>
#include <link.h>
#include <stdint.h>
#include <stdlib.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/own_libc.h"

#ifdef OWN_LIBC

static int is_hidden;

/* Addresses of the program itself.  */
struct range {
    uintptr_t first, end;
};

/* What PAPI and libpfm call besides.  */
static const char *const below[] = {
    "basename",     "err",          "fdopen",        "getpagesize",
    "gettimeofday", "pthread_once", "putenv",        "rand_r",
    "random",       "sigprocmask",  "sleep",         "sched_setaffinity",
    "setitimer",    "srandom",      "tdelete",       "tfind",
    "timer_create", "timer_delete", "timer_gettime", "timer_settime",
    "times",        "tsearch",      "usleep",
};

/* The first object is the program.  */
static int
note_program (struct dl_phdr_info *object, size_t size, void *data)
{
    struct range *range = data;

    (void)size;
    for (int i = 0; i < object->dlpi_phnum; i++) {
        const ElfW (Phdr) *part = &object->dlpi_phdr[i];
        uintptr_t first = object->dlpi_addr + part->p_vaddr;

        if (part->p_type != PT_LOAD)
            continue;
        if (first < range->first)
            range->first = first;
        if (first + part->p_memsz > range->end)
            range->end = first + part->p_memsz;
    }
    return 1;
}

/* Before glibc 2.34, threads had a library of their own, which needs the other.
 * Both stay for as long as the process.  */
static void *
open_libc (void)
{
    void *library = dlopen ("libpthread.so.0", RTLD_LAZY | RTLD_NOLOAD);

    return library ? library : dlopen ("libc.so.6", RTLD_LAZY | RTLD_NOLOAD);
}

static int
is_in (const struct range *range, const void *function)
{
    uintptr_t address = (uintptr_t)function;

    return address >= range->first && address < range->end;
}

static struct range
find_program (void)
{
    struct range program = { UINTPTR_MAX, 0 };

    dl_iterate_phdr (note_program, &program);
    return program;
}

static void
replace (struct hpm_libc_function *function, void *libc)
{
    void *real = libc ? hpm_dlsym_real () (libc, function->name) : NULL;

    if (!real || real == function->address)
        return;
    function->address = real;
    is_hidden = 1;
}

/* Almost always there is nothing to do, and nothing is looked up.  An address
 * in the program that is none of its functions, but how it calls one of a
 * library, is looked up, too.  */
__attribute__ ((constructor (101))) static void
replace_programs (void)
{
    struct range program = find_program ();
    void *libc = NULL;
    int saved = errno;

    for (struct hpm_libc_function *f = hpm_libc_functions; f->name; f++) {
        if (!is_in (&program, f->address))
            continue;
        if (!libc)
            libc = open_libc ();
        replace (f, libc);
    }
    errno = saved;
}

static int
is_below_hidden (void)
{
    struct range program = find_program ();

    for (size_t i = 0; i < sizeof below / sizeof *below; i++)
        if (is_in (&program, hpm_dlsym_first (below[i])))
            return 1;
    return 0;
}

int
hpm_libc_is_hidden (void)
{
    void *libc = is_hidden || is_below_hidden () ? open_libc () : NULL;

    return libc
           && hpm_dlsym_first ("malloc") == hpm_dlsym_real () (libc, "malloc");
}

#else

int
hpm_libc_is_hidden (void)
{
    return 0;
}

#endif
