/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The installed definitions with one mistake each: what reads, checks and lints
 * them finds it.
 */
#include "base/metric/metric_private.h"

#include <stdlib.h>

#include "tests/metrics/lint.h"
#include "tests/tap.h"

static const struct {
    const char *what;
    const char *metric;    /* "metric NAME" or the like: where to begin */
    const char *from, *to; /* what to replace behind it */
    const char *finding;
} mistakes[] = {
    { "an unknown word", "metric ipc", "sense", "sens", "unknown word" },
    { "no title", "metric ipc", "title    Instr. per cycle\n", "",
      "metric ipc has no title" },
    { "no unit", "metric ipc", "unit     1\n", "", "metric ipc has no unit" },
    { "an unknown constant", "metric mips", "wall", "walls",
      "metric mips: unknown name walls" },
    { "an unknown event", "metric ipc", "/ cycles", "/ cycle",
      "metric ipc: unknown name cycle" },
    { "a formula that ends early", "metric ipc", "/ cycles", "/",
      "formula of ipc" },
    { "a metric of itself", "metric flop\n", "program_flop", "mflops",
      "depends on itself" },
    { "metrics of each other", "metric memory_traffic", "program_bytes",
      "memory_bandwidth", "depends on itself" },
    { "a threshold against the sense", "metric l1_hit_rate", "good     above",
      "good     below", "a threshold against its sense" },
    { "good below poor", "metric l1_hit_rate", "good     above 95",
      "good     above 85", "good and poor" },
    { "a threshold outside the range", "metric l1_hit_rate",
      "good     above 95", "good     above 105",
      "l1_hit_rate: a threshold is outside the range" },
    { "an empty range", "metric l1_hit_rate", "range    0 100",
      "range    100 0", "l1_hit_rate: the range is empty" },
    { "a range of the run", "metric ipc", "0 width", "0 threads",
      "the range may not depend on threads" },
    { "a range in another unit", "metric memory_bandwidth",
      " * hosts / 1048576", " * hosts",
      "in the range, the formula gives MiB/s" },
    { "a range of another kind", "metric mflops_user", "peak_flops",
      "peak_bandwidth", "in the range, the formula gives s^-1 B^1" },
    { "bytes to base 10", "metric memory_traffic", "unit     MiB",
      "unit     MB", "bytes are to base 2" },
    { "a wrong scale", "metric mips", "1e-6 *", "1e-3 *", "MIPS times 0.001" },
    { "no percent", "metric l1_hit_rate", "100 *", "1 *", "% times 100" },
    { "no line size", "metric l2_load_traffic", "line * ", "",
      "which is not MiB" },
    { "no division by time", "metric mflops\n", " / wall", "",
      "which is not MFLOPS" },
    { "bytes and a count", "metric l1_l2_traffic", "line * (l1_misses",
      "(line + l1_misses", "adds or compares what is not alike" },
    { "1 taken for 100 %", "metric mips", "1e-6 * instructions",
      "(l1_hit_rate + 1) * instructions",
      "adds or compares what is not alike" },
    { "an alternative that is never taken", "event cycles", "PAPI_TOT_CYC | ",
      "PAPI_TOT_CYC | PAPI_TOT_CYC + PAPI_REF_CYC | ",
      "is never taken: PAPI_TOT_CYC is before" },
    { "an event and a metric of one name", "event cycles", "event cycles",
      "event flop", "defined twice in this file: \"flop\"" },
    { "no about line", "metric ipc", "  about ", "# about ",
      "metric ipc: no about line" },
    { "no caution line", "metric ipc", "  caution ", "# caution ",
      "metric ipc: no caution line" },
    { "an unknown metric in a group", "group branch", "branch_misprediction",
      "branch_mispredictions", "unknown metric branch_mispredictions" },
    { "a metric twice in a group", "group branch", "branch_misprediction",
      "ipc", "group branch: ipc is in it twice" },
    { "a group without a question", "group branch", "  about ", "# about ",
      "group branch: no about line" },
};

/* A copy of the text with the mistake in it; NULL where it does not fit in.  */
static char *
make_mistake (const char *text, int i)
{
    const char *metric = strstr (text, mistakes[i].metric);
    const char *at = metric ? strstr (metric, mistakes[i].from) : NULL;
    size_t size = strlen (text) + strlen (mistakes[i].to) + 1;
    char *copy = at ? malloc (size) : NULL;

    if (copy)
        snprintf (copy, size, "%.*s%s%s", (int)(at - text), text,
                  mistakes[i].to, at + strlen (mistakes[i].from));
    return copy;
}

static void
take_first (const char *text, void *data)
{
    char *finding = data;

    if (!*finding)
        strcpy (finding, text);
}

static void
test_mistake (const char *text, int i)
{
    struct hpm_metric_set set;
    struct hpm_error error = { "" };
    char *broken = make_mistake (text, i);
    char finding[1024] = "";

    hpm_metric_set_init (&set);
    if (!broken)
        strcpy (finding, "(the mistake could not be made)");
    else if (hpm_metric_set_read_text (&set, "f", broken, &error)
             || hpm_metric_set_check (&set, &error))
        strcpy (finding, error.text);
    else
        lint_metrics (&set, take_first, finding);
    tap_ok (strstr (finding, mistakes[i].finding) != NULL,
            "%s is found out: %s", mistakes[i].what,
            *finding ? finding : "not found");
    free (broken);
    hpm_metric_set_release (&set);
}

int
main (void)
{
    struct hpm_metric_set set;
    struct hpm_error error = { "" };
    char *text;

    hpm_metric_set_init (&set);
    if (!tap_ok (!hpm_metric_set_read_directory (&set, METRIC_FILES, &error),
                 "the definitions are read %s", error.text))
        return tap_done ();
    text = hpm_metric_set_text (&set);
    for (int i = 0; i < (int)(sizeof (mistakes) / sizeof (mistakes[0])); i++)
        test_mistake (text, i);
    free (text);
    hpm_metric_set_release (&set);
    return tap_done ();
}
