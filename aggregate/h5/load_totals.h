/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Fields of records out of a result file.
 */
#ifndef HPM_AGGREGATE_LOAD_TOTALS_H
#define HPM_AGGREGATE_LOAD_TOTALS_H

#include "aggregate/h5/h5_reader.h"
#include "aggregate/model/result.h"

/* Which row of rank_record or thread_record holds which field; -1 if none: a
 * file of a later version may have others.  */
struct hpm_record_layout {
    const char *variable; /* "rank_record" */
    hsize_t fields, rows;
    int *places; /* of the fields this program knows, owned */
};

int hpm_record_layout_read (struct hpm_record_layout *layout,
                            const struct hpm_h5_reader *reader, int threads,
                            struct hpm_error *error);
void hpm_record_layout_release (struct hpm_record_layout *layout);

/* `count` values of one field from `first` on; zeros where the file has no
 * such field.  `place` is its row.  */
int hpm_record_read (const struct hpm_record_layout *layout,
                     const struct hpm_h5_reader *reader, int place,
                     hsize_t first, hsize_t count, int64_t *values,
                     struct hpm_error *error);

/* Place of the known field of that name.  */
int hpm_record_place (const struct hpm_record_layout *layout, const char *name);

/* Numbers of ranks and threads, and what measuring cost.  */
int hpm_load_totals (const struct hpm_h5_reader *reader,
                     struct hpm_result *result, struct hpm_error *error);

#endif /* HPM_AGGREGATE_LOAD_TOTALS_H */
