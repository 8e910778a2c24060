/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where MPI was called from, in a result file: over the ranks.
 */
#include "config.h"

#include <stdlib.h>

#include "aggregate/h5/h5_table.h"
#include "aggregate/file/result_parts.h"

static const struct hpm_h5_member members[] = {
    HPM_H5_MEMBER (SITE_FUNCTION, hpm_site, function),
    HPM_H5_POINTER (SITE_PLACE, hpm_site, place),
    HPM_H5_POINTER (SITE_FILE, hpm_site, file),
    HPM_H5_MEMBER (SITE_LINE, hpm_site, line),
    HPM_H5_POINTER (SITE_ROUTINE, hpm_site, routine),
    HPM_H5_POINTER (SITE_MODULE, hpm_site, module),
    HPM_H5_POINTER (SITE_BUILD_ID, hpm_site, build_id),
    HPM_H5_MEMBER (SITE_ADDRESS, hpm_site, address),
    HPM_H5_MEMBER (SITE_CALLS, hpm_site, calls),
    HPM_H5_MEMBER (SITE_TIME, hpm_site, time),
    HPM_H5_MEMBER (SITE_SENT, hpm_site, sent),
    HPM_H5_MEMBER (SITE_RECEIVED, hpm_site, received),
    HPM_H5_MEMBER (SITE_RANKS, hpm_site, ranks),
    HPM_H5_MEMBER (SITE_MIN_TIME, hpm_site, min_time),
    HPM_H5_MEMBER (SITE_MAX_TIME, hpm_site, max_time),
    HPM_H5_MEMBER (SITE_MAX_RANK, hpm_site, max_rank),
};
static const struct hpm_h5_table table
    = { HPM_DIMENSION_SITE, HPM_H5_NO_LABELS (hpm_site),
        HPM_H5_MEMBERS (members) };

int
hpm_sites_write (struct hpm_h5_writer *writer, const struct hpm_result *result,
                 struct hpm_error *error)
{
    const struct hpm_sites *sites = &result->sites;

    return sites->count ? hpm_h5_table_write (writer, &table, sites->list,
                                              (hsize_t)sites->count, error)
                        : 0;
}

int
hpm_sites_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                struct hpm_error *error)
{
    hsize_t count = reader->length[HPM_DIMENSION_SITE];
    struct hpm_sites *sites = &result->sites;

    if (!count)
        return 0;
    sites->list = calloc (count, sizeof *sites->list);
    if (!sites->list)
        return hpm_error_set (error, "out of memory");
    sites->count = (int)count;
    if (hpm_h5_table_read (reader, &table, sites->list, error))
        return -1;
    for (int i = 0; i < sites->count; i++)
        if (sites->list[i].function < 0
            || sites->list[i].function >= result->calls.count)
            return hpm_h5_damaged (reader, "site_function", error);
    return 0;
}
