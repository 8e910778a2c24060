/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "base/launch.h"
#include "pmpi/job/node_marks.h"
#include "pmpi/job/participants.h"
#include "pmpi/job/pmi_word.h"
#include "pmpi/job/pmix_word.h"

void
hpm_participants_announce (void)
{
    const unsigned char here = HPM_NODE_MARK_HERE;
    int rank = hpm_launch_number (HPM_LAUNCH_RANK, -1);

    if (rank >= 0)
        hpm_node_marks_write (&here, rank, 1);
    hpm_pmi_word_leave ();
    hpm_pmix_word_leave (1);
}

/* ---- after MPI_Init ----------------------------------------------------- */

/* Whether what ranks mark before MPI_Init is there now, and can be read here:
 * there is one node, and all left their marks before any of them came out of
 * MPI_Init, unless Open MPI is told that its ranks need not wait for each other
 * there (MPICH's always do).  */
static int
all_have_marked (int ranks)
{
    const char *alone = getenv ("OMPI_MCA_async_mpi_init");

    return hpm_launch_number (HPM_LAUNCH_LOCAL_RANKS, 0) == ranks
           && (!alone || !strcmp (alone, "0"));
}

/* As either run time knows it: not 0 where the rank takes part, -1 where none
 * of them tells.  */
static int64_t
word_of (int rank, int ranks)
{
    int64_t word = hpm_pmi_word_of (rank);

    return word < 0 ? hpm_pmix_word_of (rank, ranks) : word;
}

/* Returns whether it is known now.  */
static int
look (struct hpm_participants *participants, int rank)
{
    int64_t word;

    if (participants->marks[rank] != HPM_NODE_MARK_NONE)
        return 1;
    word = word_of (rank, participants->ranks);
    if (word < 0)
        return 0;
    participants->marks[rank]
        = word ? HPM_NODE_MARK_WITH : HPM_NODE_MARK_WITHOUT;
    return 1;
}

/* How many ranks of this node take part among those below `rank`.  */
static int
count_here (const struct hpm_participants *participants, int rank)
{
    int count = 0;

    for (int i = 0; i < rank; i++)
        count += participants->marks[i] == HPM_NODE_MARK_HERE;
    return count;
}

/* Those that have no mark of their own, shared out evenly: a block each.  Found
 * and left for the others of this node.  */
static void
look_at_share (struct hpm_participants *participants, int rank)
{
    unsigned char *marks = participants->marks;
    int64_t here = count_here (participants, participants->ranks);
    int64_t index = count_here (participants, rank), at = 0;
    int64_t others = participants->ranks - here;
    int first = -1, last = -1;

    if (marks[rank] != HPM_NODE_MARK_HERE)
        return; /* nobody counts on us */
    for (int i = 0; i < participants->ranks; i++) {
        if (marks[i] == HPM_NODE_MARK_HERE)
            continue;
        if (at >= index * others / here && at < (index + 1) * others / here) {
            if (!look (participants, i))
                return;
            first = first < 0 ? i : first;
            last = i;
        }
        at++;
    }
    if (first >= 0)
        hpm_node_marks_write (marks + first, first, last - first + 1);
}

void
hpm_participants_meet (struct hpm_participants *participants, int rank,
                       int ranks)
{
    hpm_pmix_word_close ();
    participants->ranks = ranks;
    participants->marks = calloc ((size_t)ranks, 1); /* none */
    if (!participants->marks)
        return;
    hpm_node_marks_read (participants->marks, ranks);
    look_at_share (participants, rank);
    hpm_node_marks_done (rank, ranks);
}

void
hpm_participants_meet_but_left (struct hpm_participants *participants,
                                int ranks)
{
    unsigned char *marks
        = all_have_marked (ranks) ? calloc ((size_t)ranks, 1) : NULL;

    if (!marks)
        return;
    hpm_node_marks_read (marks, ranks);
    if (!memchr (marks, HPM_NODE_MARK_WITHOUT, (size_t)ranks)) {
        free (marks);
        return;
    }
    for (int i = 0; i < ranks; i++)
        if (marks[i] == HPM_NODE_MARK_NONE)
            marks[i] = HPM_NODE_MARK_HERE;
    participants->ranks = ranks;
    participants->marks = marks;
}

void
hpm_participants_release (struct hpm_participants *participants)
{
    free (participants->marks);
    memset (participants, 0, sizeof *participants);
}

/* ---- at the end --------------------------------------------------------- */

void
hpm_participants_learn (struct hpm_participants *participants)
{
    hpm_pmi_word_settle ();
    if (participants->marks
        && memchr (participants->marks, HPM_NODE_MARK_NONE,
                   (size_t)participants->ranks))
        hpm_node_marks_read (participants->marks, participants->ranks);
}

/* Whether a mark that is missing on the only node tells that its rank takes no
 * part.  */
static int
marks_are_all (const struct hpm_participants *participants)
{
    return all_have_marked (participants->ranks)
           && count_here (participants, participants->ranks);
}

int
hpm_participants_has (struct hpm_participants *participants, int rank)
{
    if (!participants->marks)
        return -1;
    if (look (participants, rank))
        return participants->marks[rank] != HPM_NODE_MARK_WITHOUT;
    return marks_are_all (participants) ? 0 : -1;
}
