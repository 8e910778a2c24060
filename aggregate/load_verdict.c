/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "load_verdict.h"

#include <stdlib.h>

#define FINDINGS_MOST 4096

static int
load_findings (const struct hpm_h5_reader *reader, struct hpm_verdict *verdict,
               struct hpm_error *error)
{
    hsize_t count;
    struct hpm_h5_box box
        = { 2, { 0, HPM_FINDING_FIELD_COUNT }, { 0 },
            { 0, HPM_FINDING_FIELD_COUNT } };

    if (hpm_h5_length (reader, "finding_field", &count, error)
        || hpm_h5_length (reader, "finding_row", &count, error))
        return -1;
    if (!count)
        return 0;
    if (count > FINDINGS_MOST)
        return hpm_h5_damaged (reader, "finding_row", error);
    box.lengths[0] = box.count[0] = count;
    verdict->findings = calloc (count, sizeof *verdict->findings);
    if (!verdict->findings)
        return hpm_error_set (error, "out of memory");
    verdict->count = verdict->capacity = count;
    return hpm_h5_read (reader, "finding", &box, H5T_NATIVE_DOUBLE,
                        verdict->findings, error);
}

static int
load_hosts (const struct hpm_h5_reader *reader, struct hpm_result *result,
            struct hpm_error *error)
{
    hsize_t hosts = (hsize_t)result->hosts.count;
    struct hpm_h5_box box = { 2,
                              { hosts, HPM_EFFICIENCY_COUNT },
                              { 0 },
                              { hosts, HPM_EFFICIENCY_COUNT } };

    if (!hosts || !hpm_h5_has (reader, "host_efficiency"))
        return 0;
    result->verdict.host = calloc (hosts, sizeof *result->verdict.host);
    if (!result->verdict.host)
        return hpm_error_set (error, "out of memory");
    return hpm_h5_read (reader, "host_efficiency", &box, H5T_NATIVE_DOUBLE,
                        result->verdict.host, error);
}

int
hpm_load_verdict (const struct hpm_h5_reader *reader, struct hpm_result *result,
                  struct hpm_error *error)
{
    struct hpm_h5_box box = { 1,
                              { HPM_EFFICIENCY_COUNT },
                              { 0 },
                              { HPM_EFFICIENCY_COUNT } };

    if (!hpm_h5_has (reader, "finding_row"))
        return 0;
    result->verdict.made = 1;
    if (hpm_h5_has (reader, "job_efficiency")
        && hpm_h5_read (reader, "job_efficiency", &box, H5T_NATIVE_DOUBLE,
                        result->verdict.efficiency, error))
        return -1;
    return load_hosts (reader, result, error)
           || load_findings (reader, &result->verdict, error);
}
