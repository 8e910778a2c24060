/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Loads two plug-ins in turn, each to another address than before:
 * plugged local|global PLUGIN PLUGIN.
 */
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>

int
main (int argc, char **argv)
{
    int scope
        = argc > 1 && !strcmp (argv[1], "global") ? RTLD_GLOBAL : RTLD_LOCAL;

    for (int i = 0; argc > 3 && i < 6; i++) {
        void *plugin = dlopen (argv[2 + i % 2], RTLD_NOW | scope);
        void (*plug) (void)
            = plugin ? (void (*) (void))dlsym (plugin, "plug") : NULL;

        if (!plug)
            return 1;
        plug ();
        dlclose (plugin);
        /* What stood there is not there any more.  */
        mmap (NULL, 65536 * (size_t)(i + 1), PROT_NONE,
              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    puts ("well");
    return 0;
}
