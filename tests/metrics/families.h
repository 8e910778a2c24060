/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Native events by family of processors.  libpfm4 has the tables of one family
 * alone, that of the machine it was built for: these are the names to find
 * there, and those that others need not find.
 */
#ifndef HPM_TESTS_METRICS_FAMILIES_H
#define HPM_TESTS_METRICS_FAMILIES_H

/* clang-format off */
/* Found in the tables of libpfm 4.13.  */
static const char *const arm_names[] = {
    "CPU_CYCLES", "INST_RETIRED", "L1I_CACHE_REFILL", "INST_SPEC", "OP_SPEC",
    "STALL_SLOT", "STALL_SLOT_FRONTEND", "STALL_SLOT_BACKEND",
    "OP_RETIRED", "DP_SPEC", "arm_n2::FP_FIXED_OPS_SPEC",
    "arm_n2::FP_SCALE_OPS_SPEC", "arm_v2::FP_FIXED_OPS_SPEC",
    "arm_v2::FP_SCALE_OPS_SPEC", "arm_v1::FP_FIXED_OPS_SPEC",
    "arm_v1::FP_SCALE_OPS_SPEC", "FP_SPEC", "VFP_SPEC", "ASE_SPEC",
    "SVE_INST_SPEC", "FP_FMA_SPEC", "LD_SPEC", "ST_SPEC", "L1D_CACHE",
    "MEM_ACCESS", "L1D_CACHE_REFILL", "L1D_CACHE_REFILL_RD",
    "L1D_CACHE_REFILL_WR", "L1D_CACHE_WB", "L2D_CACHE_REFILL", "L2D_CACHE_RD",
    "L2D_CACHE_REFILL_RD", "LL_CACHE_RD", "LL_CACHE_MISS_RD",
    "L3D_CACHE_REFILL", "arm_a64fx::L2D_CACHE_REFILL", "arm_a64fx::L2D_SWAP_DM",
    "arm_a64fx::L2D_CACHE_MIBMCH_PRF", "arm_a64fx::L2D_CACHE_WB", "DTLB_WALK",
    "L2D_TLB_REFILL", "BR_RETIRED", "BR_PRED", "BR_MIS_PRED_RETIRED",
    "BR_MIS_PRED",
};

static const char *const power_names[] = {
    "PM_RUN_CYC", "PM_INST_CMPL", "PM_L1_ICACHE_MISS", "PM_INST_DISP",
    "PM_FXU_FIN", "PM_1FLOP_CMPL", "PM_2FLOP_CMPL", "PM_4FLOP_CMPL",
    "PM_8FLOP_CMPL", "PM_SCALAR_FLOP_CMPL", "PM_VECTOR_FLOP_CMPL",
    "PM_FMA_CMPL", "PM_VSU_FSQRT_FDIV", "PM_SCALAR_FSQRT_FDIV_ISSUE",
    "PM_LD_REF_L1", "PM_ST_CMPL", "PM_LD_MISS_L1", "PM_ST_MISS_L1",
    "PM_DATA_FROM_L2MISS", "PM_DATA_FROM_L2", "PM_DATA_FROM_L3",
    "PM_DATA_FROM_LMEM", "PM_DATA_FROM_RMEM", "PM_DATA_FROM_MEMORY",
    "PM_DTLB_MISS", "PM_BR_CMPL", "PM_BR_MPRED_CMPL",
};

/* Processors of today, as libpfm4 names their counters: a name that only older
 * ones know is no use.  */
static const char *const processors[] = {
    "skl", "skx", "clx", "icl", "icx", "spr",
    "amd64_fam17h_zen1", "amd64_fam17h_zen2", "amd64_fam19h_zen3",
    "amd64_fam19h_zen4",
    "arm_n1", "arm_n2", "arm_v1", "arm_v2", "arm_a64fx",
    "power9", "power10",
    "perf",
};
/* clang-format on */

#if defined __aarch64__
#define NATIVE_FAMILY arm_names
#elif defined __powerpc64__
#define NATIVE_FAMILY power_names
#endif

#endif /* HPM_TESTS_METRICS_FAMILIES_H */
