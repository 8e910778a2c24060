/* SPDX-License-Identifier: BSD-3-Clause
 *
 * PAPI's high-level regions.  Its Fortran functions call those of C, through
 * these; PAPI_hl_read and PAPI_hl_stop are PAPI's alone.
 */
#include "config.h"

#include "pmpi/region/mark_calls.h"

HPM_MARK_CALL (begin, HPM_MARK_PAPI, PAPI_hl_region_begin)
HPM_MARK_CALL (end, HPM_MARK_PAPI, PAPI_hl_region_end)
