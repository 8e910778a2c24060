/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpm(3): the marks of our own.
 */
#include "config.h"

#include "include/hpm_marks.h"
#include "include/hpm_region_record.h"
#include "pmpi/guest/export.h"
#include "pmpi/region/regions.h"

static const struct hpm_label *
make (const char *label, const char *file, int line)
{
    const struct hpm_mark_place place
        = { .mark = HPM_MARK_HPM, .file = file, .line = line };

    return hpm_label_of (label ? label : "", &place);
}

static void
enter (const struct hpm_label *region)
{
    hpm_regions_enter (region ? region : &hpm_label_none);
}

static void
leave (const struct hpm_label *region)
{
    hpm_regions_leave (region ? region : &hpm_label_none);
}

static void
begin (const char *label)
{
    hpm_regions_enter (make (label, NULL, 0));
}

static void
end (const char *label)
{
    hpm_regions_leave (label ? make (label, NULL, 0) : NULL);
}

/* These are not the exported functions, since in a program that is linked with
 * libhpm.a those would be its own, which come here.  */
extern const struct hpm_marks hpmmpi_marks;
HPM_EXPORT const struct hpm_marks hpmmpi_marks = { .version = HPM_MARKS_VERSION,
                                                   .make = make,
                                                   .enter = enter,
                                                   .leave = leave,
                                                   .begin = begin,
                                                   .end = end };

HPM_EXPORT const struct hpm_label *
hpm_region_make (const char *label, const char *file, int line)
{
    return make (label, file, line);
}

HPM_EXPORT void
hpm_region_enter (const struct hpm_label *region)
{
    enter (region);
}

HPM_EXPORT void
hpm_region_leave (const struct hpm_label *region)
{
    leave (region);
}

HPM_EXPORT void
hpm_region_begin (const char *label)
{
    begin (label);
}

HPM_EXPORT void
hpm_region_end (const char *label)
{
    end (label);
}
