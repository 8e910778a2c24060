/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/h5/load_verdict.h"

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

/* Places of the file's efficiencies: those this program knows, by their names;
 * -1 for others.  */
struct layout {
    hsize_t count;
    int places[64];
};

static int
read_layout (struct layout *layout, const struct hpm_h5_reader *reader,
             struct hpm_error *error)
{
    char **names;

    if (hpm_h5_length (reader, "efficiency", &layout->count, error))
        return -1;
    if (layout->count > 64)
        return hpm_h5_damaged (reader, "efficiency", error);
    if (hpm_h5_read_texts (reader, "efficiency", layout->count, &names, error))
        return -1;
    for (hsize_t i = 0; i < layout->count; i++) {
        layout->places[i] = -1;
        for (int e = 0; e < HPM_EFFICIENCY_COUNT; e++)
            if (!strcmp (names[i], hpm_efficiency_word (e)))
                layout->places[i] = e;
    }
    hpm_texts_free (names, layout->count);
    return 0;
}

/* Read so many rows, one for each host or a single one.  */
static int
load_rows (const struct hpm_h5_reader *reader, const char *name, int rank,
           hsize_t rows, double (*into)[HPM_EFFICIENCY_COUNT],
           const struct layout *layout, struct hpm_error *error)
{
    hsize_t count = layout->count;
    struct hpm_h5_box hosts = { 2, { rows, count }, { 0 }, { rows, count } };
    struct hpm_h5_box job = { 1, { count }, { 0 }, { count } };
    double *values = calloc (rows * count + 1, sizeof *values);
    int failed;

    if (!values)
        return hpm_error_set (error, "out of memory");
    failed = hpm_h5_read (reader, name, rank == 2 ? &hosts : &job,
                          H5T_NATIVE_DOUBLE, values, error);
    for (hsize_t r = 0; !failed && r < rows; r++) {
        for (int e = 0; e < HPM_EFFICIENCY_COUNT; e++)
            into[r][e] = NAN;
        for (hsize_t i = 0; i < count; i++)
            if (layout->places[i] >= 0)
                into[r][layout->places[i]] = values[r * count + i];
    }
    free (values);
    return failed;
}

static int
load_hosts (const struct hpm_h5_reader *reader, struct hpm_result *result,
            const struct layout *layout, struct hpm_error *error)
{
    hsize_t hosts = (hsize_t)result->hosts.count;

    if (!hosts || !hpm_h5_has (reader, "host_efficiency"))
        return 0;
    result->verdict.host = calloc (hosts, sizeof *result->verdict.host);
    if (!result->verdict.host)
        return hpm_error_set (error, "out of memory");
    return load_rows (reader, "host_efficiency", 2, hosts, result->verdict.host,
                      layout, error);
}

static int
load_efficiencies (const struct hpm_h5_reader *reader,
                   struct hpm_result *result, struct hpm_error *error)
{
    struct layout layout;

    if (!hpm_h5_has (reader, "job_efficiency"))
        return 0;
    return read_layout (&layout, reader, error)
           || load_rows (reader, "job_efficiency", 1, 1,
                         &result->verdict.efficiency, &layout, error)
           || load_hosts (reader, result, &layout, error);
}

int
hpm_load_verdict (const struct hpm_h5_reader *reader, struct hpm_result *result,
                  struct hpm_error *error)
{
    if (!hpm_h5_has (reader, "hpm") || !hpm_h5_has (reader, "hpm/findings"))
        return 0;
    result->verdict.made = 1;
    return load_efficiencies (reader, result, error)
           || load_findings (reader, &result->verdict, error);
}
