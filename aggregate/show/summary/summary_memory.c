/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the memory of ranks was: a picture of ranks and nodes below a table of
 * mappings, and what the summary says where memory is remote.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/console/number.h"
#include "aggregate/console/report.h"
#include "aggregate/show/summary/summary.h"
#include "hpm_launch.h"

#define TOLD 64     /* ranks of the picture */
#define COLUMNS 8   /* nodes of the picture */
#define REMOTE 0.05 /* of the memory: less is not worth a sentence */

static void
tell_none (FILE *out, const struct hpm_result *result)
{
    hpm_report_fold (
        out, "", 0,
        result->joined.count
            ? "no mappings: a file of joined runs has none; those of the runs "
              "may have them"
        : hpm_result_run (result, HPM_RUN_recovered, NULL)
            ? "no mappings: a rank whose snapshot was recovered has none"
        : !strcmp (hpm_result_run (result, HPM_RUN_scope, ""),
                   HPM_RUN_SCOPE_OUTSIDE)
            ? "no mappings: a program that is counted from outside has none"
            : "no mappings: hpmrun --pages looks where memory is");
}

/* What ranks had touched and have not in memory.  */
static void
tell_swapped (FILE *out, const struct hpm_memory *memory)
{
    char text[128], amount[HPM_NUMBER_TEXT];
    double swapped = 0;

    for (int64_t i = 0; i < memory->mapping_count; i++)
        if (memory->mappings[i].record.swapped > 0)
            swapped += (double)memory->mappings[i].record.swapped;
    snprintf (text, sizeof text, "swapped out: %s",
              hpm_quantity_text (amount, swapped, "byte"));
    if (swapped > 0)
        hpm_report_fold (out, "  ", 2, text);
}

static void
tell_lost (FILE *out, const struct hpm_result *result)
{
    char text[256];
    double lost
        = strtod (hpm_result_run (result, HPM_RUN_samples_lost, "0"), NULL);

    snprintf (text, sizeof text,
              "%.0f samples were lost, of threads that had many at a time: a "
              "larger N of hpmrun --sample=page-faults@N loses fewer",
              lost);
    if (lost > 0)
        hpm_report_fold (out, "  ", 2, text);
}

/* What stands in the columns of page faults, and what is in none.  */
static void
tell_faults (FILE *out, const struct hpm_result *result)
{
    const struct hpm_memory *memory = &result->memory;
    int64_t least = INT64_MAX, most = 0, gone = 0;
    char text[512], range[48];

    for (int64_t i = 0; i < memory->look_count; i++) {
        const struct hpm_look_record *look = &memory->looks[i].record;

        if (look->fault_period > 0 && look->fault_period < least)
            least = look->fault_period;
        most = look->fault_period > most ? look->fault_period : most;
        gone += look->fault_gone;
    }
    if (!most)
        return;
    snprintf (range, sizeof range, most > least ? "%lld to %lld" : "%lld",
              (long long)least, (long long)most);
    snprintf (text, sizeof text,
              "samples are of page faults, each for %s; by main is the share "
              "of the main thread, threads how many had a sample there; "
              "%lld more were in memory that was not there any more",
              range, (long long)gone);
    hpm_report_fold (out, "  ", 2, text);
    tell_lost (out, result);
}

/* How much was used of what is in memory, where both are known, in bytes.  */
static void
sum_use (const struct hpm_memory *memory, double *used, double *touched)
{
    *used = *touched = 0;
    for (int64_t i = 0; i < memory->mapping_count; i++) {
        const struct hpm_mapping_record *record = &memory->mappings[i].record;

        if (record->used < 0)
            continue;
        *used += (double)record->used;
        *touched += (double)record->touched;
    }
}

/* Since when what is in the column of use was used.  */
static void
tell_use (FILE *out, const struct hpm_memory *memory)
{
    double least = INFINITY, most = 0, used, touched;
    char text[512], one[HPM_NUMBER_TEXT], other[HPM_NUMBER_TEXT];
    char some[HPM_NUMBER_TEXT], all[HPM_NUMBER_TEXT];

    for (int64_t i = 0; i < memory->look_count; i++) {
        double seconds = 1e-9 * (double)memory->looks[i].record.used_for;

        if (seconds > 0)
            least = fmin (least, seconds);
        most = fmax (most, seconds);
    }
    if (!(most > 0))
        return;
    sum_use (memory, &used, &touched);
    hpm_number_text (one, least);
    hpm_number_text (other, most);
    hpm_quantity_text (some, used, "byte");
    hpm_quantity_text (all, touched, "byte");
    snprintf (text, sizeof text,
              "used is what was read or written in the last %s%s%s s before "
              "that, by whichever thread: %s of %s",
              one, most > least ? " to " : "", most > least ? other : "", some,
              all);
    hpm_report_fold (out, "  ", 2, text);
}

/* When, and how well, ranks were looked at.  */
static void
tell_looks (FILE *out, const struct hpm_memory *memory)
{
    double first = INFINITY, last = 0, unseen = 0;
    int64_t every = 1;
    char text[512], one[HPM_NUMBER_TEXT], other[HPM_NUMBER_TEXT];

    for (int64_t i = 0; i < memory->look_count; i++) {
        const struct hpm_look_record *look = &memory->looks[i].record;

        first = fmin (first, 1e-9 * (double)look->since);
        last = fmax (last, 1e-9 * (double)look->since);
        unseen += (double)look->unseen;
        every = look->every > every ? look->every : every;
    }
    hpm_number_text (one, first);
    hpm_number_text (other, last);
    snprintf (text, sizeof text,
              "%lld rank%s, looked at %s%s%s s after %s start; a digit "
              "stands for a tenth of the mapping on the node of that "
              "number, a dot for what is not in memory",
              (long long)memory->look_count, memory->look_count == 1 ? "" : "s",
              one, last > first ? " to " : "", last > first ? other : "",
              memory->look_count == 1 ? "its" : "their");
    hpm_report_fold (out, "  ", 2, text);
    if (every > 1) {
        snprintf (text, sizeof text,
                  "of large mappings one page in %lld was looked at, at most, "
                  "and stands for the others",
                  (long long)every);
        hpm_report_fold (out, "  ", 2, text);
    }
    if (unseen > 0) {
        snprintf (text, sizeof text, "not looked at: %s of address space",
                  hpm_quantity_text (one, unseen, "byte"));
        hpm_report_fold (out, "  ", 2, text);
    }
}

/* "12.3*": MiB on a node; the star is where threads ran.  */
static void
put_rank (FILE *out, int64_t number, const struct hpm_memory_rank *rank,
          int columns)
{
    char local[HPM_NUMBER_TEXT];

    fprintf (out, "  %6lld", (long long)number);
    for (int node = 0; node < columns; node++)
        fprintf (out, " %9.1f%s", rank->on[node] / 1048576,
                 rank->ran[node] > 0 ? "*" : " ");
    fprintf (out, "  %s\n",
             isnan (rank->local) ? "-" : hpm_percent_text (local, rank->local));
}

static void
put_picture (FILE *out, const struct hpm_memory *memory, int nodes,
             struct hpm_memory_rank *rank)
{
    int columns = nodes < COLUMNS ? nodes : COLUMNS;

    fputs ("\n  MiB of ranks by node, without files (*: threads ran there)\n"
           "    rank",
           out);
    for (int node = 0; node < columns; node++)
        fprintf (out, "    node %-2d", node);
    fputs ("  local\n", out);
    for (int64_t i = 0; i < memory->look_count && i < TOLD; i++) {
        hpm_memory_of_rank (memory, &memory->looks[i], rank);
        put_rank (out, memory->looks[i].record.rank, rank, columns);
    }
    if (memory->look_count > TOLD)
        fprintf (out, "  %lld more ranks: see --format=csv\n",
                 (long long)memory->look_count - TOLD);
    if (nodes > columns)
        fprintf (out, "  %d more nodes: see --format=csv\n", nodes - columns);
}

void
hpm_summary_mappings (FILE *out, const struct hpm_result *result)
{
    const struct hpm_memory *memory = &result->memory;
    struct hpm_memory_rank *rank = malloc (sizeof *rank);
    int nodes = hpm_memory_nodes (memory);

    if (!memory->look_count)
        tell_none (out, result);
    else
        tell_looks (out, memory);
    tell_use (out, memory);
    tell_faults (out, result);
    tell_swapped (out, memory);
    if (nodes == 1)
        hpm_report_fold (out, "  ", 2,
                         "each host has one NUMA node: no memory is remote");
    else if (nodes > 1 && rank)
        put_picture (out, memory, nodes, rank);
    free (rank);
}

/* What is remote of all ranks, and the rank with most of it.  */
struct remote {
    double bytes, all, most;
    int64_t rank;
};

static struct remote
sum_remote (const struct hpm_memory *memory, struct hpm_memory_rank *rank)
{
    struct remote remote = { .most = -1 };

    for (int64_t i = 0; i < memory->look_count; i++) {
        double bytes;

        hpm_memory_of_rank (memory, &memory->looks[i], rank);
        if (isnan (rank->local))
            continue;
        bytes = rank->touched * (1 - rank->local);
        remote.bytes += bytes;
        remote.all += rank->touched;
        if (bytes > remote.most) {
            remote.most = bytes;
            remote.rank = memory->looks[i].record.rank;
        }
    }
    return remote;
}

void
hpm_summary_remote (FILE *out, const struct hpm_result *result)
{
    struct hpm_memory_rank *rank
        = hpm_memory_nodes (&result->memory) > 1 ? malloc (sizeof *rank) : NULL;
    char share[HPM_NUMBER_TEXT], most[HPM_NUMBER_TEXT], text[512];
    struct remote remote;

    if (!rank)
        return;
    remote = sum_remote (&result->memory, rank);
    free (rank);
    if (!(remote.bytes > REMOTE * remote.all))
        return;
    snprintf (text, sizeof text,
              "%s of the ranks' memory is on other NUMA nodes than their "
              "threads ran on, most of it (%s) rank %lld's",
              hpm_percent_text (share, remote.bytes / remote.all),
              hpm_quantity_text (most, remote.most, "byte"),
              (long long)remote.rank);
    fputc ('\n', out);
    hpm_report_fold (out, "", 2, text);
}
