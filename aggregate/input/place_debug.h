/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Functions, files and lines of addresses, by the debug information of their
 * modules, with libdw, or not at all.
 */
#ifndef HPM_AGGREGATE_PLACE_DEBUG_H
#define HPM_AGGREGATE_PLACE_DEBUG_H

#include "aggregate/places/call_sites.h"

/* `site`, the one of that number, has its place.  */
typedef void hpm_place_found (int number, const struct hpm_site *site,
                              void *data);

/* Fill in place, file, line and routine of the sites that are known, and tell
 * of each.  Sites are sorted by time; of so many of the first ones debug
 * information is looked at, which can take milliseconds each, and of the others
 * symbols. Nothing is fetched from servers.  Debug information that is damaged
 * may end the process.  */
#define HPM_PLACES_LOOKED_UP 4096
void hpm_places_look_up (struct hpm_sites *sites, hpm_place_found *found,
                         void *data);

#endif /* HPM_AGGREGATE_PLACE_DEBUG_H */
