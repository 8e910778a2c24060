/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Caliper's regions, phases and regions of communication, as its macros
 * CALI_MARK_BEGIN, CALI_MARK_PHASE_BEGIN and CALI_MARK_COMM_REGION_BEGIN call
 * them.  Classes of C++ and loops do not come through functions of a label.
 */
#include "config.h"

#include "pmpi/region/mark_calls.h"

HPM_MARK_CALL (begin, HPM_MARK_CALIPER, cali_begin_region)
HPM_MARK_CALL (end, HPM_MARK_CALIPER, cali_end_region)
HPM_MARK_CALL (begin, HPM_MARK_CALIPER, cali_begin_phase)
HPM_MARK_CALL (end, HPM_MARK_CALIPER, cali_end_phase)
HPM_MARK_CALL (begin, HPM_MARK_CALIPER, cali_begin_comm_region)
HPM_MARK_CALL (end, HPM_MARK_CALIPER, cali_end_comm_region)
