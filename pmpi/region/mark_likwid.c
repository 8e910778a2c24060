/* SPDX-License-Identifier: BSD-3-Clause
 *
 * LIKWID's markers.  Its Fortran functions call those of C, through these. What
 * else there is of them (init, register, reset, next group, get, close) has no
 * meaning for regions and is LIKWID's alone.
 */
#include "config.h"

#include "pmpi/region/mark_calls.h"

HPM_MARK_CALL (begin, HPM_MARK_LIKWID, likwid_markerStartRegion)
HPM_MARK_CALL (end, HPM_MARK_LIKWID, likwid_markerStopRegion)
