/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/event/event_list.h"

#include <stddef.h>

/* What PAPI 7.0 offers differs by processor: Intel has DP_OPS and SP_OPS (3 or
 * 4 counters each), AMD Zen has FP_OPS and no L3 misses of a core, Arm has
 * neither but L1_DCA; Intel has LD_INS and SR_INS instead of L1_DCA.  Of each
 * pair the cheaper stands first; what a processor lacks takes no counter.  Two
 * counts that only make sense together stand together.  Where a preset counts
 * something else on one maker's processors, the maker's own event stands before
 * it: conditional branches on Intel, hits of the second level of the TLB on
 * AMD. REF_CYC has a counter of its own where it exists, so it can wait.  */
/* clang-format off */
const char *const hpm_default_events[] = {
    "PAPI_TOT_CYC", "PAPI_TOT_INS", "PAPI_FP_OPS", "PAPI_DP_OPS",
    "PAPI_L1_DCM",  "PAPI_L1_DCA",  "PAPI_LD_INS", "PAPI_SR_INS",
    "PAPI_L2_DCM",  "PAPI_L2_TCM",  "PAPI_L3_TCM",
    "BR_MISP_RETIRED:ALL_BRANCHES", "PAPI_BR_INS", "PAPI_BR_MSP",
    ("L1_DTLB_MISS:TLB_RELOAD_1G_L2_MISS:TLB_RELOAD_2M_L2_MISS:"
     "TLB_RELOAD_COALESCED_PAGE_MISS:TLB_RELOAD_4K_L2_MISS"),
    "PAPI_TLB_DM", "PAPI_SP_OPS", "PAPI_FP_INS", "PAPI_VEC_INS",
    "PAPI_REF_CYC", NULL,
};
/* clang-format on */
