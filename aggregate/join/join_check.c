/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Whether runs may be joined.
 */
#include "config.h"

#include "aggregate/join/join.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

#include "aggregate/console/say.h"

/* What must be the same, and what is told where it is not.  */
static const struct {
    enum hpm_run_field field;
    const char *name;
    int needed;
} fields[] = {
    { HPM_RUN_command, "command", 1 },
    { HPM_RUN_ranks, "number of ranks", 1 },
    { HPM_RUN_scope, "scope", 1 },
    { HPM_RUN_domain, "domain", 1 },
    { HPM_RUN_mpi_library, "MPI library", 0 },
    { HPM_RUN_cpu_model, "processor", 0 },
};

static int
check_fields (const struct hpm_join_run *first, const struct hpm_join_run *run,
              struct hpm_error *error)
{
    for (size_t i = 0; i < sizeof fields / sizeof *fields; i++) {
        const char *a = hpm_result_run (&first->result, fields[i].field, "?");
        const char *b = hpm_result_run (&run->result, fields[i].field, "?");

        if (!strcmp (a, b))
            continue;
        if (fields[i].needed)
            return hpm_error_set (error,
                                  "cannot join %s to %s: another %s, '%.60s', "
                                  "not '%.60s'",
                                  run->reader.path, first->reader.path,
                                  fields[i].name, b, a);
        hpm_say ("%s has another %s than %s: '%s', not '%s'", run->reader.path,
                 fields[i].name, first->reader.path, b, a);
    }
    return 0;
}

static int
same_regions (const struct hpm_result *a, const struct hpm_result *b)
{
    if (a->region_count != b->region_count)
        return 0;
    for (int i = 0; i < a->region_count; i++)
        if (strcmp (a->regions[i], b->regions[i]))
            return 0;
    return 1;
}

/* Hosts are numbered as the ranks bring them, so that the same numbers are the
 * same placement whatever the hosts are called.  */
static int
same_placement (const struct hpm_join_run *a, const struct hpm_join_run *b)
{
    return a->result.ranks == b->result.ranks
           && !memcmp (a->hosts, b->hosts, a->result.ranks * sizeof *a->hosts);
}

static int
same_hosts (const struct hpm_result *a, const struct hpm_result *b)
{
    for (int i = 0; i < a->hosts.count && i < b->hosts.count; i++)
        if (strcmp (a->hosts.texts[i], b->hosts.texts[i]))
            return 0;
    return a->hosts.count == b->hosts.count;
}

static void
tell_others (const struct hpm_join_run *first, const struct hpm_join_run *run)
{
    if (!same_hosts (&first->result, &run->result))
        hpm_say ("%s ran on other hosts than %s", run->reader.path,
                 first->reader.path);
    if (first->result.threads != run->result.threads)
        hpm_say ("%s had %llu threads, not %llu as %s", run->reader.path,
                 (unsigned long long)run->result.threads,
                 (unsigned long long)first->result.threads, first->reader.path);
}

static int
check_one (const struct hpm_join_run *first, const struct hpm_join_run *run,
           struct hpm_error *error)
{
    const char *why = NULL;

    if (check_fields (first, run, error))
        return -1;
    if (run->start_time == first->start_time)
        return hpm_error_set (error, "%s and %s are of the same run",
                              first->reader.path, run->reader.path);
    if (!same_placement (first, run))
        why = "its ranks were placed in another way on the hosts";
    else if (!same_regions (&first->result, &run->result))
        why = "only one of them was split by --mpi=split";
    else if (hpm_calls_recorded (&run->result.calls)
             && !hpm_calls_recorded (&first->result.calls))
        why = "only its calls of MPI were timed, and times are those of the "
              "first run: name it first";
    if (why)
        return hpm_error_set (error, "cannot join %s to %s: %s",
                              run->reader.path, first->reader.path, why);
    tell_others (first, run);
    return 0;
}

int
hpm_join_check_same (const struct hpm_join *join, struct hpm_error *error)
{
    for (int i = 1; i < join->count; i++)
        if (check_one (&join->runs[0], &join->runs[i], error))
            return -1;
    return 0;
}

/* The work that runs are refused by, the first of the common events.  */
static double
work_difference (const struct hpm_result *result, int run)
{
    int event = result->common[0];

    return event < 0 ? NAN
                     : hpm_joined_difference (&result->joined, run, event);
}

/* Runs that differ did other work, or the same under other conditions: the
 * times tell more of that than the event, which may be a time itself.  */
static void
tell_off (const struct hpm_join_run *first, const struct hpm_join_run *run,
          double distance, const char *event)
{
    double before = 1e-9 * first->result.wall.max;
    double now = 1e-9 * run->result.wall.max;

    hpm_say (
        "%s is %.1f %% off %s in %s, which both counted: metrics over both "
        "are uncertain (it took %.6g s, not %.6g s)",
        run->reader.path, 100 * distance, first->reader.path, event, now,
        before);
}

static void
tell_distance (const struct hpm_join *join, const struct hpm_result *result,
               int run)
{
    const char *path = join->runs[run].reader.path;
    double distance = hpm_joined_distance (result, run);

    if (isnan (distance))
        hpm_say ("nothing tells whether %s did the same as %s: count "
                 "PAPI_TOT_INS in both",
                 path, join->runs[0].reader.path);
    else if (distance > HPM_JOIN_LIMIT)
        tell_off (&join->runs[0], &join->runs[run], distance,
                  result->events[hpm_joined_farthest (result, run)].name);
}

int
hpm_join_check_alike (const struct hpm_join *join,
                      const struct hpm_result *result, int force,
                      struct hpm_error *error)
{
    for (int i = 1; i < join->count; i++) {
        double difference = work_difference (result, i);

        if (fabs (difference) > HPM_JOIN_LIMIT && !force)
            return hpm_error_set (
                error,
                "cannot join %s to %s: %.1f %% %s instructions, more than "
                "%g %% (--force joins them)",
                join->runs[i].reader.path, join->runs[0].reader.path,
                100 * fabs (difference), difference > 0 ? "more" : "fewer",
                100 * HPM_JOIN_LIMIT);
        tell_distance (join, result, i);
    }
    return 0;
}
