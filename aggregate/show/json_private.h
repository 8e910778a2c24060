/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Pieces of JSON that its parts share.
 */
#ifndef HPM_AGGREGATE_JSON_PRIVATE_H
#define HPM_AGGREGATE_JSON_PRIVATE_H

#include <jansson.h>

#include "aggregate/show/output.h"

/* Print a value that stands so deep.  */
void hpm_json_print (FILE *out, json_t *value, int depth);

/* Pieces of the same; a key comes on a line of its own, behind a comma unless
 * it is the first of its object.  A real that is not finite is null.  */
void hpm_json_put_line (FILE *out, int depth);
void hpm_json_put_key (FILE *out, const char *key, int first, int depth);
void hpm_json_put_text (FILE *out, const char *text);
void hpm_json_put_integer (FILE *out, int64_t value);
void hpm_json_put_real (FILE *out, double value);

/* A number, null where there is none.  */
json_t *hpm_json_real (double value);
/* A text of any encoding.  */
json_t *hpm_json_text (const char *value);

/* MPI calls by function and messages by size, where they were recorded.  */
void hpm_json_set_calls (json_t *root, const struct hpm_output *output);

/* What events cost, where that was asked for.  */
void hpm_json_set_costs (json_t *root, const struct hpm_output *output);

/* The runs that were joined, where they were; and those of a mask, numbered
 * from 1, as "runs" of an event or metric.  */
void hpm_json_set_joined (json_t *root, const struct hpm_output *output);
void hpm_json_set_runs (json_t *object, const struct hpm_result *result,
                        uint64_t mask);

/* Events that were counted for hosts, where there are any.  */
void hpm_json_set_nodes (json_t *root, const struct hpm_output *output);

/* Efficiencies, the verdict and outliers, where there are any.  */
void hpm_json_set_verdict (json_t *root, const struct hpm_output *output);
json_t *hpm_json_efficiency (const double efficiency[HPM_EFFICIENCY_COUNT]);

#endif /* HPM_AGGREGATE_JSON_PRIVATE_H */
