/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Efficiencies and findings in a result file.
 */
#include "config.h"

#include <stdlib.h>

#include "result_parts.h"

static int
write_dimensions (struct hpm_h5_writer *writer,
                  const struct hpm_verdict *verdict, struct hpm_error *error)
{
    static const char *const fields[] = {
#define HPM_X(name, meaning) #name,
        HPM_FINDING_FIELDS (HPM_X)
#undef HPM_X
    };
    const char *efficiencies[HPM_EFFICIENCY_COUNT];

    for (int i = 0; i < HPM_EFFICIENCY_COUNT; i++)
        efficiencies[i] = hpm_efficiency_word (i);
    return hpm_h5_dimension (writer, HPM_DIMENSION_EFFICIENCY,
                             HPM_EFFICIENCY_COUNT, -1, NULL, efficiencies,
                             error)
           || hpm_h5_dimension (writer, HPM_DIMENSION_FINDING_FIELD,
                                HPM_FINDING_FIELD_COUNT, -1, NULL, fields,
                                error)
           || hpm_h5_dimension (writer, HPM_DIMENSION_FINDING, verdict->count,
                                -1, NULL, NULL, error);
}

static int
write_efficiencies (struct hpm_h5_writer *writer,
                    const struct hpm_verdict *verdict, struct hpm_error *error)
{
    struct hpm_h5_variable job = { .name = "job_efficiency",
                                   .type = H5T_NATIVE_DOUBLE,
                                   .rank = 1,
                                   .dimensions = { HPM_DIMENSION_EFFICIENCY } };
    struct hpm_h5_variable host
        = { .name = "host_efficiency",
            .type = H5T_NATIVE_DOUBLE,
            .rank = 2,
            .dimensions = { HPM_DIMENSION_HOST, HPM_DIMENSION_EFFICIENCY } };

    if (verdict->efficiency[HPM_EFFICIENCY_RANKS] > 0
        && hpm_h5_write (writer, &job, verdict->efficiency, error))
        return -1;
    return verdict->host ? hpm_h5_write (writer, &host, verdict->host, error)
                         : 0;
}

int
hpm_verdict_write (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, struct hpm_error *error)
{
    const struct hpm_verdict *verdict = &result->verdict;
    struct hpm_h5_variable finding
        = { .name = "finding",
            .type = H5T_NATIVE_DOUBLE,
            .rank = 2,
            .dimensions
            = { HPM_DIMENSION_FINDING, HPM_DIMENSION_FINDING_FIELD } };
    char *text;
    int failed;

    if (write_dimensions (writer, verdict, error)
        || write_efficiencies (writer, verdict, error)
        || hpm_h5_write (writer, &finding, verdict->findings, error))
        return -1;
    text = hpm_verdict_text (result);
    failed = !text             ? hpm_error_set (error, "out of memory")
             : *text ? hpm_h5_attribute_text (writer, "hpm_verdict", text, error)
                     : 0;
    free (text);
    return failed;
}
