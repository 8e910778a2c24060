/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The most floating-point operations: fused multiply-adds on the widest
 * vectors, in as many chains as hide their latency.  Processors whose widest
 * vectors are not here have no peak: a lower one would call good values wrong.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#if defined __aarch64__
#include <sys/auxv.h>
#ifndef HWCAP_SVE
#define HWCAP_SVE (1 << 22)
#endif
#endif

#define CHAINS 12

typedef double two __attribute__ ((vector_size (16)));
typedef double four __attribute__ ((vector_size (32)));
typedef double eight __attribute__ ((vector_size (64)));

/* A step is one operation on one number.  */
#define KERNEL(name, vector)                                                   \
    (long steps)                                                               \
    {                                                                          \
        vector sums[CHAINS] = { { 0 } }, factor = { 0 }, more = { 0 };         \
        long each = 2 * CHAINS * (long)(sizeof (vector) / sizeof (double));    \
                                                                               \
        __asm__ volatile("" : "+m"(factor), "+m"(more));                       \
        for (long i = 0; i < steps; i += each)                                 \
            for (int k = 0; k < CHAINS; k++)                                   \
                sums[k] = sums[k] * factor + more;                             \
        for (int k = 0; k < CHAINS; k++)                                       \
            __asm__ volatile("" : : "m"(sums[k]));                             \
    }

typedef void flops_fn (long steps);

#if defined __x86_64__
__attribute__ ((target ("avx512f"),
                optimize ("unroll-loops", "O3"))) static void avx512
KERNEL (avx512, eight)

    __attribute__ ((target ("avx2,fma"),
                    optimize ("unroll-loops", "O3"))) static void avx2
    KERNEL (avx2, four)
#elif defined __aarch64__
__attribute__ ((optimize ("unroll-loops", "O3"))) static void neon
KERNEL (neon, two)
#endif

    /* The kernel and the name of its instructions.  */
    static const char *choose (flops_fn **kernel)
{
    *kernel = NULL;
#if defined __x86_64__
    if (__builtin_cpu_supports ("avx512f")) {
        *kernel = avx512;
        return "AVX-512";
    }
    if (__builtin_cpu_supports ("avx2") && __builtin_cpu_supports ("fma")) {
        *kernel = avx2;
        return "AVX2 with FMA";
    }
#elif defined __aarch64__
    if (!(getauxval (AT_HWCAP) & HWCAP_SVE)) {
        *kernel = neon;
        return "Advanced SIMD";
    }
#endif
    return NULL;
}

const char *
hpm_core_flops_name (void)
{
    flops_fn *kernel;

    return choose (&kernel);
}

void
hpm_core_flops (void *data, long steps)
{
    flops_fn *kernel;

    (void)data;
    if (choose (&kernel))
        kernel (steps);
}
