/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a thread's marks read only grows, also where another thread had a part
 * in it.  Who lets counting pause reads a thread first and publishes then:
 * marks in between have read more than what they shall stand still at.  And it
 * knows user and system time by the kernel's ticks alone, marks by the
 * microsecond.
 */
#ifndef HPM_PMPI_REGION_FORWARD_H
#define HPM_PMPI_REGION_FORWARD_H

#include "pmpi/region/paths.h"

/* Before paths->values are read anew: keep those of the last mark.  */
void hpm_region_remember (struct hpm_paths *paths);

/* Then: neither the moment nor what was read is before the last mark, processor
 * time is within the time that passed, user and system time are its parts, and
 * what is inside MPI is within the whole.  For the thread itself, or of one
 * that stands still.  */
void hpm_region_forward (struct hpm_paths *paths,
                         struct hpm_path_moment *moment);

#endif /* HPM_PMPI_REGION_FORWARD_H */
