/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Why a table of regions or of places has no rows, and what gives it some.
 */
#include "config.h"

#include <string.h>

#include "aggregate/console/report.h"
#include "aggregate/model/row_names.h"
#include "aggregate/model/settings.h"
#include "aggregate/show/summary/summary.h"
#include "hpm_launch.h"

static int
is_from_outside (const struct hpm_result *result)
{
    return !strcmp (hpm_result_run (result, HPM_RUN_scope, ""),
                    HPM_RUN_SCOPE_OUTSIDE);
}

const char *
hpm_summary_why_no_regions (const struct hpm_result *result)
{
    if (hpm_result_is_observed (result))
        return "no regions: processors were counted, whichever program ran";
    if (result->joined.count)
        return "no regions: a file of joined runs has none; those of the runs "
               "may have them";
    if (is_from_outside (result))
        return "no regions: a program that is counted from outside has none";
    return "no regions: the program marked none, with hpm.h or as another tool "
           "has it (hpm(3)); hpmrun --functions=LIST makes them of functions "
           "that were built with -finstrument-functions";
}

void
hpm_summary_no_regions (FILE *out, const struct hpm_result *result)
{
    hpm_report_fold (out, "", 0, hpm_summary_why_no_regions (result));
}

static int
was_timed (const struct hpm_result *result)
{
    struct hpm_options settings;
    int timed;

    hpm_result_settings (result, &settings);
    timed = settings.mpi != HPM_MPI_OFF;
    hpm_options_release (&settings);
    return timed;
}

void
hpm_summary_no_binding (FILE *out, const struct hpm_result *result)
{
    hpm_report_fold (out, "", 0,
                     hpm_result_is_observed (result)
                         ? "no binding: processors or processes were counted, "
                           "not ranks"
                         : "no binding: which processors the ranks may use is "
                           "not known");
}

void
hpm_summary_no_sites (FILE *out, const struct hpm_result *result)
{
    hpm_report_fold (
        out, "", 0,
        hpm_result_is_observed (result)
            ? "no places: processors were counted, whichever program ran"
        : result->joined.count
            ? "no places: a file of joined runs has none; those of the runs "
              "may have them"
        : hpm_result_run (result, HPM_RUN_recovered, NULL)
            ? "no places: a run whose snapshots were recovered has none"
        : is_from_outside (result)
            ? "no places: a program that is counted from outside has none"
        : was_timed (result) ? "no places: the program called no function of "
                               "MPI while it was counted"
                             : "no places: calls of MPI were not timed "
                               "(hpmrun --mpi=time does)");
}
