/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/show_check.h"

#include <string.h>

static int
has_rank (enum hpm_per per)
{
    return per == HPM_PER_RANK || per == HPM_PER_THREAD
           || per == HPM_PER_REGION_RANK || per == HPM_PER_INTERVAL_RANK
           || per == HPM_PER_MAPPING;
}

/* What rows can be ordered by.  */
static int
check_key (enum hpm_per per, const char *key, struct hpm_error *error)
{
    static const char *const owners[]
        = { [HPM_PER_HOST] = "a host",
            [HPM_PER_RANK] = "a rank",
            [HPM_PER_REGION] = "a region",
            [HPM_PER_INTERVAL] = "an interval",
            [HPM_PER_SITE] = "a place",
            [HPM_PER_REGION_RANK] = "a region on a rank",
            [HPM_PER_PHASE] = "a phase",
            [HPM_PER_ROUTINE] = "a function",
            [HPM_PER_LINE] = "a line",
            [HPM_PER_MAPPING] = "a mapping",
            [HPM_PER_CALLER] = "a caller",
            [HPM_PER_INTERVAL_RANK] = "an interval of a rank",
            [HPM_PER_INTERVAL_HOST] = "an interval of a host",
            [HPM_PER_BINDING] = "cores" };

    key += *key == '-';
    if (per == HPM_PER_JOB)
        return hpm_error_set (error, "--sort orders rows: add --per=rank");
    if ((!has_rank (per) && !strcmp (key, "rank"))
        || (per != HPM_PER_THREAD && !strcmp (key, "thread")))
        return hpm_error_set (error,
                              "--sort=%s: a row of %s has no %s; --per=%s has "
                              "rows with one",
                              key, owners[per], key, key);
    return 0;
}

static int
is_of_samples (enum hpm_per per)
{
    return per == HPM_PER_ROUTINE || per == HPM_PER_LINE
           || per == HPM_PER_CALLER;
}

static int
check_rows (enum hpm_format format, enum hpm_per per, struct hpm_error *error)
{
    if (format == HPM_FORMAT_OPENMETRICS && per != HPM_PER_JOB)
        return hpm_error_set (error, "--format=openmetrics is about the job: "
                                     "leave --per away");
    if (format == HPM_FORMAT_COLLAPSED && per != HPM_PER_REGION
        && !is_of_samples (per))
        return hpm_error_set (error, "--format=collapsed is about regions and "
                                     "samples: --per=region, --per=routine, "
                                     "--per=line or --per=caller");
    if (format == HPM_FORMAT_HATCHET && per != HPM_PER_REGION
        && per != HPM_PER_REGION_RANK && !is_of_samples (per))
        return hpm_error_set (error,
                              "--format=hatchet is about regions and samples: "
                              "--per=region, --per=region-rank, --per=routine, "
                              "--per=line or --per=caller");
    return 0;
}

int
hpm_show_check_format (const struct hpm_request *request, const char *use,
                       struct hpm_error *error)
{
    static const char *const words[]
        = { [HPM_FORMAT_OPENMETRICS] = "openmetrics",
            [HPM_FORMAT_COLLAPSED] = "collapsed",
            [HPM_FORMAT_HATCHET] = "hatchet" };
    enum hpm_format format = request->show.format;

    if (format < HPM_FORMAT_OPENMETRICS
        || (request->use == HPM_USE_CATALOG
            && format == HPM_FORMAT_OPENMETRICS))
        return 0;
    if (request->use != HPM_USE_SHOW)
        return hpm_error_set (error, "--format=%s does not go with %s",
                              words[format], use);
    if (format == HPM_FORMAT_HATCHET && request->show.sort)
        return hpm_error_set (error, "--sort does not go with "
                                     "--format=hatchet: what reads it "
                                     "orders nodes by their names");
    return check_rows (format, request->show.per, error);
}

int
hpm_show_check (const struct hpm_request *request, const char *costs,
                const char *mpi, const char *summary, struct hpm_error *error)
{
    const struct hpm_show_request *show = &request->show;
    const char *of_job = *costs ? costs : mpi;

    if (show->sort && request->use != HPM_USE_LIVE
        && check_key (show->per, show->sort, error))
        return -1;
    if (show->flat && show->per != HPM_PER_REGION)
        return hpm_error_set (error, "--flat goes with --per=region");
    if (*of_job && show->per != HPM_PER_JOB)
        return hpm_error_set (error, "%s is about the job: leave --per away",
                              of_job);
    if ((request->use == HPM_USE_SHOW || request->use == HPM_USE_JOIN)
        && *summary && request->write.summary == HPM_SUMMARY_NONE)
        return hpm_error_set (error,
                              "%s=none would show nothing: it goes with "
                              "what makes a result file",
                              summary);
    return 0;
}
