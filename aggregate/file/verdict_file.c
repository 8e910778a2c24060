/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Efficiencies and findings in a result file.
 */
#include "config.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/file/result_parts.h"

static int
write_efficiencies (struct hpm_h5_writer *writer,
                    const struct hpm_verdict *verdict, struct hpm_error *error)
{
    if (!(verdict->efficiency[HPM_EFFICIENCY_RANKS] > 0))
        return 0;
    return hpm_h5_dimension (writer, HPM_DIMENSION_EFFICIENCY, 0, NULL, error)
           || hpm_h5_write (writer, HPM_VARIABLE_JOB_EFFICIENCY,
                            verdict->efficiency, error)
           || (verdict->host
               && hpm_h5_write (writer, HPM_VARIABLE_HOST_EFFICIENCY,
                                verdict->host, error));
}

static int
load_efficiencies (const struct hpm_h5_reader *reader,
                   struct hpm_result *result, struct hpm_error *error)
{
    struct hpm_verdict *verdict = &result->verdict;
    hsize_t hosts = reader->length[HPM_DIMENSION_HOST];
    hsize_t stored = reader->stored[HPM_DIMENSION_EFFICIENCY];

    if (!hpm_h5_has (reader, HPM_VARIABLE_JOB_EFFICIENCY))
        return 0;
    if (!reader->length[HPM_DIMENSION_EFFICIENCY])
        return hpm_h5_damaged (reader, "efficiency", error);
    if (hpm_h5_read (reader, HPM_VARIABLE_JOB_EFFICIENCY, verdict->efficiency,
                     error))
        return -1;
    hpm_efficiency_stored (verdict->efficiency, stored);
    if (!hosts || !hpm_h5_has (reader, HPM_VARIABLE_HOST_EFFICIENCY))
        return 0;
    verdict->host = calloc (hosts, sizeof *verdict->host);
    if (!verdict->host)
        return hpm_error_set (error, "out of memory");
    if (hpm_h5_read (reader, HPM_VARIABLE_HOST_EFFICIENCY, verdict->host,
                     error))
        return -1;
    for (hsize_t i = 0; i < hosts; i++)
        hpm_efficiency_stored (verdict->host[i], stored);
    return 0;
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

        fprintf (out, "\n%s,%.0f,%.0f,%.0f,%.17g,%.17g,%.17g,%.17g",
                 hpm_rule_word ((int)finding->rule), finding->rank,
                 finding->host, finding->subject, finding->value,
                 finding->reference, finding->share, finding->cost);
    }
    return fclose (out) ? (free (text), NULL) : text;
}

/* The next number of a line; NAN at its end or where there is none.  */
static double
next_number (const char **text)
{
    char *end;
    double number;

    if (**text != ',')
        return NAN;
    number = strtod (*text + 1, &end);
    *text = end;
    return number;
}

static struct hpm_finding
parse_finding (const char *line)
{
    size_t length = strcspn (line, ",\n");
    struct hpm_finding finding = { .rule = hpm_rule_of_word (line, length) };

    line += length;
    finding.rank = next_number (&line);
    finding.host = next_number (&line);
    finding.subject = next_number (&line);
    finding.value = next_number (&line);
    finding.reference = next_number (&line);
    finding.share = next_number (&line);
    finding.cost = next_number (&line);
    return finding;
}

/* A heading, and a line for each finding.  */
static int
parse_findings (const struct hpm_h5_reader *reader, struct hpm_verdict *verdict,
                const char *text, struct hpm_error *error)
{
    if (strncmp (text, HPM_FINDINGS_HEADING_START,
                 strlen (HPM_FINDINGS_HEADING_START)))
        return hpm_h5_damaged (reader, hpm_h5_text_names[HPM_TEXT_FINDINGS],
                               error);
    while ((text = strchr (text, '\n')))
        if (hpm_verdict_add (verdict, parse_finding (++text)))
            return hpm_error_set (error, "out of memory");
    return 0;
}

int
hpm_verdict_write (struct hpm_h5_writer *writer,
                   const struct hpm_result *result, struct hpm_error *error)
{
    char *findings = findings_text (&result->verdict);
    char *verdict = hpm_verdict_text (result);
    int failed = !findings || !verdict
                     ? hpm_error_set (error, "out of memory")
                     : write_efficiencies (writer, &result->verdict, error)
                           || hpm_h5_write_text (writer, HPM_TEXT_FINDINGS,
                                                 findings, error)
                           || (*verdict
                               && hpm_h5_attribute_text (writer, "hpm_verdict",
                                                         verdict, error));

    free (findings);
    free (verdict);
    return failed;
}

int
hpm_verdict_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                  struct hpm_error *error)
{
    char *text;
    int failed;

    if (hpm_h5_read_text (reader, HPM_TEXT_FINDINGS, &text, error))
        return -1;
    if (!text)
        return 0;
    result->verdict.made = 1;
    failed = load_efficiencies (reader, result, error)
             || parse_findings (reader, &result->verdict, text, error);
    free (text);
    return failed;
}
