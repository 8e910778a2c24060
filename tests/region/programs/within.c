/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A signal handler that makes marks while its thread is within one: that reads
 * its label, which lies in a page that can't be read before the handler has
 * been there.  In between the same handler marks what is counted.
 */
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "libhpm.h"

static char *label;
static size_t bytes;

static void
mark (int signal)
{
    if (signal == SIGSEGV)
        mprotect (label, bytes, PROT_READ | PROT_WRITE);
    hpmStart (1, "in the handler");
    hpmStop (1);
}

int
main (void)
{
    struct sigaction action = { .sa_handler = mark };

    bytes = (size_t)sysconf (_SC_PAGESIZE);
    label = mmap (NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (label == MAP_FAILED)
        return 1;
    strcpy (label, "interrupted");
    sigaction (SIGSEGV, &action, NULL);
    sigaction (SIGUSR1, &action, NULL);
    mark (0);
    raise (SIGUSR1);
    mprotect (label, bytes, PROT_NONE);
    hpmStart (2, label);
    hpmStop (2);
    return 0;
}
