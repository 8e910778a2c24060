/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The account of time on the screen and in JSON.
 */
#ifndef HPM_AGGREGATE_ACCOUNT_TEXT_H
#define HPM_AGGREGATE_ACCOUNT_TEXT_H

#include <stdio.h>

#include "aggregate/model/result.h"
#include "aggregate/show/emit/json.h"

/* The parts that are not 0, a line for each place, as shares of the whole.  */
void hpm_account_print (FILE *out, const struct hpm_account *account,
                        const struct hpm_account *errors);

/* The same for the summary of a run: computing is one part, what is next to
 * nothing is left out, and behind the share of MPI stand the times of the ranks
 * that were there least and most.  */
void hpm_account_print_short (FILE *out, const struct hpm_result *result);

/* A list of parts, with their errors unless these are NULL, and shares.  */
void hpm_json_put_account (struct hpm_json *json,
                           const struct hpm_account *account,
                           const struct hpm_account *errors);

#endif /* HPM_AGGREGATE_ACCOUNT_TEXT_H */
