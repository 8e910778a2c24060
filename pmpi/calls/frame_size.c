/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What libraries of gcc and clang have is understood, and nothing else: a
 * sorted table of functions, and for each instructions that tell where its
 * frame ends.  (Linux Standard Base, chapter 10.6; DWARF 5, chapter 6.4.)
 */
#include "config.h"

#include <string.h>

#include "pmpi/calls/frame_size.h"

#ifdef __x86_64__

#define STACK_POINTER 7
#define PC_RELATIVE_4 0x1b    /* DW_EH_PE_pcrel | DW_EH_PE_sdata4 */
#define TABLE_RELATIVE_4 0x3b /* DW_EH_PE_datarel | DW_EH_PE_sdata4 */
#define NUMBER_4 0x03         /* DW_EH_PE_udata4 */
#define MOST_KEPT 4           /* states that are remembered */

/* Where the frame of a function ends.  */
struct rule {
    uint64_t reg, offset;
};

struct program {
    const unsigned char *at, *end;
    uint64_t step; /* code alignment factor */
    uintptr_t place, address;
    struct rule rule, kept[MOST_KEPT];
    int count;
};

static int32_t
number_4 (const unsigned char *at)
{
    int32_t value;

    memcpy (&value, at, sizeof value);
    return value;
}

static uint64_t
unsigned_leb (const unsigned char **at)
{
    uint64_t value = 0;
    unsigned shift = 0;

    do
        value |= shift < 64 ? (uint64_t)(**at & 0x7f) << shift : 0, shift += 7;
    while (*(*at)++ & 0x80);
    return value;
}

/* The entry of the last function that begins at or before the address, or NULL.
 */
static const unsigned char *
find_entry (const unsigned char *header, uintptr_t address)
{
    const unsigned char *table = header + 12;
    uint32_t low = 0, high;

    if (header[0] != 1 || header[1] != PC_RELATIVE_4 || header[2] != NUMBER_4
        || header[3] != TABLE_RELATIVE_4)
        return NULL;
    high = (uint32_t)number_4 (header + 8);
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;

        if ((uintptr_t)(header + number_4 (table + 8 * (size_t)middle))
            <= address)
            low = middle + 1;
        else
            high = middle;
    }
    return low ? header + number_4 (table + 8 * (size_t)(low - 1) + 4) : NULL;
}

/* An instruction that needs a byte of its own.  Returns 0, or -1 for one that
 * is not known.  */
static int
run_plain (struct program *program, unsigned char code)
{
    switch (code) {
    case 0x00: /* nop */
        return 0;
    case 0x02: /* advance_loc1 */
        program->place += *program->at++ * program->step;
        return 0;
    case 0x03: /* advance_loc2 */
        program->place += (program->at[0] | (uintptr_t)program->at[1] << 8)
                          * program->step;
        program->at += 2;
        return 0;
    case 0x04: /* advance_loc4 */
        program->place += (uint32_t)number_4 (program->at) * program->step;
        program->at += 4;
        return 0;
    case 0x0a: /* remember_state */
        if (program->count == MOST_KEPT)
            return -1;
        program->kept[program->count++] = program->rule;
        return 0;
    case 0x0b: /* restore_state */
        if (!program->count)
            return -1;
        program->rule = program->kept[--program->count];
        return 0;
    case 0x0c: /* def_cfa */
        program->rule.reg = unsigned_leb (&program->at);
        program->rule.offset = unsigned_leb (&program->at);
        return 0;
    case 0x0d: /* def_cfa_register */
        program->rule.reg = unsigned_leb (&program->at);
        return 0;
    case 0x0e: /* def_cfa_offset */
        program->rule.offset = unsigned_leb (&program->at);
        return 0;
    case 0x2e: /* GNU_args_size */
        unsigned_leb (&program->at);
        return 0;
    default:
        return -1;
    }
}

/* All of them up to the address.  What is told of other registers is passed
 * over.  */
static int
run (struct program *program)
{
    while (program->at < program->end) {
        unsigned char code = *program->at++;

        if (code >> 6 == 1) /* advance_loc */
            program->place += (code & 0x3f) * program->step;
        else if (code >> 6 == 2) /* offset */
            unsigned_leb (&program->at);
        else if (code >> 6 == 0 && run_plain (program, code))
            return -1;
        if (program->place > program->address)
            return 0;
    }
    return 0;
}

/* What is common to functions: instructions that are theirs, too.  Of what may
 * be told there, one thing alone: how addresses are written.  */
static int
run_common (struct program *program, const unsigned char *common)
{
    const unsigned char *at = common + 8;

    program->end = common + 4 + number_4 (common);
    if (number_4 (common + 4) != 0 || *at++ != 1
        || memcmp (at, "zR", sizeof "zR") != 0)
        return -1;
    at += sizeof "zR";
    program->step = unsigned_leb (&at);
    unsigned_leb (&at); /* data alignment */
    if (*at++ != 16     /* the register that returns */
        || unsigned_leb (&at) != 1 || *at++ != PC_RELATIVE_4)
        return -1;
    program->at = at;
    return run (program);
}

uint32_t
hpm_frame_size (const struct hpm_frame_tables *tables, uintptr_t address)
{
    struct program program = { .address = address - 1 };
    const unsigned char *entry = find_entry (tables->header, address - 1);
    const unsigned char *at;
    uint64_t more;

    if (!entry || number_4 (entry) <= 0
        || run_common (&program, entry + 4 - number_4 (entry + 4)))
        return 0;
    program.place = (uintptr_t)(entry + 8 + number_4 (entry + 8));
    if (program.address - program.place >= (uint32_t)number_4 (entry + 12))
        return 0;
    at = entry + 16;
    more = unsigned_leb (&at);
    program.at = at + more;
    program.end = entry + 4 + number_4 (entry);
    if (run (&program) || program.rule.reg != STACK_POINTER
        || program.rule.offset < sizeof (uintptr_t)
        || program.rule.offset > 1u << 20)
        return 0;
    return (uint32_t)program.rule.offset;
}

#else

uint32_t
hpm_frame_size (const struct hpm_frame_tables *tables, uintptr_t address)
{
    (void)tables;
    (void)address;
    return 0;
}

#endif
