/* SPDX-License-Identifier: BSD-3-Clause
 *
 * syscall, with ours before it.
 *
 * It takes any number of arguments, and a child may return from it once more on
 * the same stack.  So whoever stands before it must not touch what lies above
 * the return address, and must jump, for which C has no words.
 */
#ifndef HPM_PMPI_SYSCALL_ENTRY_H
#define HPM_PMPI_SYSCALL_ENTRY_H

#include <sys/syscall.h>

#define HPM_SYSCALL_TEXT_OF(number) #number
#define HPM_SYSCALL_TEXT(number) HPM_SYSCALL_TEXT_OF (number)
#define HPM_SYSCALL_EXIT HPM_SYSCALL_TEXT (__NR_exit)
#define HPM_SYSCALL_EXIT_GROUP HPM_SYSCALL_TEXT (__NR_exit_group)
#define HPM_SYSCALL_SECCOMP HPM_SYSCALL_TEXT (__NR_seccomp)
#define HPM_SYSCALL_UNSHARE HPM_SYSCALL_TEXT (__NR_unshare)
#define HPM_SYSCALL_SETNS HPM_SYSCALL_TEXT (__NR_setns)

/* HPM_SYSCALL_ENTRY (before, alone, next): the function syscall, which calls
 * before (number, first argument, second, third), a void function, for the
 * calls `exit`, `exit_group` and `seccomp`, and goes on as the function that
 * the variable `next` points to; for `unshare` and `setns`, with the same
 * arguments as the function `alone`, which returns what they do.  All are
 * texts.  There is none on other processors.  */
#if defined __x86_64__ && defined __LP64__
#define HPM_SYSCALL_ENTRY(before, alone, next)                                 \
    __asm__(".text\n"                                                          \
            ".globl syscall\n"                                                 \
            ".type syscall, @function\n"                                       \
            ".p2align 4\n"                                                     \
            "syscall:\n"                                                       \
            "    .cfi_startproc\n"                                             \
            "    endbr64\n"                                                    \
            "    cmpq $" HPM_SYSCALL_EXIT ", %rdi\n"                           \
            "    je 1f\n"                                                      \
            "    cmpq $" HPM_SYSCALL_EXIT_GROUP ", %rdi\n"                     \
            "    je 1f\n"                                                      \
            "    cmpq $" HPM_SYSCALL_SECCOMP ", %rdi\n"                        \
            "    je 1f\n"                                                      \
            "    cmpq $" HPM_SYSCALL_UNSHARE ", %rdi\n"                        \
            "    je " alone "\n"                                               \
            "    cmpq $" HPM_SYSCALL_SETNS ", %rdi\n"                          \
            "    je " alone "\n"                                               \
            "0:  jmp *" next "(%rip)\n"                                        \
            "1:  subq $56, %rsp\n"                                             \
            "    .cfi_adjust_cfa_offset 56\n"                                  \
            "    movq %rdi, (%rsp)\n"                                          \
            "    movq %rsi, 8(%rsp)\n"                                         \
            "    movq %rdx, 16(%rsp)\n"                                        \
            "    movq %rcx, 24(%rsp)\n"                                        \
            "    movq %r8, 32(%rsp)\n"                                         \
            "    movq %r9, 40(%rsp)\n"                                         \
            "    call " before "\n"                                            \
            "    movq (%rsp), %rdi\n"                                          \
            "    movq 8(%rsp), %rsi\n"                                         \
            "    movq 16(%rsp), %rdx\n"                                        \
            "    movq 24(%rsp), %rcx\n"                                        \
            "    movq 32(%rsp), %r8\n"                                         \
            "    movq 40(%rsp), %r9\n"                                         \
            "    addq $56, %rsp\n"                                             \
            "    .cfi_adjust_cfa_offset -56\n"                                 \
            "    jmp 0b\n"                                                     \
            "    .cfi_endproc\n"                                               \
            ".size syscall, .-syscall\n")
#elif defined __aarch64__
#define HPM_SYSCALL_ENTRY(before, alone, next)                                 \
    __asm__(".text\n"                                                          \
            ".globl syscall\n"                                                 \
            ".type syscall, %function\n"                                       \
            ".p2align 4\n"                                                     \
            "syscall:\n"                                                       \
            "    .cfi_startproc\n"                                             \
            "    hint #34\n" /* bti c */                                       \
            "    cmp x0, #" HPM_SYSCALL_EXIT "\n"                              \
            "    b.eq 1f\n"                                                    \
            "    cmp x0, #" HPM_SYSCALL_EXIT_GROUP "\n"                        \
            "    b.eq 1f\n"                                                    \
            "    cmp x0, #" HPM_SYSCALL_SECCOMP "\n"                           \
            "    b.eq 1f\n"                                                    \
            "    cmp x0, #" HPM_SYSCALL_UNSHARE "\n"                           \
            "    b.eq 2f\n"                                                    \
            "    cmp x0, #" HPM_SYSCALL_SETNS "\n"                             \
            "    b.eq 2f\n"                                                    \
            "0:  adrp x16, " next "\n"                                         \
            "    ldr x16, [x16, :lo12:" next "]\n"                             \
            "    br x16\n"                                                     \
            "1:  stp x29, x30, [sp, #-80]!\n"                                  \
            "    .cfi_def_cfa_offset 80\n"                                     \
            "    .cfi_offset 29, -80\n"                                        \
            "    .cfi_offset 30, -72\n"                                        \
            "    mov x29, sp\n"                                                \
            "    stp x0, x1, [sp, #16]\n"                                      \
            "    stp x2, x3, [sp, #32]\n"                                      \
            "    stp x4, x5, [sp, #48]\n"                                      \
            "    str x6, [sp, #64]\n"                                          \
            "    bl " before "\n"                                              \
            "    ldp x0, x1, [sp, #16]\n"                                      \
            "    ldp x2, x3, [sp, #32]\n"                                      \
            "    ldp x4, x5, [sp, #48]\n"                                      \
            "    ldr x6, [sp, #64]\n"                                          \
            "    ldp x29, x30, [sp], #80\n"                                    \
            "    .cfi_def_cfa_offset 0\n"                                      \
            "    .cfi_restore 29\n"                                            \
            "    .cfi_restore 30\n"                                            \
            "    b 0b\n"                                                       \
            "2:  b " alone "\n"                                                \
            "    .cfi_endproc\n"                                               \
            ".size syscall, .-syscall\n")
#endif

#endif /* HPM_PMPI_SYSCALL_ENTRY_H */
