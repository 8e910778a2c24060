/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpm_seam.h: what marks in libraries of their own need.
 */
#include "config.h"

#include "include/hpm_seam.h"
#include "include/hpm_region_record.h"
#include "pmpi/guest/export.h"
#include "pmpi/region/marks.h"
#include "pmpi/region/regions.h"

static int64_t dropped; /* atomic */

HPM_EXPORT const struct hpm_label *
hpm_mark_label (int mark, const char *label, const char *file, int line)
{
    const struct hpm_mark_place place
        = { .mark = mark, .file = file, .line = line };

    return hpm_label_of (label, &place);
}

HPM_EXPORT void
hpm_mark_enter (const struct hpm_label *label)
{
    hpm_regions_enter (label);
}

HPM_EXPORT void
hpm_mark_leave (const struct hpm_label *label)
{
    hpm_regions_leave (label);
}

HPM_EXPORT void
hpm_mark_dropped (void)
{
    __atomic_add_fetch (&dropped, 1, __ATOMIC_RELAXED);
}

int64_t
hpm_marks_dropped (void)
{
    return __atomic_load_n (&dropped, __ATOMIC_RELAXED);
}

HPM_EXPORT int
hpm_mark_counts (long long *values, int most)
{
    int count = hpm_regions_read (values, most);

    for (int i = 0; i < count && i < most; i++)
        if (!hpm_regions_event (i))
            values[i] = -1;
    return count;
}

HPM_EXPORT const char *
hpm_mark_event (int event)
{
    return hpm_regions_event (event);
}
