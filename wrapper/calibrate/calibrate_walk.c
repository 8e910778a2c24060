/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Walks through memory.
 */
#include <config.h>

#include "wrapper/calibrate/calibrate.h"

#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define HUGE_BYTES (2u << 20)

/* xorshift64* (Vigna 2016): the same walk every time.  */
static uint64_t
next_random (uint64_t *state)
{
    *state ^= *state >> 12;
    *state ^= *state << 25;
    *state ^= *state >> 27;
    return *state * UINT64_C (2685821657736338717);
}

/* Sattolo's algorithm: swaps with places before, never with itself, leave one
 * cycle.  */
void
hpm_cycle_fill (uint32_t *next, uint32_t n)
{
    uint64_t state = 88172645463325252u;

    for (uint32_t i = 0; i < n; i++)
        next[i] = i;
    for (uint32_t i = n; i-- > 1;) {
        uint32_t j = (uint32_t)(next_random (&state) % i), other = next[j];

        next[j] = next[i];
        next[i] = other;
    }
}

/* Where place i lies.  Places of different pages are spread over the sets of a
 * cache.  */
static void **
place (const struct hpm_walk *walk, size_t i)
{
    size_t within = i * walk->skip & (walk->stride - 1);

    return (void **)(walk->base + i * walk->stride + within);
}

/* The chains divide the cycle: none comes where another was before all of it
 * was walked.  */
static void
start_chains (struct hpm_walk *walk, const uint32_t *next)
{
    uint32_t at = 0;
    size_t part = walk->count / HPM_CHAINS;

    for (int k = 0; k < HPM_CHAINS; k++) {
        walk->chains[k] = place (walk, at);
        for (size_t i = 0; i < part; i++)
            at = next[at];
    }
    walk->at = walk->chains[0];
}

static int
link_places (struct hpm_walk *walk)
{
    uint32_t *next = malloc (walk->count * sizeof *next);

    if (!next)
        return -1;
    hpm_cycle_fill (next, (uint32_t)walk->count);
    for (size_t i = 0; i < walk->count; i++)
        *place (walk, i) = place (walk, next[i]);
    start_chains (walk, next);
    free (next);
    return 0;
}

/* 1 for what a processor has as the size of a line or a page.  */
static int
is_power (size_t size)
{
    return size >= 2 * sizeof (void *) && (size & (size - 1)) == 0;
}

int
hpm_walk_create (struct hpm_walk *walk, size_t count, size_t stride,
                 size_t line, enum hpm_pages pages)
{
    size_t bytes = count * stride;

    memset (walk, 0, sizeof *walk);
    if (count < HPM_CHAINS || count > UINT32_MAX || stride < line
        || !is_power (stride) || !is_power (line))
        return -1;
    bytes += HUGE_BYTES - bytes % HUGE_BYTES;
    walk->base = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                       MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (walk->base == MAP_FAILED) {
        walk->base = NULL;
        return -1;
    }
    madvise (walk->base, bytes,
             pages == HPM_PAGES_HUGE ? MADV_HUGEPAGE : MADV_NOHUGEPAGE);
    walk->bytes = bytes;
    walk->count = count;
    walk->stride = stride;
    walk->skip = 7919 * line & (stride - 1);
    if (link_places (walk)) {
        hpm_walk_destroy (walk);
        return -1;
    }
    return 0;
}

void
hpm_walk_destroy (struct hpm_walk *walk)
{
    if (walk->base)
        munmap (walk->base, walk->bytes);
    memset (walk, 0, sizeof *walk);
}

/* Keeps the compiler from knowing what a pointer is.  */
static inline void **
unknown (void **pointer)
{
    __asm__ volatile("" : "+r"(pointer));
    return pointer;
}

void
hpm_walk_dependent (void *data, long steps)
{
    struct hpm_walk *walk = data;
    void **at = walk->at;

    for (long i = 0; i < steps; i++)
        at = unknown (*at);
    walk->at = at;
}

void
hpm_walk_parallel (void *data, long steps)
{
    struct hpm_walk *walk = data;
    void **at[HPM_CHAINS];

    memcpy (at, walk->chains, sizeof at);
    for (long i = 0; i < steps; i += HPM_CHAINS)
#pragma GCC unroll 8
        for (int k = 0; k < HPM_CHAINS; k++)
            at[k] = unknown (*at[k]);
    memcpy (walk->chains, at, sizeof at);
}

/* Lines of one page after the other: no work but the loads.  */
static unsigned long
sweep_lines (const char *at, size_t stride, size_t count)
{
    unsigned long sum = 0;

    for (size_t i = 0; i < count; i++, at += stride)
        sum += *(const volatile unsigned long *)at;
    return sum;
}

/* One line of each page, another one in each.  */
static unsigned long
sweep_pages (const struct hpm_walk *walk, size_t count)
{
    const char *at = walk->base;
    size_t within = 0;
    unsigned long sum = 0;

    for (size_t i = 0; i < count; i++, at += walk->stride) {
        sum += *(const volatile unsigned long *)(at + within);
        within = (within + walk->skip) & (walk->stride - 1);
    }
    return sum;
}

void
hpm_walk_sweep (void *data, long steps)
{
    const struct hpm_walk *walk = data;
    size_t left = (size_t)steps;

    while (left) {
        size_t count = left < walk->count ? left : walk->count;
        unsigned long sum = walk->skip
                                ? sweep_pages (walk, count)
                                : sweep_lines (walk->base, walk->stride, count);

        __asm__ volatile("" : : "r"(sum));
        left -= count;
    }
}

/* Stores beside the addresses, which stay.  */
void
hpm_walk_store (void *data, long steps)
{
    const struct hpm_walk *walk = data;
    size_t left = (size_t)steps;

    while (left) {
        size_t count = left < walk->count ? left : walk->count;
        char *at = walk->base + sizeof (void *);

        for (size_t i = 0; i < count; i++, at += walk->stride)
            *(volatile unsigned long *)at = i;
        left -= count;
    }
}
