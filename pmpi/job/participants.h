/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Which ranks of a job take part: have this library, and so will come to our
 * collectives.
 *
 * Each rank says so before MPI_Init, to those of its node by a mark
 * (node_marks.h) and to all others by a word at the run time (pmix_word.h,
 * pmi_word.h). The marks of all are read at once; the words of other nodes'
 * ranks are shared out among the ranks of this one, which mark what they found.
 * What nobody has marked until MPI_Finalize a rank looks up itself: all come to
 * the same answer.
 */
#ifndef HPM_PMPI_PARTICIPANTS_H
#define HPM_PMPI_PARTICIPANTS_H

struct hpm_participants {
    int ranks;
    unsigned char *marks; /* [ranks], enum hpm_node_mark */
};

/* Before the real MPI_Init.  */
void hpm_participants_announce (void);

/* After it, without communication: this rank's share.  Without memory nothing
 * will be known.  To be released.  */
void hpm_participants_meet (struct hpm_participants *participants, int rank,
                            int ranks);
void hpm_participants_release (struct hpm_participants *participants);

/* The same for a job whose ranks have not announced themselves, as all were
 * started with us: without those that have left us since
 * (hpm_node_marks_leave). Only the ranks of one node know that of each other;
 * else, and where none has left, there is nothing to release, and `marks` is
 * NULL.  */
void hpm_participants_meet_but_left (struct hpm_participants *participants,
                                     int ranks);

/* At the end, and before the real MPI_Finalize: what others have found.  */
void hpm_participants_learn (struct hpm_participants *participants);

/* Whether a rank takes part: 1, 0, or -1 when the run time does not tell. Looks
 * up what is not known yet.  */
int hpm_participants_has (struct hpm_participants *participants, int rank);

#endif /* HPM_PMPI_PARTICIPANTS_H */
