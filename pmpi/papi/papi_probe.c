/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdint.h>
#include <string.h>
#include <sys/mman.h>

#include "pmpi/papi/papi_probe.h"

#define PROBE_BYTES (16u << 10)
#define PROBE_STRIDE 64u /* a cache line on most processors */
#define TURNS 2000

/* Presets that the exercise is bound to move.  Instruction TLB misses, vector
 * instructions and level 3 are not among them: it need not have any.  */
static const char *const covered[] = {
    "PAPI_TOT_CYC", "PAPI_TOT_INS", "PAPI_TOT_IIS", "PAPI_REF_CYC",
    "PAPI_LD_INS",  "PAPI_SR_INS",  "PAPI_LST_INS", "PAPI_BR_INS",
    "PAPI_BR_CN",   "PAPI_BR_TKN",  "PAPI_BR_NTK",  "PAPI_BR_MSP",
    "PAPI_BR_PRC",  "PAPI_L1_DCA",  "PAPI_L1_DCR",  "PAPI_L1_DCW",
    "PAPI_L1_DCM",  "PAPI_L1_TCM",  "PAPI_L1_LDM",  "PAPI_L1_TCA",
    "PAPI_L1_ICA",  "PAPI_L1_ICR",  "PAPI_L1_ICM",  "PAPI_L2_ICM",
    "PAPI_L1_DCH",  "PAPI_L2_DCA",  "PAPI_L2_DCR",  "PAPI_L2_TCA",
    "PAPI_L2_DCM",  "PAPI_L2_TCM",  "PAPI_TLB_DM",  "PAPI_FP_INS",
    "PAPI_FP_OPS",  "PAPI_DP_OPS",  "PAPI_SP_OPS",  "PAPI_FML_INS",
    "PAPI_FAD_INS", "PAPI_INT_INS",
};

int
hpm_papi_probe_covers (const char *name)
{
    for (size_t i = 0; i < sizeof covered / sizeof covered[0]; i++)
        if (!strcmp (covered[i], name))
            return 1;
    return 0;
}

/* Results go through volatile objects, or the compiler would drop the work.  */
static void
exercise_arithmetic (void)
{
    volatile double d = 1.0;
    volatile float f = 1.0f;
    volatile unsigned taken = 0;
    uint32_t random = 1;

    for (int i = 0; i < TURNS; i++) {
        d = d * 1.0000001 + 1e-9;
        f = f * 1.0001f + 1e-6f;
        random = random * 1664525u + 1013904223u;
        if (random & 0x80000000u)
            taken = taken + 1;
    }
}

/* Drop a line from all caches, which every process may on these processors.  */
static void
drop_line (const volatile unsigned char *line)
{
#if defined(__x86_64__)
    __asm__ volatile("clflush %0" : : "m"(*line) : "memory");
#elif defined(__aarch64__)
    __asm__ volatile("dc civac, %0" : : "r"(line) : "memory");
#elif defined(__powerpc64__)
    __asm__ volatile("dcbf 0, %0" : : "r"(line) : "memory");
#else
    (void)line;
#endif
}

static void
wait_for_memory (void)
{
#if defined(__aarch64__)
    __asm__ volatile("dsb ish" : : : "memory");
#else
    __sync_synchronize ();
#endif
}

/* New pages are in no TLB; lines that were dropped are in no cache, so that few
 * bytes do: each page costs a fault.  */
static void
exercise_memory (volatile unsigned char *memory)
{
    for (size_t i = 0; i < PROBE_BYTES; i += PROBE_STRIDE)
        memory[i] = 1;
    for (size_t i = 0; i < PROBE_BYTES; i += PROBE_STRIDE)
        drop_line (&memory[i]);
    wait_for_memory ();
    for (size_t i = 0; i < PROBE_BYTES; i += PROBE_STRIDE)
        memory[i] = (unsigned char)(memory[i] + memory[PROBE_BYTES - 1 - i]);
}

/* ---- code --------------------------------------------------------------- */

/* Functions that nobody has called yet, each in a page of its own and all at
 * the same place in it: in no instruction cache when they are called, and more
 * than one set of it holds when they are called again, for the next group of
 * counters.  No two are the same, or the compiler would make them one.  */
/* clang-format off */
#define CODE_PAGES(X)                                                          \
    X (0)                                                                      \
    X (1)                                                                      \
    X (2)                                                                      \
    X (3) X (4) X (5) X (6) X (7) X (8) X (9) X (10) X (11) X (12) X (13)      \
        X (14) X (15) X (16) X (17) X (18) X (19)
/* clang-format on */

#define HPM_X(n)                                                               \
    static __attribute__ ((noinline, aligned (4096))) unsigned code_##n (      \
        unsigned x)                                                            \
    {                                                                          \
        return x * 3u + n;                                                     \
    }
CODE_PAGES (HPM_X)
#undef HPM_X

static unsigned (*const volatile code_pages[]) (unsigned) = {
#define HPM_X(n) code_##n,
    CODE_PAGES (HPM_X)
#undef HPM_X
};

static void
exercise_code (void)
{
    volatile unsigned x = 1;

    for (size_t i = 0; i < sizeof code_pages / sizeof code_pages[0]; i++)
        x = code_pages[i](x);
}

void
hpm_papi_probe_exercise (void)
{
    void *memory = mmap (NULL, PROBE_BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    exercise_arithmetic ();
    exercise_code ();
    if (memory == MAP_FAILED)
        return;
    exercise_memory (memory);
    munmap (memory, PROBE_BYTES);
}

void
hpm_papi_probe_group (struct hpm_perf_set *set,
                      const struct hpm_perf_plan *plan, int group, char *moved)
{
    struct hpm_perf_reading before, after;

    hpm_perf_set_run (set, plan, -1, 0);
    hpm_perf_set_run (set, plan, group, 1);
    if (hpm_perf_set_read (set, plan, &before) < 0)
        memset (moved, 1, HPM_PERF_MOST_NATIVES);
    hpm_papi_probe_exercise ();
    if (hpm_perf_set_read (set, plan, &after) < 0)
        memset (moved, 1, HPM_PERF_MOST_NATIVES);
    for (int i = 0; i < plan->native_count; i++)
        if (plan->natives[i].group == group && !moved[i])
            moved[i] = after.values[i] != before.values[i]
                       || after.running[i] == before.running[i];
}
