/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What scripts/embed-page makes of page.html and what that names: the page
 * before the data of the runs, between these and a history's, and behind.  In
 * builds with D3 alone.
 */
#ifndef HPM_AGGREGATE_PAGE_EMBEDDED_H
#define HPM_AGGREGATE_PAGE_EMBEDDED_H

#include <stddef.h>

extern const unsigned char hpm_page_before[], hpm_page_between[],
    hpm_page_behind[];
extern const size_t hpm_page_before_size, hpm_page_between_size,
    hpm_page_behind_size;

#endif /* HPM_AGGREGATE_PAGE_EMBEDDED_H */
