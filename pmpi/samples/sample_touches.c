/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/samples/sample_touches.h"

#include <string.h>
#include <sys/mman.h>

#define BYTES (HPM_TOUCHES * sizeof (struct hpm_touch))

int
hpm_touches_open (struct hpm_touches *touches)
{
    void *memory = mmap (NULL, BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    memset (touches, 0, sizeof *touches);
    if (memory == MAP_FAILED)
        return -1;
    touches->list = memory;
    touches->every = 1;
    return 0;
}

void
hpm_touches_close (struct hpm_touches *touches)
{
    if (touches->list)
        munmap (touches->list, BYTES);
    memset (touches, 0, sizeof *touches);
}

static void
drop_half (struct hpm_touches *touches)
{
    touches->count /= 2;
    touches->every *= 2;
    for (int i = 0; i < touches->count; i++)
        touches->list[i] = touches->list[2 * i];
}

void
hpm_touches_add (struct hpm_touches *touches, uint64_t address, int32_t tid)
{
    if (touches->seen++ % touches->every)
        return;
    if (touches->count == HPM_TOUCHES)
        drop_half (touches); /* and this one's number is even */
    touches->list[touches->count++] = (struct hpm_touch){ address, tid, -1 };
}
