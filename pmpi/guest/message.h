/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the library says to the user: on stderr, in one write, never through
 * the program's stdio.
 */
#ifndef HPM_PMPI_MESSAGE_H
#define HPM_PMPI_MESSAGE_H

/* Write "hpmmpi: TEXT\n".  Any thread.  */
void hpm_message (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

/* The same, on the process that speaks for the job: as its launcher's
 * environment tells (rank 0, or a process started without a launcher), or as
 * was set.  Of the jobs that one process starts by MPI_Comm_spawn, the first
 * alone says it.  */
void hpm_message_once (const char *format, ...)
    __attribute__ ((format (printf, 1, 2)));

/* Whether this process speaks for the job, once it is known which ranks take
 * part.  Before anything else runs that may have something to say.  */
void hpm_message_set_speaker (int speaks);

/* Say nothing from here on, or something again.  Any thread.  */
void hpm_message_set_quiet (int is_quiet);

/* The rank of this process where it has others beside it, as the launcher's
 * environment tells; NULL where it is alone.  */
const char *hpm_message_rank_of_many (void);

/* What hpmagg --recover needs, with a blank before it, to read what this
 * process writes now: "" where that is of the user who ran hpmrun.  */
const char *hpm_message_any_owner (void);

#endif /* HPM_PMPI_MESSAGE_H */
