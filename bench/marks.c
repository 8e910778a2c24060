/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What marks take: the beginning and the end of a region, with a label that was
 * made once, by its text, and three regions deep.  Prints "marks NAME
 * NANOSECONDS" for a beginning and an end of each: the fastest of some rounds.
 * Then the floors of bare.h, and "floor clock": two looks at CLOCK_MONOTONIC.
 */
#include <mpi.h>

#include "bench/bare.h"
#include "hpm.h"

static const struct hpm_label *label;

static void
mark_label (void)
{
    hpm_region_enter (label);
    hpm_region_leave (label);
}

static void
mark_text (void)
{
    hpm_region_begin ("a region by text");
    hpm_region_end ("a region by text");
}

static void
look_at_monotonic (void)
{
    now ();
    now ();
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    label = hpm_region_make ("a region by label", __FILE__, __LINE__);
    printf ("marks label %.2f\n", measure (mark_label));
    printf ("marks text %.2f\n", measure (mark_text));
    hpm_region_begin ("around");
    hpm_region_begin ("around");
    hpm_region_begin ("around");
    printf ("marks nested %.2f\n", measure (mark_label));
    hpm_region_end ("around");
    hpm_region_end ("around");
    hpm_region_end ("around");
    printf ("floor clock %.2f\n", measure (look_at_monotonic));
    print_floors ();
    MPI_Finalize ();
    return 0;
}
