/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "load_verdict.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

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
    return finding;
}

/* A heading, and a line for each finding.  */
static int
load_findings (const struct hpm_h5_reader *reader, struct hpm_verdict *verdict,
               struct hpm_error *error)
{
    char **texts;
    int failed = 0;

    if (hpm_h5_read_texts (reader, "hpm/findings", 1, &texts, error))
        return -1;
    if (strncmp (texts[0], HPM_FINDINGS_HEADING, strlen (HPM_FINDINGS_HEADING)))
        failed = hpm_h5_damaged (reader, "hpm/findings", error);
    for (const char *line = texts[0]; !failed && (line = strchr (line, '\n'));)
        if (hpm_verdict_add (verdict, parse_finding (++line)))
            failed = hpm_error_set (error, "out of memory");
    hpm_texts_free (texts, 1);
    return failed;
}

static int
load_hosts (const struct hpm_h5_reader *reader, struct hpm_result *result,
            struct hpm_error *error)
{
    hsize_t hosts = (hsize_t)result->hosts.count;
    struct hpm_h5_box box = { 2,
                              { hosts, HPM_EFFICIENCY_COUNT },
                              { 0 },
                              { hosts, HPM_EFFICIENCY_COUNT } };

    if (!hosts || !hpm_h5_has (reader, "host_efficiency"))
        return 0;
    result->verdict.host = calloc (hosts, sizeof *result->verdict.host);
    if (!result->verdict.host)
        return hpm_error_set (error, "out of memory");
    return hpm_h5_read (reader, "host_efficiency", &box, H5T_NATIVE_DOUBLE,
                        result->verdict.host, error);
}

int
hpm_load_verdict (const struct hpm_h5_reader *reader, struct hpm_result *result,
                  struct hpm_error *error)
{
    struct hpm_h5_box box
        = { 1, { HPM_EFFICIENCY_COUNT }, { 0 }, { HPM_EFFICIENCY_COUNT } };

    if (!hpm_h5_has (reader, "hpm") || !hpm_h5_has (reader, "hpm/findings"))
        return 0;
    result->verdict.made = 1;
    if (hpm_h5_has (reader, "job_efficiency")
        && hpm_h5_read (reader, "job_efficiency", &box, H5T_NATIVE_DOUBLE,
                        result->verdict.efficiency, error))
        return -1;
    return load_hosts (reader, result, error)
           || load_findings (reader, &result->verdict, error);
}
