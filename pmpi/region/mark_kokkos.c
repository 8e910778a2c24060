/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Kokkos Tools: kernels, regions, sections and deep copies of a program that
 * uses Kokkos, of version 3 and later.  Fences, allocations and events that
 * have no end are left out; kernels that were given no name have that of their
 * type, as the compiler writes it.
 */
#include "config.h"

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "include/hpm_launch.h"
#include "pmpi/guest/export.h"
#include "pmpi/region/mark_open.h"

/* Of a memory space, passed by value.  */
struct space {
    char name[64];
};

struct settings {
    bool fences; /* around each call of a tool; on where nobody says so */
    bool rest[255];
};

void kokkosp_request_tool_settings (uint32_t count, struct settings *settings);
void kokkosp_init_library (int sequence, uint64_t version, uint32_t devices,
                           void *device);
void kokkosp_finalize_library (void);
void kokkosp_begin_parallel_for (const char *name, uint32_t device,
                                 uint64_t *id);
void kokkosp_end_parallel_for (uint64_t id);
void kokkosp_begin_parallel_reduce (const char *name, uint32_t device,
                                    uint64_t *id);
void kokkosp_end_parallel_reduce (uint64_t id);
void kokkosp_begin_parallel_scan (const char *name, uint32_t device,
                                  uint64_t *id);
void kokkosp_end_parallel_scan (uint64_t id);
void kokkosp_push_profile_region (const char *name);
void kokkosp_pop_profile_region (void);
void kokkosp_begin_deep_copy (struct space to, const char *to_name,
                              const void *to_data, struct space from,
                              const char *from_name, const void *from_data,
                              uint64_t bytes);
void kokkosp_end_deep_copy (void);
void kokkosp_create_profile_section (const char *name, uint32_t *id);
void kokkosp_start_profile_section (uint32_t id);
void kokkosp_stop_profile_section (uint32_t id);
void kokkosp_destroy_profile_section (uint32_t id);

static __thread struct hpm_mark_open regions, copies;

static const struct hpm_label *
label_of (const char *name)
{
    const struct hpm_mark_seam *marks = hpm_mark_target ();

    return marks ? marks->label (name, HPM_MARK_KOKKOS) : NULL;
}

/* ---- kernels ------------------------------------------------------------ */

/* The number of a kernel that runs is ours to choose.  */
static void
begin_kernel (const char *name, uint64_t *id)
{
    const struct hpm_label *label = label_of (name);

    *id = (uintptr_t)label;
    if (label)
        hpm_mark_target ()->enter (label);
}

static void
end_kernel (uint64_t id)
{
    const struct hpm_mark_seam *marks = hpm_mark_target ();

    if (marks && id)
        marks->leave ((const struct hpm_label *)(uintptr_t)id);
}

#define KERNEL(kind)                                                           \
    HPM_EXPORT void kokkosp_begin_parallel_##kind (                            \
        const char *name, uint32_t device, uint64_t *id)                       \
    {                                                                          \
        (void)device;                                                          \
        begin_kernel (name, id);                                               \
    }                                                                          \
    HPM_EXPORT void kokkosp_end_parallel_##kind (uint64_t id)                  \
    {                                                                          \
        end_kernel (id);                                                       \
    }

KERNEL (for)
KERNEL (reduce)
KERNEL (scan)

/* ---- regions and copies ------------------------------------------------- */

HPM_EXPORT void
kokkosp_push_profile_region (const char *name)
{
    const struct hpm_label *label = label_of (name);

    if (label)
        hpm_mark_push (&regions, label);
}

HPM_EXPORT void
kokkosp_pop_profile_region (void)
{
    hpm_mark_pop (&regions);
}

HPM_EXPORT void
kokkosp_begin_deep_copy (struct space to, const char *to_name,
                         const void *to_data, struct space from,
                         const char *from_name, const void *from_data,
                         uint64_t bytes)
{
    char text[HPM_LABEL_BYTES + 8]; /* that a cut is seen */
    const struct hpm_label *label;

    (void)to;
    (void)to_data;
    (void)from;
    (void)from_data;
    (void)bytes;
    snprintf (text, sizeof text, "deep_copy %s to %s", from_name, to_name);
    label = label_of (text);
    if (label)
        hpm_mark_push (&copies, label);
}

HPM_EXPORT void
kokkosp_end_deep_copy (void)
{
    hpm_mark_pop (&copies);
}

/* ---- sections ----------------------------------------------------------- */

#define SECTIONS 1024 /* those beyond are not marked */

static const struct hpm_label *sections[SECTIONS]; /* atomic */
static uint32_t section_count;                     /* atomic */

HPM_EXPORT void
kokkosp_create_profile_section (const char *name, uint32_t *id)
{
    *id = __atomic_fetch_add (&section_count, 1, __ATOMIC_RELAXED);
    if (*id < SECTIONS)
        __atomic_store_n (&sections[*id], label_of (name), __ATOMIC_RELEASE);
}

static const struct hpm_label *
section (uint32_t id)
{
    return id < SECTIONS ? __atomic_load_n (&sections[id], __ATOMIC_ACQUIRE)
                         : NULL;
}

HPM_EXPORT void
kokkosp_start_profile_section (uint32_t id)
{
    const struct hpm_label *label = section (id);

    if (label)
        hpm_mark_target ()->enter (label);
}

HPM_EXPORT void
kokkosp_stop_profile_section (uint32_t id)
{
    const struct hpm_label *label = section (id);

    if (label)
        hpm_mark_target ()->leave (label);
}

HPM_EXPORT void
kokkosp_destroy_profile_section (uint32_t id)
{
    (void)id;
}

/* ---- begin and end ------------------------------------------------------ */

HPM_EXPORT void
kokkosp_request_tool_settings (uint32_t count, struct settings *settings)
{
    if (count > 0)
        settings->fences = false;
}

HPM_EXPORT void
kokkosp_init_library (int sequence, uint64_t version, uint32_t devices,
                      void *device)
{
    const char *marks = getenv (HPM_MARKS_VARIABLE);
    const char *old = getenv (HPM_MARKS_OLD_KOKKOS);

    (void)sequence;
    (void)version;
    (void)devices;
    (void)device;
    if (marks && old && strcmp (marks, old) == 0)
        unsetenv (HPM_MARKS_OLD_KOKKOS); /* not for children */
}

HPM_EXPORT void
kokkosp_finalize_library (void)
{
}
