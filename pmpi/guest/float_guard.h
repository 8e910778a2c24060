/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The state of floating-point arithmetic, which is the calling thread's: flags
 * of what happened, what is trapped, and how results are rounded.  Where ours
 * computes on a thread of the program's, it begins with the usual state, so
 * that nothing traps and results are those of any other program, and ends with
 * the program's.
 *
 * hpm_float_begin_short and hpm_float_end_short are for what uses no long
 * double: on x86-64 they leave the x87 alone, which takes as long as the rest
 * of a look at a clock.
 */
#ifndef HPM_PMPI_FLOAT_GUARD_H
#define HPM_PMPI_FLOAT_GUARD_H

#include <stdint.h>

#define HPM_FLOAT_INLINE static inline __attribute__ ((always_inline))

#if defined __x86_64__

#define HPM_FLOAT_USUAL 0x1f80u /* all masked, to nearest, no flag */

struct hpm_float_guard {
    uint32_t control;
    uint32_t x87[7];
};

HPM_FLOAT_INLINE void
hpm_float_usual (void)
{
    uint32_t usual = HPM_FLOAT_USUAL;

    __asm__ volatile("ldmxcsr %0" : : "m"(usual) : "memory");
}

HPM_FLOAT_INLINE void
hpm_float_begin_short (struct hpm_float_guard *guard)
{
    __asm__ volatile("stmxcsr %0" : "=m"(guard->control) : : "memory");
    hpm_float_usual ();
}

HPM_FLOAT_INLINE void
hpm_float_end_short (const struct hpm_float_guard *guard)
{
    __asm__ volatile("ldmxcsr %0" : : "m"(guard->control) : "memory");
}

/* To store the state also masks all exceptions.  */
HPM_FLOAT_INLINE void
hpm_float_begin (struct hpm_float_guard *guard)
{
    __asm__ volatile("fnstenv %0" : "=m"(guard->x87) : : "memory");
    hpm_float_begin_short (guard);
}

HPM_FLOAT_INLINE void
hpm_float_end (const struct hpm_float_guard *guard)
{
    hpm_float_end_short (guard);
    __asm__ volatile("fldenv %0" : : "m"(guard->x87) : "memory");
}

#elif defined __aarch64__

struct hpm_float_guard {
    uint64_t control, status;
};

HPM_FLOAT_INLINE void
hpm_float_usual (void)
{
    uint64_t usual = 0;

    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %0" : : "r"(usual) : "memory");
}

HPM_FLOAT_INLINE void
hpm_float_begin (struct hpm_float_guard *guard)
{
    __asm__ volatile("mrs %0, fpcr\n\tmrs %1, fpsr"
                     : "=&r"(guard->control), "=r"(guard->status)
                     :
                     : "memory");
    hpm_float_usual ();
}

HPM_FLOAT_INLINE void
hpm_float_end (const struct hpm_float_guard *guard)
{
    __asm__ volatile("msr fpcr, %0\n\tmsr fpsr, %1"
                     :
                     : "r"(guard->control), "r"(guard->status)
                     : "memory");
}

#else /* left as it is */

struct hpm_float_guard {
    uint32_t none;
};

HPM_FLOAT_INLINE void
hpm_float_usual (void)
{
}

HPM_FLOAT_INLINE void
hpm_float_begin (struct hpm_float_guard *guard)
{
    guard->none = 0;
}

HPM_FLOAT_INLINE void
hpm_float_end (const struct hpm_float_guard *guard)
{
    (void)guard;
}

#endif

#ifndef __x86_64__
#define hpm_float_begin_short hpm_float_begin
#define hpm_float_end_short hpm_float_end
#endif

#endif /* HPM_PMPI_FLOAT_GUARD_H */
