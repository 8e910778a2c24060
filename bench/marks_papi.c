/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a region of PAPI's high level takes by itself, of the events of
 * PAPI_EVENTS, beside the same floors as those of marks.c.
 */
#include <papi.h>

#include "bench/bare.h"

static void
mark_text (void)
{
    PAPI_hl_region_begin ("a region by text");
    PAPI_hl_region_end ("a region by text");
}

int
main (void)
{
    if (PAPI_hl_region_begin ("first") != PAPI_OK
        || PAPI_hl_region_end ("first") != PAPI_OK)
        return 1;
    printf ("marks text %.2f\n", measure (mark_text));
    print_floors ();
    return 0;
}
