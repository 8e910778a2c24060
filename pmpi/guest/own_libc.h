/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The C library's functions for ours, whatever the program has.
 *
 * A program may have functions of its own named read, open, mmap, ...: ISO C
 * leaves these names to it, and the C library never calls them.  The loader
 * takes its definition for every library, as the first in the search.  So each
 * of ours calls what libc.table lists through an entry: the linker is told to
 * replace the name by that (--wrap), and the entry jumps to the address that
 * stands in a table, so that arguments of any number and the return address are
 * kept.  The loader fills the table as always, and before anything else of ours
 * runs, what it took out of the program itself is replaced by the C library's.
 * Definitions of other libraries stay: who preloads or links a wrapper wants it
 * to be called.
 *
 * Where the processor is none of those below there are no entries.
 */
#ifndef HPM_PMPI_OWN_LIBC_H
#define HPM_PMPI_OWN_LIBC_H

struct hpm_libc_function {
    void *address;    /* NULL: this C library does not have it */
    const char *name; /* NULL: the end */
};

/* Of this library, made from libc.table.  Entries know its layout.  */
extern struct hpm_libc_function hpm_libc_functions[]
    __attribute__ ((visibility ("hidden")));

/* Whether the program has one of them, or of what a counter backend calls below
 * us, and leaves malloc as it is: the backend is then better off with the C
 * library than with the program (RTLD_DEEPBIND).  20 us, any thread.  */
int hpm_libc_is_hidden (void);

/* HPM_LIBC_ENTRY (name, offset): the entry of a function whose row is so many
 * bytes from the table's begin.  Both are texts.  */
#if defined __x86_64__ && defined __LP64__
#define HPM_LIBC_ENTRY(name, offset)                                           \
    __asm__(".text\n"                                                          \
            ".globl __wrap_" name "\n"                                         \
            ".hidden __wrap_" name "\n"                                        \
            ".type __wrap_" name ", @function\n"                               \
            ".p2align 4\n"                                                     \
            "__wrap_" name ":\n"                                               \
            "    .cfi_startproc\n"                                             \
            "    endbr64\n"                                                    \
            "    jmp *hpm_libc_functions+" offset "(%rip)\n"                   \
            "    .cfi_endproc\n"                                               \
            ".size __wrap_" name ", .-__wrap_" name "\n")
#elif defined __aarch64__ && defined __LP64__
#define HPM_LIBC_ENTRY(name, offset)                                           \
    __asm__(".text\n"                                                          \
            ".globl __wrap_" name "\n"                                         \
            ".hidden __wrap_" name "\n"                                        \
            ".type __wrap_" name ", %function\n"                               \
            ".p2align 4\n"                                                     \
            "__wrap_" name ":\n"                                               \
            "    .cfi_startproc\n"                                             \
            "    hint #34\n" /* bti c */                                       \
            "    adrp x16, hpm_libc_functions+" offset "\n"                    \
            "    ldr x16, [x16, :lo12:hpm_libc_functions+" offset "]\n"        \
            "    br x16\n"                                                     \
            "    .cfi_endproc\n"                                               \
            ".size __wrap_" name ", .-__wrap_" name "\n")
#endif

#endif /* HPM_PMPI_OWN_LIBC_H */
