/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Processors of today, and words for some of them together.
 */
#ifndef HPM_TESTS_METRICS_PROCESSORS_H
#define HPM_TESTS_METRICS_PROCESSORS_H

/* As libpfm4 names their counters.  A libpfm4 has the tables of one family
 * alone, that of the machine it was built for, and an older one lacks the newer
 * processors.  "perf" stands for the events that the kernel names.  */
/* clang-format off */
static const char *const processors[] = {
    "skl", "skx", "clx", "icl", "icx", "spr", "emr", "gnr",
    "amd64_fam17h_zen1", "amd64_fam17h_zen2", "amd64_fam19h_zen3",
    "amd64_fam19h_zen4", "amd64_fam1ah_zen5",
    "arm_n1", "arm_n2", "arm_n3", "arm_v1", "arm_v2", "arm_v3", "arm_a64fx",
    "power9", "power10",
    "perf",
};
/* clang-format on */
#define PROCESSORS ((int)(sizeof processors / sizeof *processors))

#define SKYLAKE "skl skx clx "
#define ICE_LAKE "icl icx "
#define SAPPHIRE "spr emr "
#define GRANITE "gnr "
#define ZEN_1 "amd64_fam17h_zen1 "
#define ZEN_2 "amd64_fam17h_zen2 "
#define ZEN_3 "amd64_fam19h_zen3 "
#define ZEN_4 "amd64_fam19h_zen4 "
#define ZEN_5 "amd64_fam1ah_zen5 "
#define N1 "arm_n1 "
#define N2 "arm_n2 "
#define N3 "arm_n3 "
#define V1 "arm_v1 "
#define V2 "arm_v2 "
#define V3 "arm_v3 "
#define A64FX "arm_a64fx "
#define POWER9 "power9 "
#define POWER10 "power10 "
#define KERNEL "perf "
#define INTEL SKYLAKE ICE_LAKE SAPPHIRE GRANITE
#define ICE_LAKE_ON ICE_LAKE SAPPHIRE GRANITE
#define ZEN ZEN_1 ZEN_2 ZEN_3 ZEN_4 ZEN_5
#define ZEN_2_ON ZEN_2 ZEN_3 ZEN_4 ZEN_5
#define ZEN_3_ON ZEN_3 ZEN_4 ZEN_5
#define ZEN_4_ON ZEN_4 ZEN_5
#define NEOVERSE N1 N2 N3 V1 V2 V3
#define NEOVERSE_N2_ON N2 N3 V1 V2 V3
#define POWER POWER9 POWER10
#define EVERY INTEL ZEN NEOVERSE A64FX POWER

#endif /* HPM_TESTS_METRICS_PROCESSORS_H */
