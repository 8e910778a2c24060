/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The account of time in a result file: of job and hosts.
 */
#include "config.h"

#include <stdlib.h>

#include "aggregate/file/load.h"
#include "aggregate/file/result_parts.h"

int
hpm_account_write (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, struct hpm_error *error)
{
    const struct hpm_verdict *verdict = &result->verdict;

    if (!verdict->account || !(hpm_account_whole (verdict->account) > 0))
        return 0;
    return hpm_h5_write (writer, HPM_VARIABLE_JOB_ACCOUNT, verdict->account,
                         error)
           || hpm_h5_write (writer, HPM_VARIABLE_JOB_ACCOUNT_ERROR,
                            verdict->errors, error)
           || (verdict->host_account
               && hpm_h5_write (writer, HPM_VARIABLE_HOST_ACCOUNT,
                                verdict->host_account, error));
}

/* A variable of so many accounts, which stays NULL where there is none.  */
static int
load (const struct hpm_h5_reader *reader, enum hpm_variable variable,
      hsize_t count, struct hpm_account **accounts, struct hpm_error *error)
{
    if (!hpm_h5_has (reader, variable) || !count)
        return 0;
    *accounts = calloc (count, sizeof **accounts);
    if (!*accounts)
        return hpm_error_set (error, "out of memory");
    return hpm_h5_read (reader, variable, *accounts, error);
}

int
hpm_account_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                  struct hpm_error *error)
{
    struct hpm_verdict *verdict = &result->verdict;

    if (!hpm_h5_has (reader, HPM_VARIABLE_JOB_ACCOUNT))
        return 0;
    if (!reader->length[HPM_DIMENSION_PART])
        return hpm_h5_damaged (reader, "part", error);
    return load (reader, HPM_VARIABLE_JOB_ACCOUNT, 1, &verdict->account, error)
           || load (reader, HPM_VARIABLE_JOB_ACCOUNT_ERROR, 1, &verdict->errors,
                    error)
           || load (reader, HPM_VARIABLE_HOST_ACCOUNT,
                    reader->length[HPM_DIMENSION_HOST], &verdict->host_account,
                    error);
}
