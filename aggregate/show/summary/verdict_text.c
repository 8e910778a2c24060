/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The verdict as lines, and what to do about findings.
 */
#include "config.h"

#include <float.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregate/model/result.h"
#include "aggregate/show/summary/finding_words.h"

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
    { HPM_FINDING_OVERSUBSCRIBED, 2, 2,
      "see what else runs on these processors, then start fewer ranks or "
      "threads" },
    { HPM_FINDING_OVERSUBSCRIBED, -1, -1,
      "see how many processors there are, and what else runs on them" },
    { HPM_FINDING_THROTTLED, 0, DBL_MAX,
      "ask the batch system or container for more processors, or start fewer "
      "ranks or threads" },
    { HPM_FINDING_CPU_WAIT, 3, 3,
      "ask the batch system or container for more processors" },
    { HPM_FINDING_LIGHT, -1, -1, "give this rank more of the work" },
    { HPM_FINDING_WORK, -1, -1, "divide the work more evenly" },
    { HPM_FINDING_IPC, -1, -1, "see what it does with memory and caches" },
    { HPM_FINDING_CLOCK, -1, -1, "see what slows this node" },
    { HPM_FINDING_CPU_WAIT, 1, 1,
      "start fewer ranks or threads on its processors" },
    { HPM_FINDING_CPU_WAIT, 0, 0, "see what else runs on its processors" },
    { HPM_FINDING_CPU_WAIT, 2, 2,
      "see what else runs on its processors, then start fewer ranks or "
      "threads" },
    { HPM_FINDING_CPU_WAIT, -1, -1,
      "see how many threads want its processors, and what else runs on them" },
    { HPM_FINDING_BLOCKED, -1, -1,
      "see which file, lock, timer or process it waits for" },
    { HPM_FINDING_BLOCKED, 1, 1,
      "see whether it waits for its threads, a file, lock, timer or process" },
    { HPM_FINDING_KERNEL, -1, -1,
      "see which system calls or memory it asks for" },
    { HPM_FINDING_UNEXPLAINED, -1, 1, "see how the work is divided" },
    { HPM_FINDING_SYSTEM, -1, -1, "see which system calls it makes" },
    { HPM_FINDING_SYSTEM, 1, 1, "see which memory it asks for and gives back" },
    { HPM_FINDING_CHANGED, -1, 4, "see what the program does from then on" },
    { HPM_FINDING_CHANGED, 7, 7,
      "see whether it computes less from then on, or sends more" },
    { HPM_FINDING_CHANGED, 5, 5,
      "see whether memory is full, or which mapped files it reads" },
    { HPM_FINDING_CHANGED, 6, 6,
      "see the temperature, the power limit and the load of its processors" },
    { HPM_FINDING_SERIAL, -1, -1, "let ranks work at the same time" },
    { HPM_FINDING_CROWDED, 1, DBL_MAX,
      "let ranks have more of them (mpirun --map-by slot:PE=N --bind-to "
      "core)" },
    { HPM_FINDING_SHARED_CORES, -1, -1,
      "bind by core (mpirun --map-by core --bind-to core)" },
    { HPM_FINDING_IDLE, -1, 1,
      "see which files, locks, timers or processes they wait for" },
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

/* By any rank.  */
static int
is_called_again (const struct hpm_calls *calls, int function)
{
    return hpm_calls_sum (calls, function, HPM_SUM_CALLS)->max > 1;
}

/* What to do about time in a function: only who waits for others can have one
 * come late.  */
static const char *
advice_on_function (const struct hpm_finding *finding,
                    const struct hpm_result *result)
{
    const struct hpm_calls *calls = &result->calls;
    int kind = finding->subject >= 0 && finding->subject < calls->count
                   ? calls->functions[(int)finding->subject].kind
                   : -1;

    switch (kind) {
    case HPM_CALL_IO:
        return "see which files it is, and in what pieces";
    case HPM_CALL_COMMUNICATOR:
    case HPM_CALL_TOPOLOGY:
    case HPM_CALL_DATATYPE:
    case HPM_CALL_ENVIRONMENT:
        return is_called_again (calls, (int)finding->subject)
                   ? "call it less often"
                   : NULL;
    case HPM_CALL_SYNCHRONISING:
        return result->ranks > 1 ? "see who comes late there" : NULL;
    default:
        return result->ranks > 1 ? "see who comes late there, and what is sent"
                                 : "see what is sent";
    }
}

/* Whether a main thread is blocked while other threads of its rank have work.
 */
static int
has_threads_to_blame (const struct hpm_finding *finding)
{
    return finding->rule == HPM_FINDING_BLOCKED
           && finding->reference > finding->value / 2;
}

const char *
hpm_finding_advice (const struct hpm_finding *finding,
                    const struct hpm_result *result)
{
    if (finding->rule == HPM_FINDING_UNEXPLAINED && finding->value > 0)
        return NULL;
    if (finding->rule == HPM_FINDING_UNEXPLAINED && finding->reference >= 2)
        return "see how the work is divided, and which memory it asks for";
    /* More processors would let them wait for others on a processor.  */
    if (finding->rule == HPM_FINDING_OVERSUBSCRIBED && finding->share > 0.5)
        return NULL;
    if (finding->rule == HPM_FINDING_IN_MPI)
        return is_unscheduled (result->verdict.account)
                   ? NULL
                   : advice_on_function (finding, result);
    if (finding->rule == HPM_FINDING_OWN)
        return hpm_result_is_split (result)
                   ? "see whether hpmrun --mpi=time tells enough"
                   : "hpmrun --mpi=off leaves them alone";
    if (finding->rule == HPM_FINDING_IDLE && result->ranks == 1)
        return "see which file, lock, timer or process it waits for";
    if (has_threads_to_blame (finding))
        return hpm_verdict_find (&result->verdict, HPM_FINDING_OVERSUBSCRIBED)
                   ? NULL
                   : "see how the work of its threads is divided";
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

/* Causes are those of the whole run: the sentence before may name a region.  */
static int
names_region (const struct hpm_finding *finding,
              const struct hpm_result *result)
{
    return finding->rule == HPM_FINDING_SLOWEST
           && hpm_finding_words (finding, result).region >= 0;
}

#define OF_THE_RUN "in the whole run "

char *
hpm_verdict_sentence (const struct hpm_result *result, size_t i)
{
    const struct hpm_finding *findings = result->verdict.findings;
    char *sentence = hpm_finding_text (&findings[i], result), *text = NULL;
    size_t head = i;

    while (head > 0 && is_cause (&findings[head]))
        head--;
    if (head == i || !sentence || !names_region (&findings[head], result))
        return sentence;
    if (asprintf (&text, OF_THE_RUN "%s", sentence) < 0)
        text = NULL;
    free (sentence);
    return text;
}

/* Sentences of a line, and what to do about the largest cause.  */
static void
put_line (FILE *out, const struct hpm_result *result, size_t first, size_t end)
{
    const struct hpm_finding *findings = result->verdict.findings;
    const char *advice = NULL;

    for (size_t i = first; i < end; i++) {
        char *sentence = hpm_finding_text (&findings[i], result);

        fprintf (out, "%s%s%s", i > first ? "; " : "",
                 i == first + 1 && names_region (&findings[first], result)
                     ? OF_THE_RUN
                     : "",
                 sentence ? sentence : "");
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
