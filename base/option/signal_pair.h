/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The signals that start and stop counting (--signals, --start).
 */
#ifndef HPM_BASE_SIGNAL_PAIR_H
#define HPM_BASE_SIGNAL_PAIR_H

#include "base/error.h"
#include "base/option/option.h"

struct hpm_signal_pair {
    int start, stop; /* numbers; 0: none are asked for */
};

/* What the settings ask for.  Names are those of signal(7), with
 * or without "SIG"; "1", and nothing where --start=paused, are USR1 and USR2.
 * Signals that cannot be caught, that tell of an error in the program or that
 * every program of the system uses are refused, and so is a split of counts at
 * the same time. Returns 0, or -1 with the error.  */
int hpm_signal_pair_read (struct hpm_signal_pair *pair,
                          const struct hpm_options *options,
                          struct hpm_error *error);

/* Whether counting waits for a signal at first.  */
int hpm_signal_pair_waits (const struct hpm_options *options);

#endif /* HPM_BASE_SIGNAL_PAIR_H */
