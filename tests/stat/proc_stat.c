/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lines of /proc/stat and /proc/PID/stat, and lists of processors.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"
#include "wrapper/stat/rows/proc_stat.h"
#include "wrapper/stat/rows/process_stat.h"
#include "wrapper/stat/rows/targets.h"

static void
test_malformed (void)
{
    static const int processors[] = { 0, 2 };
    struct hpm_proc_stat stats[2];

    hpm_proc_stat_parse ("", processors, 2, stats);
    tap_ok (!stats[0].known && !stats[1].known, "of no text none is known");
    hpm_proc_stat_parse ("cpu  9 9 9 9\n", processors, 2, stats);
    tap_ok (!stats[0].known, "the sum of all is no processor");
    hpm_proc_stat_parse ("cpux 1 2\ncpu\ncpu2", processors, 2, stats);
    tap_ok (!stats[0].known && !stats[1].known,
            "a line without a number or without counts is left out");
    hpm_proc_stat_parse ("intr 5\ncpu0 1 2 3 4\n", processors, 2, stats);
    tap_ok (!stats[0].known, "lines of processors come first");
}

static void
test_lines (void)
{
    static const int processors[] = { 0, 2, 10 };
    struct hpm_proc_stat stats[3];

    hpm_proc_stat_parse ("cpu  111 0 0 0\n"
                         "cpu0 1 2 3 4 5 6 7 8 9 10\n"
                         "cpu1 50 50 50 50\n"
                         "cpu10 10 20 30 40\n"
                         "intr 1\n",
                         processors, 3, stats);
    tap_ok (stats[0].known && !stats[1].known && stats[2].known,
            "processors with a line are known, others not");
    tap_ok (stats[0].ticks[HPM_STAT_USER] == 1
                && stats[0].ticks[HPM_STAT_STEAL] == 8,
            "fields are in their order");
    tap_ok (stats[2].ticks[HPM_STAT_IDLE] == 40
                && stats[2].ticks[HPM_STAT_IOWAIT] == 0,
            "a field that an old kernel lacks is 0");
    tap_ok (hpm_proc_stat_ticks (&stats[0], HPM_STAT_BITS_USER) == 3
                && hpm_proc_stat_ticks (&stats[0], HPM_STAT_BITS_SYSTEM) == 16,
            "fields add up");
}

static void
test_list (void)
{
    int numbers[] = { 0, 1, 2, 4, 6, 7 };
    struct hpm_targets processors = { .numbers = numbers, .count = 6 };
    char text[64], brief[6];

    hpm_targets_text (&processors, text, sizeof text);
    tap_ok (!strcmp (text, "0-2,4,6-7"), "successive processors are a range");
    hpm_targets_text (&processors, brief, sizeof brief);
    tap_ok (!strcmp (brief, "0-2,~"), "what is too long ends in ~");
}

static void
test_process (void)
{
    static const char *const bad[] = { "", "12", "12 )(", "12 (a) S 1 2" };
    struct hpm_process_stat stat;

    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        tap_ok (hpm_process_stat_parse (bad[i], &stat) == -1,
                "'%s' tells of no process", bad[i]);
    tap_ok (hpm_process_stat_parse ("7 (a) b (c)) S 1 2 3 4 5 6 7 8 9 10 "
                                    "110 120 13 14 15 16 17 18 1900 20\n",
                                    &stat)
                == 0,
            "a process may be called as it likes");
    tap_ok (!strcmp (stat.name, "a) b (c)"), "its name is between the first "
                                             "parenthesis and the last");
    tap_ok (stat.user == 110 && stat.system == 120 && stat.started == 1900,
            "times are behind the name");
}

int
main (void)
{
    test_process ();
    test_malformed ();
    test_lines ();
    test_list ();
    return tap_done ();
}
