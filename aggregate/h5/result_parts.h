/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts of a result file as its writer puts them in.  All return 0, or -1
 * with the error.
 */
#ifndef HPM_AGGREGATE_RESULT_PARTS_H
#define HPM_AGGREGATE_RESULT_PARTS_H

#include "aggregate/analysis/accumulate.h"
#include "aggregate/h5/h5_writer.h"
#include "aggregate/model/result.h"
#include "aggregate/input/scan.h"

/* The columns that grow with ranks and threads.  */
struct hpm_detail;

struct hpm_detail *hpm_detail_create (struct hpm_h5_writer *writer,
                                      const struct hpm_result *result,
                                      const struct hpm_scan *scan,
                                      struct hpm_error *error);
int hpm_detail_append (struct hpm_detail *detail,
                       const struct hpm_rank_data *data,
                       const struct hpm_values *values,
                       struct hpm_error *error);
/* Write the rest.  */
int hpm_detail_finish (struct hpm_detail *detail, struct hpm_error *error);
void hpm_detail_destroy (struct hpm_detail *detail);

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

/* Dimensions and descriptions of events and metrics.  */
int hpm_labels_write (struct hpm_h5_writer *writer,
                      const struct hpm_result *result,
                      const struct hpm_scan *scan, struct hpm_error *error);

/* Aggregates of job and hosts.  */
int hpm_aggregates_write (struct hpm_h5_writer *writer,
                          const struct hpm_result *result,
                          struct hpm_error *error);

/* Efficiencies and findings.  */
int hpm_verdict_write (struct hpm_h5_writer *writer,
                       const struct hpm_result *result,
                       struct hpm_error *error);

/* Attributes of the root group.  */
int hpm_run_write (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, struct hpm_error *error);

#endif /* HPM_AGGREGATE_RESULT_PARTS_H */
