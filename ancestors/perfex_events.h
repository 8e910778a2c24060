/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The events of the R10000, by their numbers for libperfex(3), and which of
 * ours they are; "" where there is none.  X(number, meaning, event, else)
 */
#ifndef HPM_ANCESTORS_PERFEX_EVENTS_H
#define HPM_ANCESTORS_PERFEX_EVENTS_H

#define HPM_PERFEX_EVENTS(X)                                                   \
    X (0, "Cycles", "PAPI_TOT_CYC", "")                                        \
    X (1, "Issued instructions", "PAPI_TOT_IIS", "")                           \
    X (2, "Issued loads", "", "")                                              \
    X (3, "Issued stores", "", "")                                             \
    X (4, "Issued store conditionals", "", "")                                 \
    X (5, "Failed store conditionals", "PAPI_CSR_FAL", "")                     \
    X (6, "Decoded branches", "PAPI_BR_INS", "")                               \
    X (7, "Quadwords written back from scache", "", "")                        \
    X (8, "Correctable scache data array ECC errors", "", "")                  \
    X (9, "Primary instruction cache misses", "PAPI_L1_ICM", "")               \
    X (10, "Secondary instruction cache misses", "PAPI_L2_ICM", "")            \
    X (11, "Instruction misprediction from scache way prediction table", "",   \
       "")                                                                     \
    X (12, "External interventions", "PAPI_CA_ITV", "")                        \
    X (13, "External invalidations", "PAPI_CA_INV", "")                        \
    X (14, "Virtual coherency conditions", "", "")                             \
    X (15, "Graduated instructions", "PAPI_TOT_INS", "")                       \
    X (16, "Cycles", "PAPI_TOT_CYC", "")                                       \
    X (17, "Graduated instructions", "PAPI_TOT_INS", "")                       \
    X (18, "Graduated loads", "PAPI_LD_INS", "")                               \
    X (19, "Graduated stores", "PAPI_SR_INS", "")                              \
    X (20, "Graduated store conditionals", "PAPI_CSR_TOT", "")                 \
    X (21, "Graduated floating point instructions", "PAPI_FP_INS",             \
       "PAPI_FP_OPS")                                                          \
    X (22, "Quadwords written back from primary data cache", "", "")           \
    X (23, "TLB misses", "PAPI_TLB_TL", "PAPI_TLB_DM")                         \
    X (24, "Mispredicted branches", "PAPI_BR_MSP", "")                         \
    X (25, "Primary data cache misses", "PAPI_L1_DCM", "")                     \
    X (26, "Secondary data cache misses", "PAPI_L2_DCM", "")                   \
    X (27, "Data misprediction from scache way prediction table", "", "")      \
    X (28, "External intervention hits in scache", "", "")                     \
    X (29, "External invalidation hits in scache", "", "")                     \
    X (30, "Store/prefetch exclusive to clean block in scache", "PAPI_CA_CLN", \
       "")                                                                     \
    X (31, "Store/prefetch exclusive to shared block in scache",               \
       "PAPI_CA_SHR", "")

#endif /* HPM_ANCESTORS_PERFEX_EVENTS_H */
