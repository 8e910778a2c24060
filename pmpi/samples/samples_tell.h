/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the process was seen at, as a rank's part of the record stream.
 */
#ifndef HPM_PMPI_SAMPLES_TELL_H
#define HPM_PMPI_SAMPLES_TELL_H

#include "pmpi/samples/sample_objects.h"

struct hpm_sampled {
    struct hpm_sampling_record record;
    struct hpm_sample_table table; /* without slots: not sampled */
    struct hpm_chains chains;      /* without nodes: not asked for */
    struct hpm_sample_objects objects;
};

/* Forget all.  */
void hpm_sampled_close (struct hpm_sampled *seen);

/* Which objects are its samples in?  Those that are gone stay known.  */
void hpm_sampled_place (struct hpm_sampled *seen);

/* Append the chunks of the rank, made in so many bytes of the caller's, or with
 * NULL in memory that is asked for; what has no room there is left out.  */
#define HPM_SAMPLED_ROOM ((size_t)4 << 20)
void hpm_sampled_tell (struct hpm_sampled *seen, char *room,
                       struct hpm_stream_buffer *buffer, int rank);

#endif /* HPM_PMPI_SAMPLES_TELL_H */
