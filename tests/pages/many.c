/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program with many mappings, told by the kernel from the newest on, and one
 * that is larger than those.
 *
 *     many MAPPINGS KIB [denied]    so many of that size, a page of each
 * touched; where the kernel does not say where a page is
 */
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <mpi.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#define LARGE ((size_t)24 << 20)
#define MUCH ((size_t)600 << 20) /* more than is looked at page by page */

/* Between pages that nobody may touch, which are larger than a stack's.  */
static char *
map_apart (size_t bytes)
{
    size_t apart = 256 << 10;
    char *all = mmap (NULL, bytes + 2 * apart, PROT_NONE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

    if (all == MAP_FAILED
        || mprotect (all + apart, bytes, PROT_READ | PROT_WRITE))
        return NULL;
    return all + apart;
}

static void
touch (volatile char *at, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 4096)
        at[i] = 1;
}

static int
deny (void)
{
    struct sock_filter code[] = {
        BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
        BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_move_pages, 0, 1),
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
        BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
    };
    struct sock_fprog filter = { sizeof code / sizeof *code, code };

    return prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
           || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter);
}

int
main (int argc, char **argv)
{
    size_t bytes = argc > 2 ? (size_t)atol (argv[2]) << 10 : 0;
    int count = argc > 1 ? atoi (argv[1]) : 0, denied = argc > 3;
    size_t size = denied ? MUCH : LARGE;
    char *large;

    if (denied && deny ())
        return 77;
    MPI_Init (&argc, &argv);
    large = map_apart (size);
    if (large)
        touch (large, size);
    for (int i = 0; i < count && large; i++) {
        char *one = map_apart (bytes);

        if (!one)
            return 77;
        touch (one, 1);
    }
    printf ("%zu\n", (size_t)large);
    MPI_Finalize ();
    return 0;
}
