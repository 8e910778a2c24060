/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What to type next, in the summary: the table that shows most of what the
 * verdict found first.
 */
#include "config.h"

#include "aggregate/show/summary/summary.h"

#include "aggregate/console/number.h"
#include "aggregate/model/row_names.h"
#include "aggregate/show/summary/finding_words.h"

/* The rows that show more of a finding: of ranks, or of their threads where
 * they have several.  */
static const enum hpm_rule of_ranks[]
    = { HPM_FINDING_SLOWEST,   HPM_FINDING_CPU_WAIT, HPM_FINDING_OVERSUBSCRIBED,
        HPM_FINDING_THROTTLED, HPM_FINDING_LIGHT,    HPM_FINDING_SERIAL,
        HPM_FINDING_IDLE };

static int
is_of_ranks (double rule)
{
    for (size_t i = 0; i < sizeof of_ranks / sizeof *of_ranks; i++)
        if (rule == of_ranks[i])
            return 1;
    return 0;
}

/* The option of hpmagg that shows more of it, NULL where none does.  */
static const char *
option_of (const struct hpm_result *result, const struct hpm_finding *finding)
{
    if (finding->rule == HPM_FINDING_IN_MPI)
        return result->sites.count ? "--per=site" : "--mpi";
    if (finding->rule == HPM_FINDING_CHANGED)
        return "--per=phase";
    if (!is_of_ranks (finding->rule))
        return NULL;
    if (hpm_finding_words (finding, result).region >= 0
        && result->tree.count <= HPM_REGION_DETAIL_MAX)
        return "--per=region-rank";
    /* One row has no more than the summary.  */
    return result->threads > result->ranks ? "--per=thread"
           : result->ranks > 1             ? "--per=rank"
                                           : NULL;
}

void
hpm_summary_next (FILE *out, const struct hpm_result *result, const char *file)
{
    const struct hpm_verdict *verdict = &result->verdict;
    const char *option = NULL;

    if (hpm_result_is_observed (result))
        return;
    for (size_t i = 0; i < verdict->count && !option; i++)
        option = option_of (result, &verdict->findings[i]);
    if (!option && result->tree.count)
        option = "--per=region";
    if (option)
        fprintf (out, "  next: hpmagg %s %s\n", option, file);
}

void
hpm_summary_asked (FILE *out, const struct hpm_result *result, const char *file)
{
    double samples = hpm_result_run_number (result, HPM_RUN_samples);
    const char *apart = "\n";
    char text[HPM_NUMBER_TEXT];

    if (samples > 0) {
        fprintf (out, "%s%s sample%s, by function: hpmagg --per=routine %s\n",
                 apart, hpm_number_text (text, samples), samples > 1 ? "s" : "",
                 file);
        apart = "";
    }
    if (result->memory.mapping_count)
        fprintf (out, "%smemory, by mapping: hpmagg --per=mapping %s\n", apart,
                 file);
}
