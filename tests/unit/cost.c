/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Tables of costs: what is refused, what is taken, which line holds, and the
 * way through text and back.
 */
#include "base/cost/cost.h"

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tests/tap.h"
#include "tests/unit/scratch.h"

/* The error of reading a text into an empty table, "" if there is none.  */
static const char *
read_error (const char *text)
{
    static struct hpm_error error;
    static int text_number;
    struct hpm_cost_table table;
    int failed;

    error.text[0] = '\0';
    hpm_cost_table_init (&table);
    failed = hpm_cost_table_read_text (&table, "F", text, &error);
    tap_ok (failed == (*error.text ? -1 : 0) && (!failed || !table.count),
            "text %d: an error leaves the table empty", text_number++);
    hpm_cost_table_release (&table);
    return error.text;
}

static void
test_bad_files (void)
{
    static const struct {
        const char *text, *error;
    } vectors[] = {
        { "", "F: no table of costs: it has no line but comments" },
        { "# a\n\n", "F: no table of costs: it has no line but comments" },
        { "from x\n", "F: no table of costs: it has no line but comments" },
        { "PAPI_L1_DCM 1 2 3 clks", "F:1: unknown word: \"PAPI_L1_DCM\"" },
        { "\ncots A 1 2 3 clks",
          "F:2: unknown word (did you mean cost?): \"cots\"" },
        { "cost", "F:1: nothing behind: \"cost\"" },
        { "cost A", "F:1: three numbers are needed: \"\"" },
        { "cost A 1 2", "F:1: three numbers are needed: \"1 2\"" },
        { "cost A 1 2 3",
          "F:1: clks or nsec must follow the three numbers: \"\"" },
        { "cost A 1 2 clks", "F:1: neither a number nor \"-\": \"clks\"" },
        { "cost A 1 2 3 seconds",
          "F:1: clks or nsec must follow the three numbers: \"seconds\"" },
        { "cost A -1 2 3 clks", "F:1: a cost cannot be negative: \"-1\"" },
        { "cost A 1 nan 3 clks", "F:1: neither a number nor \"-\": \"nan\"" },
        { "cost A 1 2 1e999 clks",
          "F:1: neither a number nor \"-\": \"1e999\"" },
        { "cost A 3 2 4 clks",
          "F:1: the minimum is above the others: \"3 2 4 clks\"" },
        { "cost A 3 - 2 clks",
          "F:1: the minimum is above the others: \"3 - 2 clks\"" },
        { "cost A 1 3 2 nsec",
          "F:1: the typical cost is above the maximum: \"1 3 2 nsec\"" },
        { "cost A - - - clks",
          "F:1: no number at all (\"unknown\" says so): \"- - - clks\"" },
        { "cost A||B 1 2 3 clks", "F:1: no name of an event: \"A||B\"" },
        { "latency l4 1 2 3 clks",
          "F:1: a latency is one of l1, l2, l3, memory, tlb: \"l4\"" },
        { "clock 2000", "F:1: the unit must be MHz: \"\"" },
        { "clock 2 GHz", "F:1: the unit must be MHz: \"GHz\"" },
        { "clock 0 MHz", "F:1: must be above 0: \"0\"" },
        { "peak_flops - GFLOPS", "F:1: a cost cannot be negative: \"-\"" },
        { "machine a\001b", "F:1: control character in the text: "
                            "\"machine a?b\"" },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (*vectors); i++)
        tap_text (read_error (vectors[i].text), vectors[i].error,
                  "text %zu is refused: %s", i, vectors[i].error);
}

/* The error of reading a file, without the name of the file in front.  */
static void
test_bad_places (void)
{
    char path[] = "/tmp/hpm-cost-XXXXXX", folder[] = "/tmp/hpm-cost-XXXXXX";
    struct hpm_cost_table table;
    struct hpm_error error;

    hpm_cost_table_init (&table);
    tap_ok (hpm_cost_table_read_file (&table, "/no/such", &error) == -1
                && strstr (error.text, "/no/such: No such file"),
            "a file that is not there is refused");
    if (mkdtemp (folder))
        tap_ok (hpm_cost_table_read_file (&table, folder, &error) == -1
                    && strstr (error.text, "not a regular file"),
                "a folder is refused");
    rmdir (folder);
    scratch_file (path, "cost A\0 1 2 3 clks\n", 19);
    tap_ok (hpm_cost_table_read_file (&table, path, &error) == -1
                && strstr (error.text, "not a text"),
            "bytes that are no text");
    unlink (path);
    tap_ok (!table.count, "nothing was taken");
    hpm_cost_table_release (&table);
}

static struct hpm_cost_table
table_of (const char *text)
{
    struct hpm_cost_table table;
    struct hpm_error error = { "" };

    hpm_cost_table_init (&table);
    if (hpm_cost_table_read_text (&table, "F", text, &error))
        tap_ok (0, "reads: %s", error.text);
    return table;
}

static double
typical (const struct hpm_cost_table *table, const char *name)
{
    const struct hpm_cost *cost = hpm_cost_find (table, HPM_COST_EVENT, name);

    return cost ? cost->typical : -1;
}

static void
test_lines (void)
{
    struct hpm_cost_table table
        = table_of ("# comment\n"
                    "machine  Some Processor \n"
                    "clock 2000 MHz  seen\n"
                    "cost A|B:u=1   1 2.5 4e1 clks  two events\n"
                    "\tcost C - - 7 nsec\r\n"
                    "cost D unknown  nobody knows\n"
                    "latency l2 4 5 6 nsec\n"
                    "peak_bandwidth 12.5 GB/s");
    const struct hpm_cost *cost = hpm_cost_find (&table, HPM_COST_EVENT, "A");

    tap_ok (table.count == 5, "there is a line for each name");
    tap_text (table.facts[HPM_COST_MACHINE], "Some Processor",
              "the machine is read");
    tap_near (hpm_cost_clock_hz (&table), 2e9, 0, "the clock is read in Hz");
    tap_ok (cost && cost->least == 1 && cost->typical == 2.5 && cost->most == 40
                && cost->unit == HPM_COST_CLKS,
            "the numbers are read");
    tap_text (cost->note, "two events", "the note is read");
    tap_text (cost->from, "F", "it is known where a line comes from");
    tap_near (typical (&table, "B:u=1"), 2.5, 0, "the second name is found");
    tap_near (hpm_cost_ns (cost, 40, 2e9), 20, 1e-15, "cycles become ns");
    tap_near (hpm_cost_ns (cost, 40, 0), NAN, 0,
              "cycles do not become ns without a clock");
    cost = hpm_cost_find (&table, HPM_COST_EVENT, "C");
    tap_ok (isnan (cost->least) && cost->most == 7, "\"-\" is unknown");
    tap_near (hpm_cost_ns (cost, 7, 0), 7, 0, "ns need no clock");
    cost = hpm_cost_find (&table, HPM_COST_EVENT, "D");
    tap_ok (cost && !hpm_cost_is_known (cost), "a line may say unknown");
    tap_ok (!hpm_cost_find (&table, HPM_COST_EVENT, "l2")
                && hpm_cost_find (&table, HPM_COST_LATENCY, "l2"),
            "latencies are no events");
    tap_near (table.values[HPM_COST_PEAK_BANDWIDTH].value, 12.5, 0,
              "the peak is read");
    hpm_cost_table_release (&table);
}

static void
test_which_line_holds (void)
{
    struct hpm_cost_table table = table_of ("cost * 1 1 1 nsec\n"
                                            "cost L1-* 2 2 2 nsec\n"
                                            "cost *-misses 3 3 3 nsec\n"
                                            "cost L1-loads 4 4 4 nsec\n");
    struct hpm_cost_table over = table_of ("cost L1-* 5 5 5 nsec\n"
                                           "cost new 6 6 6 nsec\n");
    struct hpm_error error;

    tap_near (typical (&table, "other"), 1, 0,
              "the most general pattern holds");
    tap_near (typical (&table, "L1-stores"), 2, 0, "a longer pattern holds");
    tap_near (typical (&table, "L1-misses"), 3, 0, "the longest pattern holds");
    tap_near (typical (&table, "L1-loads"), 4, 0, "the name itself holds");
    tap_ok (!hpm_cost_table_merge (&table, &over, &error), "a table is merged");
    tap_near (typical (&table, "L1-stores"), 5, 0,
              "a line is put over another");
    tap_near (typical (&table, "L1-loads"), 4, 0,
              "a general line over a specific one does not count");
    tap_near (typical (&table, "new"), 6, 0, "a line is added");
    tap_ok (table.count == 5 && over.count == 2, "nothing is there twice");
    hpm_cost_table_release (&table);
    hpm_cost_table_release (&over);
}

static void
test_round_trip (const char *text)
{
    struct hpm_cost_table table = table_of (text);
    char *first = hpm_cost_table_text (&table), *second;
    struct hpm_cost_table again = table_of (first);

    second = hpm_cost_table_text (&again);
    tap_text (second, first, "text, table and text again are the same");
    tap_ok (again.count == table.count, "there are as many lines");
    for (int i = 0; i < table.count && i < again.count; i++)
        tap_ok (!strcmp (again.costs[i].from, table.costs[i].from)
                    && !strcmp (again.costs[i].note, table.costs[i].note),
                "line %d keeps note and origin", i);
    free (first);
    free (second);
    hpm_cost_table_release (&table);
    hpm_cost_table_release (&again);
}

static void
test_constants (void)
{
    struct hpm_cost_table table = table_of ("cost PAPI_L1_TCM 1 10 20 clks\n"
                                            "cost PAPI_L1_DCM unknown\n"
                                            "latency memory 90 100 110 nsec\n");
    double constants[HPM_COST_CONSTANT_COUNT];
    struct hpm_error error;

    hpm_cost_constants (&table, 0, constants);
    tap_near (constants[HPM_COST_OF_L1_MISS], NAN, 0,
              "cycles are unknown without a clock");
    tap_near (constants[HPM_COST_LATENCY_MEMORY], 1e-7, 1e-15,
              "ns need no table");
    tap_near (constants[HPM_COST_LATENCY_L2], NAN, 0,
              "what is not in the table is unknown");
    hpm_cost_constants (&table, 2e9, constants);
    tap_near (1e9 * constants[HPM_COST_OF_L1_MISS], 5, 1e-15,
              "the second name counts by the nominal clock");
    tap_ok (!hpm_cost_table_read_text (&table, "G", "clock 4000 MHz", &error),
            "a clock is put over the table");
    hpm_cost_constants (&table, 2e9, constants);
    tap_near (1e9 * constants[HPM_COST_OF_L1_MISS], 2.5, 1e-15,
              "the clock of the table counts");
    hpm_cost_table_release (&table);
}

/* No processor is without a limit of its instructions a cycle.  */
static void
test_builtin_width (void)
{
    static const struct {
        const char *model;
        double width;
    } vectors[] = {
        { "", 20 },
        { "QEMU Virtual CPU version 2.5+", 20 },
        { "Intel(R) Xeon(R) Gold 6148 CPU @ 2.40GHz", 8 },
        { "Intel(R) Xeon(R) Platinum 8280 CPU @ 2.70GHz", 8 },
        { "Intel(R) Xeon(R) Platinum 8380 CPU @ 2.30GHz", 10 },
        { "Intel(R) Xeon(R) Platinum 8480+", 12 },
        { "INTEL(R) XEON(R) PLATINUM 8592+", 12 },
        { "Intel(R) Xeon(R) 6980P", 12 },
        { "AMD EPYC 7302 16-Core Processor", 12 },
        { "AMD EPYC 7763 64-Core Processor", 12 },
        { "AMD EPYC 9654 96-Core Processor", 12 },
        { "AMD EPYC 9374F 32-Core Processor", 12 },
        { "AMD EPYC 9755 128-Core Processor", 16 },
        { "Arm Neoverse N2", 10 },
        { "Arm Neoverse V1", 16 },
        { "Arm Neoverse V2", 16 },
        { "Arm Neoverse V3", 20 },
    };

    for (size_t i = 0; i < sizeof (vectors) / sizeof (*vectors); i++) {
        struct hpm_cost_table table;

        hpm_cost_table_init (&table);
        tap_ok (!hpm_cost_table_read_builtin (&table, vectors[i].model, NULL)
                    && table.values[HPM_COST_WIDTH].value == vectors[i].width,
                "'%s' completes at most %g instructions a cycle",
                vectors[i].model, vectors[i].width);
        hpm_cost_table_release (&table);
    }
}

static void
test_builtin (void)
{
    static const struct {
        const char *model;
        double misprediction; /* -1: not known */
    } vectors[] = {
        { "", -1 },
        { "Intel(R) Xeon(R) Processor", -1 },
        { "AMD EPYC 7302 16-Core Processor", 16 },
        { "AMD EPYC 7702P 64-Core Processor", 16 },
        { "AMD EPYC 7763 64-Core Processor", 13 },
        { "AMD EPYC 9654 96-Core Processor", 13 },
        { "AMD EPYC 7601 32-Core Processor", -1 },
    };
    struct hpm_error error;

    for (size_t i = 0; i < sizeof (vectors) / sizeof (*vectors); i++) {
        struct hpm_cost_table table;
        double found;

        hpm_cost_table_init (&table);
        tap_ok (!hpm_cost_table_read_builtin (&table, vectors[i].model, &error),
                "'%s': there are built-in costs", vectors[i].model);
        found = typical (&table, "PAPI_BR_MSP");
        tap_ok ((isnan (found) ? -1 : found) == vectors[i].misprediction,
                "'%s': a misprediction costs what is published",
                vectors[i].model);
        hpm_cost_table_release (&table);
    }
}

static void
count_left_out (const char *text, void *data)
{
    *(int *)data += strstr (text, "is left out: it is for 'M'") != NULL;
}

/* Built-in, site and user.  */
static void
test_layers (void)
{
    static const char site[] = "cost PAPI_TOT_CYC 1 1 1 clks\n"
                               "cost PAPI_BR_MSP 1 2 3 clks\nmachine M\n";
    static const char user[] = "cost PAPI_BR_MSP 4 5 6 clks\n";
    char folder[] = "/tmp/hpm-cost-XXXXXX", path[64], place[64];
    struct hpm_cost_table table;
    struct hpm_error error = { "" };
    char site_path[] = "/tmp/hpm-cost-XXXXXX";
    int left_out = 0;
    FILE *out;

    scratch_file (site_path, site, strlen (site));
    unsetenv ("HOME");
    unsetenv ("XDG_CONFIG_HOME");
    tap_text (hpm_cost_user_path (path, sizeof path), "",
              "without a home there is no file");
    hpm_cost_table_init (&table);
    tap_ok (!hpm_cost_table_find (&table, "M", site_path, NULL, NULL, &error)
                && typical (&table, "PAPI_BR_MSP") == 2,
            "the site's table is over the built-in one %s", error.text);
    hpm_cost_table_release (&table);

    if (!mkdtemp (folder))
        return;
    setenv ("XDG_CONFIG_HOME", folder, 1);
    snprintf (place, sizeof place, "%s/hpmmpi", folder);
    mkdir (place, 0700);
    out = fopen (hpm_cost_user_path (path, sizeof path), "w");
    if (out) {
        fputs (user, out);
        fclose (out);
    }
    tap_ok (!hpm_cost_table_find (&table, "M", site_path, NULL, NULL, &error)
                && typical (&table, "PAPI_BR_MSP") == 5
                && typical (&table, "PAPI_TOT_CYC") == 1,
            "the user's is over the site's, line by line");
    hpm_cost_table_release (&table);
    tap_ok (!hpm_cost_table_find (&table, "N", site_path, count_left_out,
                                  &left_out, &error)
                && left_out == 1 && typical (&table, "PAPI_TOT_CYC") == 0,
            "a table for another processor is left out, and told");
    hpm_cost_table_release (&table);
    out = fopen (path, "w");
    if (out)
        fclose (out);
    tap_ok (hpm_cost_table_find (&table, "M", site_path, NULL, NULL, &error)
                    == -1
                && strstr (error.text, "hpmmpi/costs: no table of costs"),
            "an empty file is an error that names it");
    hpm_cost_table_release (&table);
    unlink (path);
    unlink (site_path);
    rmdir (place);
    rmdir (folder);
}

int
main (void)
{
    test_bad_files ();
    test_bad_places ();
    test_lines ();
    test_which_line_holds ();
    test_round_trip ("machine M\nkernel K\ndate D\nmethod X\n"
                     "clock 2345.6 MHz seen\npeak_flops 1 GFLOPS\n"
                     "cost A 0.125 2 3 clks a note\nfrom elsewhere\n"
                     "cost B - 0.1 - nsec\ncost C unknown why\n"
                     "latency tlb 1 2 3 nsec\n");
    test_constants ();
    test_builtin ();
    test_builtin_width ();
    test_layers ();
    return tap_done ();
}
