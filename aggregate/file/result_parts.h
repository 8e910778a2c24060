/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts of a result file, each of which one file writes and loads.  All
 * return 0, or -1 with the error.
 */
#ifndef HPM_AGGREGATE_RESULT_PARTS_H
#define HPM_AGGREGATE_RESULT_PARTS_H

#include "aggregate/analysis/accumulate.h"
#include "aggregate/h5/h5_reader.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/input/scan.h"
#include "aggregate/model/result.h"

#define HPM_PART(part)                                                         \
    int hpm_##part##_write (struct hpm_h5_writer *writer,                      \
                            const struct hpm_result *result,                   \
                            struct hpm_error *error);                          \
    int hpm_##part##_load (const struct hpm_h5_reader *reader,                 \
                           struct hpm_result *result, struct hpm_error *error)

/* Attributes of the root group, definitions and costs.  */
HPM_PART (run);

/* Aggregates of job and hosts; those are loaded that the result was made for.
 */
HPM_PART (aggregates);

/* Efficiencies and findings; the account of time.  */
HPM_PART (verdict);
HPM_PART (account);

/* Runs that were joined, and counts of hosts with what these are made of: none
 * where there are none.  */
HPM_PART (joined);
HPM_PART (nodes);

/* Where MPI was called from; loaded after the calls.  */
HPM_PART (sites);

/* Where samples were taken.  */
HPM_PART (samples);

/* Where memory was.  */
HPM_PART (memory);

/* Dimensions, events and metrics; these are loaded after the definitions.  */
int hpm_labels_write (struct hpm_h5_writer *writer,
                      const struct hpm_result *result,
                      const struct hpm_scan *scan, struct hpm_error *error);
int hpm_labels_load (const struct hpm_h5_reader *reader,
                     struct hpm_result *result, struct hpm_error *error);

/* Labels of a dimension into an empty table.  */
int hpm_text_table_load (const struct hpm_h5_reader *reader,
                         enum hpm_dimension dimension,
                         struct hpm_text_table *table, struct hpm_error *error);

/* Numbers of ranks and threads, and what measuring cost.  */
int hpm_totals_load (const struct hpm_h5_reader *reader,
                     struct hpm_result *result, struct hpm_error *error);

/* The columns that grow with ranks and threads; hpm_file_ranks reads them.  */
struct hpm_detail;

struct hpm_detail *hpm_detail_create (struct hpm_h5_writer *writer,
                                      const struct hpm_result *result,
                                      const struct hpm_scan *scan,
                                      struct hpm_error *error);
int hpm_detail_append (struct hpm_detail *detail,
                       const struct hpm_rank_data *data,
                       const struct hpm_values *values,
                       const struct hpm_account *account,
                       struct hpm_error *error);
/* Write the rest.  */
int hpm_detail_finish (struct hpm_detail *detail, struct hpm_error *error);
void hpm_detail_destroy (struct hpm_detail *detail);

/* Regions that the program marked: the same.  */
struct hpm_region_columns;

struct hpm_region_columns *
hpm_region_columns_create (struct hpm_h5_writer *writer,
                           struct hpm_result *result, struct hpm_error *error);
int hpm_region_columns_append (struct hpm_region_columns *columns,
                               const struct hpm_rank_data *data,
                               struct hpm_error *error);
/* Write the rest, and what is over the ranks, with the metrics of that.  */
int hpm_region_columns_finish (struct hpm_region_columns *columns,
                               struct hpm_error *error);
void hpm_region_columns_destroy (struct hpm_region_columns *columns);

/* What is over the ranks into result->tree.  */
int hpm_regions_load (const struct hpm_h5_reader *reader,
                      struct hpm_result *result, struct hpm_error *error);

/* Counts over time: likewise, for so many ranks in all; they stay in memory
 * until the end.  */
struct hpm_timeline_columns;

struct hpm_timeline_columns *
hpm_timeline_columns_create (struct hpm_h5_writer *writer,
                             struct hpm_result *result, uint64_t ranks,
                             struct hpm_error *error);
void hpm_timeline_columns_add (struct hpm_timeline_columns *columns,
                               const struct hpm_rank_data *data,
                               const struct hpm_values *values);
int hpm_timeline_columns_finish (struct hpm_timeline_columns *columns,
                                 struct hpm_error *error);
void hpm_timeline_columns_destroy (struct hpm_timeline_columns *columns);
int hpm_timeline_load (const struct hpm_h5_reader *reader,
                       struct hpm_result *result, struct hpm_error *error);

/* MPI calls: columns that grow with the ranks, and sums over the ranks, which
 * are made on the way.  */
struct hpm_call_columns;

struct hpm_call_columns *hpm_call_columns_create (struct hpm_h5_writer *writer,
                                                  struct hpm_calls *calls,
                                                  struct hpm_error *error);
int hpm_call_columns_append (struct hpm_call_columns *columns,
                             const struct hpm_rank_data *data,
                             struct hpm_error *error);
/* Write the rest, and the sums.  */
int hpm_call_columns_finish (struct hpm_call_columns *columns,
                             struct hpm_error *error);
void hpm_call_columns_destroy (struct hpm_call_columns *columns);

/* The sums into result->calls, which stays empty where the file has none.  */
int hpm_calls_load (const struct hpm_h5_reader *reader,
                    struct hpm_result *result, struct hpm_error *error);

#endif /* HPM_AGGREGATE_RESULT_PARTS_H */
