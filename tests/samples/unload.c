/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that loads a library, works in a function of it for half a second
 * of processor time, and unloads it; then the same with the next one.  Says
 * where each function was.
 *
 *     unload { LIBRARY FUNCTION }...
 */
#include <dlfcn.h>
#include <stdio.h>
#include <time.h>

static double
processor_time (void)
{
    struct timespec time;

    clock_gettime (CLOCK_PROCESS_CPUTIME_ID, &time);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

__attribute__ ((noinline)) static void
work (void (*function) (void))
{
    double end = processor_time () + 0.5;

    while (processor_time () < end)
        function ();
}

int
main (int argc, char **argv)
{
    for (int i = 1; i + 1 < argc; i += 2) {
        void *library = dlopen (argv[i], RTLD_NOW | RTLD_LOCAL);
        void (*function) (void);

        if (!library)
            return 1;
        *(void **)&function = dlsym (library, argv[i + 1]);
        if (!function)
            return 1;
        printf ("%p\n", *(void **)&function);
        work (function);
        if (dlclose (library) || dlopen (argv[i], RTLD_NOW | RTLD_NOLOAD))
            return 1;
    }
    return 0;
}
