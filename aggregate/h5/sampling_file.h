/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Coverage and errors of counts that took turns, in the result file.
 */
#ifndef HPM_AGGREGATE_SAMPLING_FILE_H
#define HPM_AGGREGATE_SAMPLING_FILE_H

#include "aggregate/h5/h5_reader.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/model/result.h"

/* The variables *_coverage and *_error, of job and hosts; none where nothing
 * was scaled.  Return 0, or -1 with the error.  */
int hpm_sampling_write (struct hpm_h5_writer *writer,
                        const struct hpm_result *result,
                        struct hpm_error *error);
/* Fill them in again where the file has them; other numbers are loaded.  */
int hpm_sampling_load (const struct hpm_h5_reader *reader,
                       struct hpm_result *result, struct hpm_error *error);

#endif /* HPM_AGGREGATE_SAMPLING_FILE_H */
