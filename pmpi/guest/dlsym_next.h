/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dlsym, with ours before it.
 *
 * Asked for RTLD_NEXT or RTLD_DEFAULT it looks at its return address, to know
 * who asks.  So whoever stands before it must not call it for others, but jump
 * there, for which C has no word.  Where the processor is none of those below
 * there is no entry, and dlsym stays what it is.
 */
#ifndef HPM_PMPI_DLSYM_NEXT_H
#define HPM_PMPI_DLSYM_NEXT_H

typedef void *hpm_dlsym_fn (void *handle, const char *name);

/* The next definition behind this library: another tool's, or the C library's.
 * Any thread; before any constructor, too.  errno is kept, and dlerror tells
 * nothing. */
hpm_dlsym_fn *hpm_dlsym_next (void);

/* The C library's, for what we look up in an object ourselves.  The same holds.
 */
hpm_dlsym_fn *hpm_dlsym_real (void);

/* The next definition of a symbol behind this library, whoever stands before
 * dlsym: for one that calls it, RTLD_NEXT would mean what is behind that one.
 * Any thread.  */
void *hpm_dlsym_behind (const char *name);

/* The first definition of a symbol in the global scope.  RTLD_DEFAULT would
 * make the library that has it stay for as long as ours does, and a program may
 * unload MPI and load it once more.  Any thread.  */
void *hpm_dlsym_first (const char *name);

/* HPM_DLSYM_ENTRY (choose): the function dlsym, which calls choose (handle,
 * name) and goes on, with the same arguments and return address, as the
 * function that it returns (a hpm_dlsym_fn *).  `choose` is a text.  */
#if defined __x86_64__ && defined __LP64__
#define HPM_DLSYM_ENTRY(choose)                                                \
    __asm__(".text\n"                                                          \
            ".globl dlsym\n"                                                   \
            ".type dlsym, @function\n"                                         \
            ".p2align 4\n"                                                     \
            "dlsym:\n"                                                         \
            "    .cfi_startproc\n"                                             \
            "    endbr64\n"                                                    \
            "    subq $24, %rsp\n"                                             \
            "    .cfi_adjust_cfa_offset 24\n"                                  \
            "    movq %rdi, (%rsp)\n"                                          \
            "    movq %rsi, 8(%rsp)\n"                                         \
            "    call " choose "\n"                                            \
            "    movq (%rsp), %rdi\n"                                          \
            "    movq 8(%rsp), %rsi\n"                                         \
            "    addq $24, %rsp\n"                                             \
            "    .cfi_adjust_cfa_offset -24\n"                                 \
            "    jmp *%rax\n"                                                  \
            "    .cfi_endproc\n"                                               \
            ".size dlsym, .-dlsym\n")
#elif defined __aarch64__
#define HPM_DLSYM_ENTRY(choose)                                                \
    __asm__(".text\n"                                                          \
            ".globl dlsym\n"                                                   \
            ".type dlsym, %function\n"                                         \
            ".p2align 4\n"                                                     \
            "dlsym:\n"                                                         \
            "    .cfi_startproc\n"                                             \
            "    hint #34\n" /* bti c */                                       \
            "    stp x29, x30, [sp, #-32]!\n"                                  \
            "    .cfi_def_cfa_offset 32\n"                                     \
            "    .cfi_offset 29, -32\n"                                        \
            "    .cfi_offset 30, -24\n"                                        \
            "    mov x29, sp\n"                                                \
            "    stp x0, x1, [sp, #16]\n"                                      \
            "    bl " choose "\n"                                              \
            "    mov x16, x0\n"                                                \
            "    ldp x0, x1, [sp, #16]\n"                                      \
            "    ldp x29, x30, [sp], #32\n"                                    \
            "    .cfi_def_cfa_offset 0\n"                                      \
            "    .cfi_restore 29\n"                                            \
            "    .cfi_restore 30\n"                                            \
            "    br x16\n"                                                     \
            "    .cfi_endproc\n"                                               \
            ".size dlsym, .-dlsym\n")
#endif

#endif /* HPM_PMPI_DLSYM_NEXT_H */
