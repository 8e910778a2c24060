/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Costs that are known without measuring: what holds by definition, and what
 * makers of processors publish.  Each line names its source.  What is not
 * published has no cost here; "hpmrun --calibrate" measures it.
 */
#include "base/cost/cost.h"

#include "base/text.h"

/* clang-format off */
static const struct {
    const char *models;        /* patterns over the name of the processor */
    const char *text;
} builtins[] = {
    { "*",
      "from built-in\n"
      "cost PAPI_TOT_CYC|perf::CYCLES|perf::PERF_COUNT_HW_CPU_CYCLES"
      " 0 0 1 clks a summary: its time is the time of all other events\n"
      "cost PAPI_TOT_INS|perf::INSTRUCTIONS|perf::PERF_COUNT_HW_INSTRUCTIONS"
      " unknown a summary of instructions of all kinds\n"
      "cost PAPI_RES_STL|PAPI_STL_ICY|PAPI_STL_CCY|PAPI_FP_STAL|PAPI_MEM_SCY|"
      "PAPI_MEM_RCY|PAPI_MEM_WCY|perf::STALLED-CYCLES-FRONTEND|"
      "perf::STALLED-CYCLES-BACKEND"
      " 1 1 1 clks by definition: it counts cycles\n"
      "cost PAPI_LD_INS|PAPI_SR_INS|PAPI_L1_DCM|PAPI_L1_TCM|PAPI_L2_DCM|"
      "PAPI_L2_TCM|PAPI_L3_DCM|PAPI_L3_TCM|PAPI_TLB_DM|PAPI_BR_MSP|"
      "os::MINOR_FAULTS"
      " unknown hpmrun --calibrate measures it\n"
      "cost os::MAJOR_FAULTS unknown waits for storage of unknown speed\n"
      "cost os::CPU_MIGRATIONS|os::VOLUNTARY_SWITCHES|"
      "os::INVOLUNTARY_SWITCHES"
      " unknown asynchronous: what it leaves in the caches is not known\n"
      "width 20 IPC 10 operations: the widest core known\n" },
    /* Instructions a cycle: at most the operations that a core can start, twice,
     * since two instructions may be fused into one operation.  Operations by the
     * event lists of Linux (slots of top-down analysis) and the makers' guides.  */
    { "Intel(R) Xeon(R) Platinum 81*|Intel(R) Xeon(R) Gold 61*|"
      "Intel(R) Xeon(R) Gold 51*|Intel(R) Xeon(R) Silver 41*|"
      "Intel(R) Xeon(R) Bronze 31*|Intel(R) Xeon(R) Platinum 82*|"
      "Intel(R) Xeon(R) Platinum 92*|Intel(R) Xeon(R) Gold 62*|"
      "Intel(R) Xeon(R) Gold 52*|Intel(R) Xeon(R) Silver 42*|"
      "Intel(R) Xeon(R) Bronze 32*",
      "width 8 IPC 4 operations: Skylake, Cascade Lake\n" },
    { "Intel(R) Xeon(R) Platinum 83*|Intel(R) Xeon(R) Gold 63*|"
      "Intel(R) Xeon(R) Gold 53*|Intel(R) Xeon(R) Silver 43*",
      "width 10 IPC 5 operations: Ice Lake\n" },
    { "Intel(R) Xeon(R) Platinum 84*|Intel(R) Xeon(R) Gold 64*|"
      "Intel(R) Xeon(R) Gold 54*|Intel(R) Xeon(R) Silver 44*|"
      "Intel(R) Xeon(R) Bronze 34*|Intel(R) Xeon(R) CPU Max 94*|"
      "INTEL(R) XEON(R) PLATINUM 85*|INTEL(R) XEON(R) GOLD 65*|"
      "INTEL(R) XEON(R) GOLD 55*|INTEL(R) XEON(R) SILVER 45*|"
      "Intel(R) Xeon(R) 6*P",
      "width 12 IPC 6 operations: Sapphire, Emerald and Granite Rapids\n" },
    { "AMD EPYC 7*-Core*|AMD EPYC 9*4 *-Core*|AMD EPYC 9*4P *-Core*|"
      "AMD EPYC 9*4F *-Core*|AMD EPYC 9*4X *-Core*",
      "width 12 IPC 6 operations: Zen to Zen 4\n" },
    { "AMD EPYC 9*5 *-Core*|AMD EPYC 9*5P *-Core*|AMD EPYC 9*5F *-Core*",
      "width 16 IPC 8 operations: Zen 5\n" },
    { "Arm Neoverse N1", "width 8 IPC 4 instructions decoded\n" },
    { "Arm Neoverse N2|Arm Neoverse N3", "width 10 IPC 5 operations\n" },
    { "Arm Neoverse V1|Arm Neoverse V2", "width 16 IPC 8 operations\n" },
    { "Arm Neoverse V3", "width 20 IPC 10 operations\n" },
    /* AMD family 17h, models 30h and up ("Rome").  */
    { "AMD EPYC 7*2 *-Core*|AMD EPYC 7*2P *-Core*",
      "from built-in: AMD 56305, Software Optimization Guide\n"
      "cost PAPI_BR_MSP 12 16 18 clks published range and common case\n"
      "latency l1 4 - 7 clks published: integer, floating point\n"
      "latency l2 12 - - clks published: no less than\n"
      "latency l3 - 39 - clks published average\n" },
    /* AMD family 19h: "Milan" and "Genoa".  */
    { "AMD EPYC 7*3 *-Core*|AMD EPYC 7*3P *-Core*",
      "from built-in: AMD 56665, Software Optimization Guide\n"
      "cost PAPI_BR_MSP 11 13 18 clks published range and common case\n"
      "latency l1 4 - 7 clks published: integer, floating point\n"
      "latency l2 12 - - clks published: no less than\n"
      "latency l3 - 46 - clks published average\n" },
    { "AMD EPYC 9*4 *-Core*|AMD EPYC 9*4P *-Core*|AMD EPYC 9*4F *-Core*",
      "from built-in: AMD 57647, Software Optimization Guide\n"
      "cost PAPI_BR_MSP 11 13 18 clks published range and common case\n"
      "latency l1 4 - 7 clks published: integer, floating point\n"
      "latency l2 14 - - clks published: no less than\n"
      "latency l3 - 50 - clks published average\n" },
};
/* clang-format on */

/* 1 if one of "A|B" matches.  */
static int
is_model (const char *models, const char *cpu_model)
{
    struct hpm_piece model;

    while (hpm_text_part (&models, '|', &model)) {
        char pattern[64];

        hpm_text_show (pattern, sizeof (pattern), model);
        if (hpm_text_match (pattern, cpu_model))
            return 1;
    }
    return 0;
}

int
hpm_cost_table_read_builtin (struct hpm_cost_table *table,
                             const char *cpu_model, struct hpm_error *error)
{
    for (size_t i = 0; i < sizeof (builtins) / sizeof (*builtins); i++)
        if (is_model (builtins[i].models, cpu_model)
            && hpm_cost_table_read_text (table, "built-in", builtins[i].text,
                                         error))
            return -1;
    return 0;
}
