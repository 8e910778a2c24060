/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Rows of places that MPI was called from.
 */
#include "config.h"

#include "aggregate/show/rows/rows.h"

static const char *
text_or_null (const char *text)
{
    return text && *text ? text : NULL;
}

void
hpm_row_of_site (struct hpm_row *row, const struct hpm_result *result,
                 int number)
{
    const struct hpm_site *site = &result->sites.list[number];

    row->function = result->calls.functions[site->function].name;
    row->place = site->place;
    row->file = text_or_null (site->file);
    row->line = site->line > 0 ? site->line : HPM_NO_INTEGER;
    row->routine = text_or_null (site->routine);
    row->module = text_or_null (site->module);
    row->address = site->address ? site->address : HPM_NO_INTEGER;
    row->calls = site->calls;
    row->time_s = (double)site->time / 1e9;
    row->sent = site->sent;
    row->received = site->received;
    row->ranks = site->ranks;
    row->rank_min_s = (double)site->min_time / 1e9;
    row->rank_max_s = (double)site->max_time / 1e9;
    row->max_rank = site->max_rank;
    hpm_row_without_counts (row, result);
}
