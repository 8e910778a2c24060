/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/session/alike.h"

#include <stdlib.h>

#include "base/launch.h"
#include "pmpi/guest/message.h"

/* Of the program of this process.  */
static struct {
    int rank, ranks, first, others;
} alike;

/* OMPI_APP_CTX_NUM_PROCS has how many ranks each program of an mpirun has;
 * without it there is one program, as far as is known.  */
static void
find_program (int ranks)
{
    const char *text = getenv ("OMPI_APP_CTX_NUM_PROCS");
    long first = 0, end = ranks;
    int found = 0;
    char *rest;

    for (; text && *text; text = rest) {
        long count = strtol (text, &rest, 10);

        if (rest == text || count < 0 || count > ranks)
            break;
        found = alike.rank < first + count;
        if (found) {
            end = first + count;
            break;
        }
        first += count;
    }
    /* Open MPI sets it to 1 in a job of one rank of its own.  */
    alike.first = found ? (int)first : 0;
    alike.others = end > alike.rank ? (int)end - alike.rank - 1 : 0;
}

/* What the launcher told when we were loaded comes first: Open MPI sets its
 * variables anew where it starts a job of one rank by itself.  */
void
hpm_alike_note (void)
{
    const char *rank = hpm_message_rank_of_many ();

    alike.rank = rank ? atoi (rank) : hpm_launch_number (HPM_LAUNCH_RANK, 0);
    alike.ranks = hpm_launch_number (HPM_LAUNCH_RANKS, 1);
    find_program (alike.ranks);
}

int
hpm_alike_ranks (void)
{
    return alike.ranks;
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
