/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Events spread over the ranks of each host: every rank counts one pass of
 * them, and instructions and cycles.
 */
#ifndef HPM_PMPI_EVENT_ROTATION_H
#define HPM_PMPI_EVENT_ROTATION_H

#include "base/option/option.h"
#include "include/hpm_backend.h"

struct hpm_rotation {
    enum hpm_domain domain;
    int rank, ranks;   /* in MPI_COMM_WORLD */
    const char *lists; /* HPM_EVENTS: its lists stay together */
    int common;        /* events at the head that every rank counts;
                          0: no rotation */
};

int hpm_rotation_wanted (const struct hpm_options *options);

/* Put the events that this rank counts at the head of the n events, in their
 * order; the others get the reason why not.  The backend is open, with nothing
 * selected.  Returns how many are to be selected.  Ranks of a host come to the
 * same passes, without a word between them.  */
int hpm_rotation_choose (const struct hpm_rotation *rotation,
                         const struct hpm_backend *backend,
                         struct hpm_backend_event *events, int n);

#endif /* HPM_PMPI_EVENT_ROTATION_H */
