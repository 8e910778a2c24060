/* SPDX-License-Identifier: BSD-3-Clause
 *
 * From a binding of Fortran back to the program.  A binding's function calls
 * MPI's function for C, so the wrapper returns into the binding.  How far above
 * the end of the stack that function's own return address lies is the same
 * each time it makes that call: the tables for exceptions tell it once, and
 * then it is remembered by address.
 *
 * Nothing of this asks for memory or takes a lock while calls are recorded.
 */
#include "config.h"

#include <link.h>
#include <string.h>

#include "pmpi/wrap/calls_sites.h"
#include "pmpi/calls/frame_size.h"

#define MOST_BINDINGS 4
#define MOST_STEPS 3
#define KEPT 4096 /* offsets, a power of 2 */

struct binding {
    uintptr_t start, end;
    struct hpm_frame_tables tables;
};

static struct {
    int count;
    struct binding list[MOST_BINDINGS];
    /* Address in the binding (30 bits, and 2 for which one), and the size of
     * the frame there plus 1; 0: none.  Written as a whole, by any thread.  */
    uint64_t kept[KEPT];
} steps;

static int
is_binding (const char *path)
{
    static const char *const names[]
        = { "libmpi_mpifh.", "libmpi_usempi", "libmpi_cxx.", "libmpifort.",
            "libmpichf90.",  "libmpichfort.", "libmpicxx." };
    const char *slash = strrchr (path, '/');
    const char *base = slash ? slash + 1 : path;

    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (!strncmp (base, names[i], strlen (names[i])))
            return 1;
    return 0;
}

/* dl_iterate_phdr callback.  */
static int
note_binding (struct dl_phdr_info *info, size_t size, void *data)
{
    struct binding *binding = &steps.list[steps.count];

    (void)size;
    (void)data;
    if (steps.count == MOST_BINDINGS || !is_binding (info->dlpi_name))
        return 0;
    memset (binding, 0, sizeof *binding);
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t start = info->dlpi_addr + segment->p_vaddr;

        if (segment->p_type == PT_LOAD && segment->p_flags & PF_X) {
            binding->start = start;
            binding->end = start + segment->p_memsz;
        } else if (segment->p_type == PT_GNU_EH_FRAME)
            binding->tables.header = (const unsigned char *)start;
    }
    if (binding->tables.header && binding->end - binding->start < 1u << 30)
        steps.count++;
    return 0;
}

void
hpm_steps_start (void)
{
    steps.count = 0;
    memset (steps.kept, 0, sizeof steps.kept);
    dl_iterate_phdr (note_binding, NULL);
}

/* Bytes between the stack's end at a call and that of the caller; 0: unknown.
 */
static uintptr_t
frame_size (int number, uintptr_t address)
{
    const struct binding *binding = &steps.list[number];
    uint32_t key = (uint32_t)(address - binding->start) << 2 | (uint32_t)number;
    uint64_t *place = &steps.kept[(key * 2654435769u >> 20) % KEPT];
    uint64_t kept = __atomic_load_n (place, __ATOMIC_RELAXED);

    if (!kept || (uint32_t)(kept >> 32) != key) {
        uint32_t size = hpm_frame_size (&binding->tables, address);

        kept = (uint64_t)key << 32 | (size + 1);
        __atomic_store_n (place, kept, __ATOMIC_RELAXED);
    }
    return (uint32_t)kept - 1;
}

static int
binding_of (uintptr_t address)
{
    for (int i = 0; i < steps.count; i++)
        if (address - steps.list[i].start
            < steps.list[i].end - steps.list[i].start)
            return i;
    return -1;
}

uintptr_t
hpm_steps_to_program (uintptr_t caller, uintptr_t frame)
{
    for (int step = 0; step < MOST_STEPS; step++) {
        int binding = binding_of (caller);
        uintptr_t size = binding < 0 ? 0 : frame_size (binding, caller);

        if (!size)
            break;
        frame += size;
        caller = *(const uintptr_t *)(frame - sizeof frame);
    }
    return caller;
}
