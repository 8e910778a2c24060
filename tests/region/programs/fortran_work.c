/* SPDX-License-Identifier: BSD-3-Clause
 *
 * fortran_work: do_work, for Fortran.
 */
#include "tests/calls/programs/work_counter.h"

void fortran_work_ (const int *units);

void
fortran_work_ (const int *units)
{
    do_work (*units);
}
