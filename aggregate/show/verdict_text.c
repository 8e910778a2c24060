/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verdict as lines, and what to do about findings.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "aggregate/model/result.h"

/* One thing to do about a finding, where its subject is in a range.  */
static const struct {
    enum hpm_rule rule;
    double from, to; /* of the subject */
    const char *text;
} advices[] = {
    { HPM_FINDING_OVERSUBSCRIBED, 1, 1,
      "start fewer ranks or threads, or give them more processors" },
    { HPM_FINDING_OVERSUBSCRIBED, 0, 0,
      "see what else runs on these processors" },
    { HPM_FINDING_OVERSUBSCRIBED, -1, -1,
      "see how many processors there are, and what else runs on them" },
    { HPM_FINDING_LIGHT, -1, -1, "give this rank more of the work" },
    { HPM_FINDING_WORK, -1, -1, "divide the work more evenly" },
    { HPM_FINDING_IPC, -1, -1, "see what it does with memory and caches" },
    { HPM_FINDING_CLOCK, -1, -1, "see what slows this node" },
    { HPM_FINDING_CPU_WAIT, -1, 1, "see what else runs on its processors" },
    { HPM_FINDING_BLOCKED, -1, -1,
      "see which file, lock or timer it waits for" },
    { HPM_FINDING_KERNEL, -1, -1,
      "see which system calls or memory it asks for" },
    { HPM_FINDING_UNEXPLAINED, -1, -1, "see how the work is divided" },
    { HPM_FINDING_SERIAL, -1, -1, "let ranks work at the same time" },
    { HPM_FINDING_IDLE, -1, -1,
      "see which files, locks or timers they wait for" },
    { HPM_FINDING_IN_MPI, -1, 1e9,
      "see who comes late there, and what is sent" },
};

/* Time in MPI that goes by without a processor for the most part is no matter
 * of what is sent.  */
static int
is_unscheduled (const struct hpm_account *account)
{
    return account
           && account->part[HPM_PART_MPI_WAITING]
                  > hpm_account_at (account, HPM_PLACE_INSIDE) / 2;
}

const char *
hpm_finding_advice (const struct hpm_finding *finding,
                    const struct hpm_result *result)
{
    if (finding->rule == HPM_FINDING_UNEXPLAINED && finding->value > 0)
        return NULL;
    if (finding->rule == HPM_FINDING_IN_MPI
        && is_unscheduled (result->verdict.account))
        return NULL;
    for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
        if (advices[i].rule == finding->rule
            && finding->subject >= advices[i].from
            && finding->subject <= advices[i].to)
            return advices[i].text;
    return NULL;
}

/* A finding about the slowest rank belongs to the sentence that names it.  */
static int
is_cause (const struct hpm_finding *finding)
{
    return finding->rule >= HPM_FINDING_WORK
           && finding->rule <= HPM_FINDING_UNEXPLAINED;
}

/* The findings of a line: one of them, and causes of it.  */
static size_t
end_of_line (const struct hpm_verdict *verdict, size_t first)
{
    size_t end = first + 1;

    while (end < verdict->count && is_cause (&verdict->findings[end]))
        end++;
    return end;
}

/* Sentences of a line, and what to do about the largest cause.  */
static void
put_line (FILE *out, const struct hpm_result *result, size_t first, size_t end)
{
    const struct hpm_finding *findings = result->verdict.findings;
    const char *advice = NULL;

    for (size_t i = first; i < end; i++) {
        char *sentence = hpm_finding_text (&findings[i], result);

        fprintf (out, "%s%s", i > first ? "; " : "", sentence ? sentence : "");
        free (sentence);
        advice = advice ? advice : hpm_finding_advice (&findings[i], result);
    }
    if (advice)
        fprintf (out, ": %s", advice);
}

char *
hpm_verdict_text (const struct hpm_result *result)
{
    const struct hpm_verdict *verdict = &result->verdict;
    char *text = NULL;
    size_t size = 0, end;
    FILE *out = open_memstream (&text, &size);
    int told = 0;

    if (!out)
        return NULL;
    for (size_t i = 0; i < verdict->count; i = end) {
        end = end_of_line (verdict, i);
        if (!hpm_finding_is_verdict (&verdict->findings[i]))
            continue;
        fputs (told++ ? "\n" : "", out);
        put_line (out, result, i, end);
    }
    return fclose (out) ? (free (text), NULL) : text;
}
