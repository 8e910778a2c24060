/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What there is to say of the run as a whole (HPM_RUN_FIELDS): collected on
 * rank 0.
 */
#ifndef HPM_PMPI_RUN_TEXTS_H
#define HPM_PMPI_RUN_TEXTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/option/option.h"
#include "pmpi/count/event_table.h"
#include "pmpi/wire/stream_buffer.h"

struct hpm_run_facts {
    int ranks;
    int64_t start_time, end_time;  /* ns since 1970 */
    const char *working_directory; /* when it started */
    const char *job_id;
    const char *scope; /* what was counted, in words */
    int exit_status;   /* of the process; -1 where not known */
};

/* Append the RUN chunk.  */
void hpm_run_texts_append (struct hpm_stream_buffer *buffer,
                           const struct hpm_run_facts *facts,
                           const struct hpm_options *options,
                           const struct hpm_event_table *table);

/* Job id of the batch system.  Returns 0, or -1 where there is none.  */
int hpm_run_batch_id (char *text, size_t size);

/* Job id of the batch system; without one, the time as YYYYMMDD-HHMMSS.  */
void hpm_run_job_id (char *text, size_t size);

/* Base name of the program, as it was called; "program" when /proc is silent.
 */
void hpm_run_program_name (char *text, size_t size);

#endif /* HPM_PMPI_RUN_TEXTS_H */
