/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Pieces of JSON that its parts share.
 */
#ifndef HPM_AGGREGATE_JSON_PRIVATE_H
#define HPM_AGGREGATE_JSON_PRIVATE_H

#include <jansson.h>

#include "output.h"

/* A number, null where there is none.  */
json_t *hpm_json_real (double value);
/* A text of any encoding.  */
json_t *hpm_json_text (const char *value);

/* MPI calls by function and messages by size, where they were noted.  */
void hpm_json_set_calls (json_t *root, const struct hpm_output *output);

/* What events cost, where that was asked for.  */
void hpm_json_set_costs (json_t *root, const struct hpm_output *output);

/* The runs that were joined, where they were; and those of a mask, numbered
 * from 1, as "runs" of an event or metric.  */
void hpm_json_set_joined (json_t *root, const struct hpm_output *output);
void hpm_json_set_runs (json_t *object, const struct hpm_result *result,
                        uint64_t mask);

/* "coverage" and "errors" of what is not exact in a row.  */
void hpm_json_set_errors (json_t *object, const struct hpm_output *output,
                          const struct hpm_row *row);

/* Events that were counted for hosts, where there are any.  */
void hpm_json_set_nodes (json_t *root, const struct hpm_output *output);

/* Efficiencies, the verdict and outliers, where there are any.  */
void hpm_json_set_verdict (json_t *root, const struct hpm_output *output);
json_t *hpm_json_efficiency (const double efficiency[HPM_EFFICIENCY_COUNT]);

#endif /* HPM_AGGREGATE_JSON_PRIVATE_H */
