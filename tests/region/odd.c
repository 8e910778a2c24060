/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Regions that do not fit, each kind inside one of its own: "deep" has a chain
 * of two labels, 300 deep.
 */
#include "hpm.h"

static void
chain (void)
{
    const int pairs = 150;

    hpm_region_begin ("deep");
    for (int i = 0; i < pairs; i++) {
        hpm_region_begin ("a");
        hpm_region_begin ("b");
    }
    for (int i = 0; i < pairs; i++) {
        hpm_region_end ("b");
        hpm_region_end ("a");
    }
    hpm_region_end ("deep");
}

int
main (void)
{
    chain ();
    return 0;
}
