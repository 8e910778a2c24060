/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/session/alike.h"

#include <stdlib.h>

#include "base/launch.h"

/* Of the program of this process.  */
static struct {
    int rank, first, others;
} alike;

/* Variables with the number of processes that one launch started.  That of a
 * batch script's allocation is none of them: there, nobody is like it.  */
static int
count_ranks (void)
{
    static const char *const variables[]
        = { "OMPI_COMM_WORLD_SIZE", "PMI_SIZE", "SLURM_STEP_NUM_TASKS" };
    const char *text = NULL;

    for (size_t i = 0; i < sizeof variables / sizeof *variables && !text; i++)
        text = getenv (variables[i]);
    return text ? atoi (text) : 1;
}

/* OMPI_APP_CTX_NUM_PROCS has how many ranks each program of an mpirun has;
 * without it there is one program, as far as is known.  */
static void
find_program (int ranks)
{
    const char *text = getenv ("OMPI_APP_CTX_NUM_PROCS");
    long first = 0, end = ranks;
    char *rest;

    for (; text && *text; text = rest) {
        long count = strtol (text, &rest, 10);

        if (rest == text || count < 0 || count > ranks)
            break;
        if (alike.rank < first + count) {
            end = first + count;
            break;
        }
        first += count;
    }
    alike.first = (int)first;
    alike.others = end > alike.rank ? (int)end - alike.rank - 1 : 0;
}

void
hpm_alike_note (void)
{
    alike.rank = hpm_launch_number (HPM_LAUNCH_RANK, 0);
    find_program (count_ranks ());
}

int
hpm_alike_is_another (void)
{
    return alike.rank > alike.first;
}

int
hpm_alike_others (void)
{
    return hpm_alike_is_another () ? 0 : alike.others;
}
