/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Efficiencies and findings in a result file.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "aggregate/h5/result_parts.h"

static int
write_efficiencies (struct hpm_h5_writer *writer,
                    const struct hpm_verdict *verdict, struct hpm_error *error)
{
    struct hpm_h5_variable job = { .name = "job_efficiency",
                                   .type = H5T_NATIVE_DOUBLE,
                                   .rank = 1,
                                   .dimensions = { HPM_DIMENSION_EFFICIENCY } };
    struct hpm_h5_variable host
        = { .name = "host_efficiency",
            .type = H5T_NATIVE_DOUBLE,
            .rank = 2,
            .dimensions = { HPM_DIMENSION_HOST, HPM_DIMENSION_EFFICIENCY } };

    const char *names[HPM_EFFICIENCY_COUNT];

    if (!(verdict->efficiency[HPM_EFFICIENCY_RANKS] > 0))
        return 0;
    for (int i = 0; i < HPM_EFFICIENCY_COUNT; i++)
        names[i] = hpm_efficiency_word (i);
    if (hpm_h5_dimension (writer, HPM_DIMENSION_EFFICIENCY,
                          HPM_EFFICIENCY_COUNT, -1, NULL, names, error)
        || hpm_h5_write (writer, &job, verdict->efficiency, error))
        return -1;
    return verdict->host ? hpm_h5_write (writer, &host, verdict->host, error)
                         : 0;
}

/* As comma-separated values: a few lines that differ in kind, for which
 * labelled arrays would be large.  malloc'ed, NULL without memory.  */
static char *
findings_text (const struct hpm_verdict *verdict)
{
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream (&text, &size);

    if (!out)
        return NULL;
    fputs (HPM_FINDINGS_HEADING, out);
    for (size_t i = 0; i < verdict->count; i++) {
        const struct hpm_finding *finding = &verdict->findings[i];

        fprintf (out, "\n%s,%.0f,%.0f,%.0f,%.17g,%.17g,%.17g",
                 hpm_rule_word ((int)finding->rule), finding->rank,
                 finding->host, finding->subject, finding->value,
                 finding->reference, finding->share);
    }
    return fclose (out) ? (free (text), NULL) : text;
}

static int
write_findings (struct hpm_h5_writer *writer, const struct hpm_verdict *verdict,
                struct hpm_error *error)
{
    char *text = findings_text (verdict);
    int failed
        = text ? hpm_h5_write_long_text (writer, "hpm", "findings", text, error)
               : hpm_error_set (error, "out of memory");

    free (text);
    return failed;
}

int
hpm_verdict_write (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, struct hpm_error *error)
{
    char *text;
    int failed;

    if (write_efficiencies (writer, &result->verdict, error)
        || write_findings (writer, &result->verdict, error))
        return -1;
    text = hpm_verdict_text (result);
    failed = !text ? hpm_error_set (error, "out of memory")
             : *text
                 ? hpm_h5_attribute_text (writer, "hpm_verdict", text, error)
                 : 0;
    free (text);
    return failed;
}
