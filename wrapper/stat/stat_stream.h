/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What was counted, as a record stream (include/hpm_stream.h): each processor
 * is a rank of it, with one thread.
 */
#ifndef HPM_WRAPPER_STAT_STREAM_H
#define HPM_WRAPPER_STAT_STREAM_H

#include <stdint.h>

#include "base/option/option.h"
#include "wrapper/stat/processors.h"
#include "wrapper/stat/stat_table.h"

/* What is known at the end.  Times in ns, as in the records.  */
struct hpm_stat_facts {
    char *const *argv;  /* of hpmstat */
    int64_t start, end; /* since 1970 */
    int64_t wall;
    int64_t overhead_start, overhead_stop;
    const struct hpm_cell *cells; /* [processors][columns] */
};

/* Write the stream to a new file, with what the counters of the node have been
 * stopped at.  Returns 0 or -1.  */
int hpm_stat_stream_write (const char *path, const struct hpm_stat_facts *facts,
                           const struct hpm_stat_table *table,
                           const struct hpm_processors *processors,
                           const struct hpm_options *options,
                           struct hpm_error *error);

#endif /* HPM_WRAPPER_STAT_STREAM_H */
