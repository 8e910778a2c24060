/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Counting that signals start and stop (--signals, --start).  Nothing is done
 * and no signal is touched unless the settings ask for it.
 *
 * A handler only notes what is wanted and wakes a thread of ours, which does
 * it.  A signal whose action is not the default one is left to whoever uses it,
 * and so is one that the program comes to use.
 */
#ifndef HPM_PMPI_CONTROL_H
#define HPM_PMPI_CONTROL_H

#include "base/error.h"
#include "base/option/option.h"

/* As early as possible: catch the signals.  Called again, it changes nothing.
 * Returns 0, or -1 when the settings are wrong.  */
int hpm_control_begin (const struct hpm_options *options,
                       struct hpm_error *error);

/* Whether something is to be counted now.  */
int hpm_control_counts (void);

/* Make the thread, which waits until everything counts; `verbose` lets it say
 * what it does.  Then tell it so, in next to no instructions.  */
void hpm_control_start (int verbose);
void hpm_control_go (void);

/* The program itself pauses counting, or lets it go on (MPI_Pcontrol); nothing
 * where signals do that.  Any thread, while it counts.  */
void hpm_control_by_program (int pause);

/* End the thread; before counting stops.  The signals stay harmless.  */
void hpm_control_stop (void);

#endif /* HPM_PMPI_CONTROL_H */
