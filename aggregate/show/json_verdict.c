/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Efficiencies and findings as JSON.
 */
#include "config.h"

#include <math.h>
#include <stdlib.h>

#include "aggregate/show/json_private.h"
#include "aggregate/analysis/profile.h"

json_t *
hpm_json_efficiency (const double efficiency[HPM_EFFICIENCY_COUNT])
{
    json_t *object = json_object ();

    for (int i = 0; i < HPM_EFFICIENCY_COUNT; i++) {
        double value = efficiency[i];
        int counted = i == HPM_EFFICIENCY_RANKS || i == HPM_EFFICIENCY_SLOWEST;

        json_object_set_new (object, hpm_efficiency_word (i),
                             counted && isfinite (value)
                                     && fabs (value) < 0x1p53
                                 ? json_integer ((json_int_t)value)
                                 : hpm_json_real (value));
    }
    return object;
}

/* What the subject of a rule is, as a word; NULL if it has none.  */
static const char *
subject_word (const struct hpm_result *result,
              const struct hpm_finding *finding)
{
    double subject = finding->subject;

    if (!(subject >= 0))
        return NULL;
    if (finding->rule == HPM_FINDING_IN_MPI)
        return subject < result->calls.count
                   ? result->calls.functions[(int)subject].name
                   : NULL;
    if (finding->rule == HPM_FINDING_RANK_OUTLIER
        || finding->rule == HPM_FINDING_HOST_OUTLIER)
        return subject < HPM_PROFILE_FIELD_COUNT
                   ? hpm_profile_quantities[(int)subject].name
                   : NULL;
    return NULL;
}

static void
set_whole (json_t *object, const char *name, double value)
{
    if (value >= 0 && value < 0x1p53)
        json_object_set_new (object, name, json_integer ((json_int_t)value));
}

static json_t *
finding_object (const struct hpm_result *result,
                const struct hpm_finding *finding)
{
    json_t *object = json_object ();
    char *sentence = hpm_finding_text (finding, result);
    const char *subject = subject_word (result, finding);

    json_object_set_new (
        object, "rule",
        json_string (hpm_rule_word (finding->rule >= 0 && finding->rule < 1e6
                                        ? (int)finding->rule
                                        : -1)));
    json_object_set_new (object, "text",
                         hpm_json_text (sentence ? sentence : ""));
    free (sentence);
    set_whole (object, "rank", finding->rank);
    if (finding->rule == HPM_FINDING_OVERLAP)
        set_whole (object, "other_rank", finding->subject);
    if (finding->host >= 0 && finding->host < result->hosts.count)
        json_object_set_new (object, "host",
                             hpm_json_text (hpm_text_table_get (
                                 &result->hosts, (long)finding->host)));
    if (subject)
        json_object_set_new (object, "subject", hpm_json_text (subject));
    json_object_set_new (object, "value", hpm_json_real (finding->value));
    json_object_set_new (object, "reference",
                         hpm_json_real (finding->reference));
    json_object_set_new (object, "share", hpm_json_real (finding->share));
    return object;
}

void
hpm_json_set_verdict (json_t *root, const struct hpm_output *output)
{
    const struct hpm_verdict *verdict = &output->result->verdict;
    json_t *lists[] = { json_array (), json_array () };

    if (verdict->efficiency[HPM_EFFICIENCY_RANKS] > 0)
        json_object_set_new (root, "efficiency",
                             hpm_json_efficiency (verdict->efficiency));
    for (size_t i = 0; i < verdict->count; i++)
        json_array_append_new (
            lists[hpm_finding_is_verdict (&verdict->findings[i])],
            finding_object (output->result, &verdict->findings[i]));
    if (verdict->made) {
        json_object_set (root, "verdict", lists[1]);
        json_object_set (root, "outliers", lists[0]);
    }
    json_decref (lists[0]);
    json_decref (lists[1]);
}
