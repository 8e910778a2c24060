/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Endings on small stacks.
 */
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "alone.h"

static void
exit_3 (int number)
{
    (void)number;
    exit (3);
}

static void
leave_3 (int number)
{
    (void)number;
    _exit (3);
}

/* A signal handler on a stack with 6 kB beside the kernel's part of it.  */
static void
handle_elsewhere (void (*handler) (int))
{
    struct sigaction action = { .sa_handler = handler, .sa_flags = SA_ONSTACK };
    size_t bytes = getauxval (AT_MINSIGSTKSZ) + (6 << 10);
    stack_t stack = { .ss_sp = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                      .ss_size = bytes };

    sigaltstack (&stack, NULL);
    sigaction (SIGUSR1, &action, NULL);
    raise (SIGUSR1);
}

void
alone_exit_elsewhere (void)
{
    handle_elsewhere (exit_3);
}

void
alone_leave_elsewhere (void)
{
    handle_elsewhere (leave_3);
}

static void *
exit_here (void *data)
{
    exit (3);
    return data;
}

/* The least that a thread may have.  */
void
alone_exit_small (void)
{
    pthread_attr_t attributes;
    pthread_t thread;

    pthread_attr_init (&attributes);
    pthread_attr_setguardsize (&attributes, 0);
    pthread_attr_setstacksize (&attributes, PTHREAD_STACK_MIN);
    if (pthread_create (&thread, &attributes, exit_here, NULL))
        _exit (99);
    pthread_join (thread, NULL);
}
