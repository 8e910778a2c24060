/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/findings.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

void
hpm_verdict_init (struct hpm_verdict *verdict)
{
    memset (verdict, 0, sizeof *verdict);
    for (int i = 0; i < HPM_EFFICIENCY_COUNT; i++)
        verdict->efficiency[i] = NAN;
}

void
hpm_verdict_release (struct hpm_verdict *verdict)
{
    free (verdict->host);
    free (verdict->account);
    free (verdict->errors);
    free (verdict->host_account);
    free (verdict->findings);
    hpm_verdict_init (verdict);
}

double
hpm_verdict_time (const struct hpm_verdict *verdict)
{
    const double *e = verdict->efficiency;

    return verdict->account
               ? fmax (hpm_account_whole (verdict->account),
                       e[HPM_EFFICIENCY_RANKS] * e[HPM_EFFICIENCY_RUNTIME])
               : NAN;
}

void
hpm_efficiency_stored (double efficiency[HPM_EFFICIENCY_COUNT], size_t stored)
{
    for (size_t i = stored; i < HPM_EFFICIENCY_COUNT; i++)
        efficiency[i] = NAN;
}

double
hpm_efficiency_told (const double efficiency[HPM_EFFICIENCY_COUNT])
{
    double overall = efficiency[HPM_EFFICIENCY_OVERALL];

    return isnan (overall) ? efficiency[HPM_EFFICIENCY_PARALLEL] : overall;
}

double
hpm_efficiency_least (const double efficiency[HPM_EFFICIENCY_COUNT])
{
    double told = hpm_efficiency_told (efficiency);
    double least = efficiency[HPM_EFFICIENCY_PARALLEL]
                   * efficiency[HPM_EFFICIENCY_PROCESSORS_LEAST];

    return told - least >= HPM_EFFICIENCY_SURE ? least : told;
}

int
hpm_efficiency_is_range (const double efficiency[HPM_EFFICIENCY_COUNT])
{
    return hpm_efficiency_least (efficiency) < hpm_efficiency_told (efficiency);
}

int
hpm_verdict_add (struct hpm_verdict *verdict, struct hpm_finding finding)
{
    if (verdict->count == verdict->capacity) {
        size_t capacity = verdict->capacity ? 2 * verdict->capacity : 16;
        struct hpm_finding *findings
            = realloc (verdict->findings, capacity * sizeof *findings);

        if (!findings)
            return -1;
        verdict->findings = findings;
        verdict->capacity = capacity;
    }
    verdict->findings[verdict->count++] = finding;
    return 0;
}

const struct hpm_finding *
hpm_verdict_find (const struct hpm_verdict *verdict, enum hpm_rule rule)
{
    for (size_t i = 0; i < verdict->count; i++)
        if (verdict->findings[i].rule == rule)
            return &verdict->findings[i];
    return NULL;
}

const char *
hpm_rule_word (int rule)
{
    static const char *const words[] = {
#define HPM_X(code, identifier, word, verdict, meaning) [code] = word,
        HPM_FINDINGS (HPM_X)
#undef HPM_X
    };

    return rule >= 0 && rule < HPM_FINDING_COUNT ? words[rule] : "?";
}

int
hpm_rule_of_word (const char *word, size_t length)
{
    for (int rule = 0; rule < HPM_FINDING_COUNT; rule++)
        if (strlen (hpm_rule_word (rule)) == length
            && !strncmp (hpm_rule_word (rule), word, length))
            return rule;
    return HPM_FINDING_NONE;
}

int
hpm_finding_is_verdict (const struct hpm_finding *finding)
{
    static const int parts[] = {
#define HPM_X(code, identifier, word, verdict, meaning) [code] = verdict,
        HPM_FINDINGS (HPM_X)
#undef HPM_X
    };
    int rule = (int)finding->rule;

    return rule >= 0 && rule < HPM_FINDING_COUNT && parts[rule];
}

const char *
hpm_efficiency_word (int efficiency)
{
    static const char *const words[] = {
#define HPM_X(identifier, name, unit, meaning) name,
        HPM_EFFICIENCIES (HPM_X)
#undef HPM_X
    };

    return words[efficiency];
}
