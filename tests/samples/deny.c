/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Become a program for which perf_event_open fails: deny ERROR PROGRAM...
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

int
main (int argc, char **argv)
{
    unsigned error = argc > 2 && !strcmp (argv[1], "ENOSYS") ? ENOSYS : EPERM;
    struct sock_filter code[] = {
        BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
        BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_perf_event_open, 0, 1),
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | error),
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = { sizeof code / sizeof *code, code };

    if (argc < 3 || prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
        || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter))
        return 77;
    execvp (argv[2], argv + 2);
    perror (argv[2]);
    return 1;
}
