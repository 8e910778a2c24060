/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions, files and lines of addresses.
 */
#ifndef HPM_AGGREGATE_PLACE_NAMES_H
#define HPM_AGGREGATE_PLACE_NAMES_H

#include "aggregate/places/call_sites.h"

/* Name all places: `place` of each, and its file, line and routine as far as
 * they are known, from the debug information of its module.  That of another
 * build than was running is not asked.  Returns 0, or -1 without memory.  */
int hpm_sites_name (struct hpm_sites *sites);

#endif /* HPM_AGGREGATE_PLACE_NAMES_H */
