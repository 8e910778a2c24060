/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <link.h>
#include <stdint.h>

#include "pmpi/guest/cancel_guard.h"
#include "pmpi/guest/export.h"
#include "pmpi/region/marks.h"
#include "pmpi/region/regions.h"
#include "pmpi/wire/mpi_api.h"

extern const struct hpm_mark_seam hpmmpi_mark_seam;

HPM_EXPORT const struct hpm_mark_seam hpmmpi_mark_seam
    = { .size = sizeof hpmmpi_mark_seam,
        .label = hpm_marks_label,
        .enter = hpm_regions_enter,
        .leave = hpm_regions_leave };

const struct hpm_label *
hpm_marks_label (const char *text, int mark)
{
    const struct hpm_mark_place place = { .mark = mark };

    return hpm_label_of (text ? text : "", &place);
}

/* ---- the next definition ------------------------------------------------ */

/* Objects that the program was started with: they stand first in the list of
 * all, and are never unloaded.  */
static int lasting_count; /* 0: not known yet */

struct search {
    const void *address;
    int passed; /* objects before that which has it */
};

/* dl_iterate_phdr callback: ends at the object of the address.  */
static int
find_object (struct dl_phdr_info *info, size_t size, void *data)
{
    struct search *search = data;

    (void)size;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW (Phdr) *segment = &info->dlpi_phdr[i];
        uintptr_t from = info->dlpi_addr + segment->p_vaddr;

        if (segment->p_type == PT_LOAD && (uintptr_t)search->address >= from
            && (uintptr_t)search->address < from + segment->p_memsz)
            return 1;
    }
    search->passed++;
    return 0;
}

__attribute__ ((constructor)) static void
count_lasting (void)
{
    struct search search = { .address = NULL };

    dl_iterate_phdr (find_object, &search);
    lasting_count = search.passed;
}

static int
lasts (const void *address)
{
    struct search search = { .address = address };

    return dl_iterate_phdr (find_object, &search)
           && search.passed < lasting_count;
}

/* What a plug-in brought is looked for each time: it may be gone by the next
 * call, and another plug-in may have its own.  Threads that come here at once
 * find the same.  */
void *
hpm_mark_next (struct hpm_mark_call *call, const void *caller)
{
    void *next = __atomic_load_n (&call->next, __ATOMIC_RELAXED);

    if (next)
        return next;
    next = hpm_mpi_next (call->name, caller);
    if (next && lasts (next))
        __atomic_store_n (&call->next, next, __ATOMIC_RELAXED);
    return next;
}

/* ---- marks -------------------------------------------------------------- */

int
hpm_mark_begin (struct hpm_mark_call *call, const char *label,
                const void *caller)
{
    hpm_mark_fn *next = (hpm_mark_fn *)hpm_mark_next (call, caller);
    int result = next ? next (label) : 0;

    if (label)
        hpm_regions_enter (hpm_marks_label (label, call->mark));
    return result;
}

int
hpm_mark_end (struct hpm_mark_call *call, const char *label, const void *caller)
{
    hpm_mark_fn *next = (hpm_mark_fn *)hpm_mark_next (call, caller);

    if (label)
        hpm_regions_leave (hpm_marks_label (label, call->mark));
    return next ? next (label) : 0;
}

/* ---- pauses ------------------------------------------------------------- */

static void (*pauses_by) (int pause); /* atomic */

void
hpm_mark_pauses_by (void (*pause_counting) (int pause))
{
    __atomic_store_n (&pauses_by, pause_counting, __ATOMIC_RELEASE);
}

void
hpm_mark_pause (int pause)
{
    void (*ask) (int) = __atomic_load_n (&pauses_by, __ATOMIC_ACQUIRE);
    struct hpm_cancel_guard cancel;

    hpm_cancel_hold (&cancel); /* it waits for other threads */
    if (ask)
        ask (pause);
    hpm_cancel_release (&cancel);
}
