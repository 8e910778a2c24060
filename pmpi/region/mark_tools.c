/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The variables that hpmrun set for Kokkos, as this very program needs them.
 * Kokkos before 3.7 has another one, which later ones warn of; and where the
 * program's own arguments name a tool, the variable must not name ours.
 */
#include "config.h"

#include <link.h>
#include <stdlib.h>
#include <string.h>

#include "include/hpm_launch.h"

/* dl_iterate_phdr callback: 1 where this is Kokkos, and its read-only segments
 * do not have the newer variable.  */
static int
is_old_kokkos (struct dl_phdr_info *info, size_t size, void *data)
{
    (void)size;
    (void)data;
    if (!strstr (info->dlpi_name, "kokkoscore"))
        return 0;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW (Phdr) *segment = &info->dlpi_phdr[i];

        if (segment->p_type == PT_LOAD && (segment->p_flags & PF_R)
            && !(segment->p_flags & (PF_W | PF_X))
            && memmem ((const char *)info->dlpi_addr + segment->p_vaddr,
                       segment->p_filesz, HPM_MARKS_KOKKOS,
                       sizeof HPM_MARKS_KOKKOS))
            return 0;
    }
    return 1;
}

static int
names_tool (char *const *arguments)
{
    for (; arguments && *arguments; arguments++)
        if (!strncmp (*arguments, "--kokkos-tools-l", 16)
            || !strncmp (*arguments, "--kokkos-tools-args", 19))
            return 1;
    return 0;
}

/* Only where hpmrun's value is still there: else it is the user's.  */
__attribute__ ((constructor)) static void
choose (int count, char *const *arguments)
{
    const char *marks = getenv (HPM_MARKS_VARIABLE);
    const char *set = marks ? getenv (HPM_MARKS_KOKKOS) : NULL;

    if (count < 1 || !set || strcmp (set, marks) != 0)
        return;
    if (names_tool (arguments))
        unsetenv (HPM_MARKS_KOKKOS);
    else if (dl_iterate_phdr (is_old_kokkos, NULL))
        setenv (HPM_MARKS_OLD_KOKKOS, marks, 0);
}
