/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Members of the JSON of a run, each put where there is something to say.
 */
#ifndef HPM_AGGREGATE_JSON_PARTS_H
#define HPM_AGGREGATE_JSON_PARTS_H

#include "aggregate/show/emit/json.h"
#include "aggregate/show/rows/output.h"

/* Everything about the job, as members of the object that is open.  */
void hpm_json_put_result (struct hpm_json *json,
                          const struct hpm_output *output);

/* What the run said of itself, as members of the object that is open: texts and
 * numbers, and with `lists` lists, too.  */
void hpm_json_put_run_members (struct hpm_json *json,
                               const struct hpm_result *result, int lists);

/* What measuring MPI calls cost, members of "run".  */
void hpm_json_put_mpi_run (struct hpm_json *json,
                           const struct hpm_result *result);

/* MPI calls by function and messages by size.  */
void hpm_json_put_calls (struct hpm_json *json,
                         const struct hpm_output *output);

/* Efficiencies, the verdict and outliers; the efficiencies of a host.  */
void hpm_json_put_verdict (struct hpm_json *json,
                           const struct hpm_result *result);
void hpm_json_put_efficiency (struct hpm_json *json,
                              const double efficiency[HPM_EFFICIENCY_COUNT]);

/* What events cost, where that was asked for.  */
void hpm_json_put_costs (struct hpm_json *json,
                         const struct hpm_output *output);

/* The runs that were joined.  */
void hpm_json_put_joined (struct hpm_json *json,
                          const struct hpm_result *result);

/* Events that were counted for hosts.  */
void hpm_json_put_nodes (struct hpm_json *json,
                         const struct hpm_output *output);

#endif /* HPM_AGGREGATE_JSON_PARTS_H */
