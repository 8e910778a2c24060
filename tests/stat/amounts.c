/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What counters of the node counted between two looks, and what of it is part
 * of a line.
 */
#include "config.h"

#include "base/quality.h"
#include "tests/tap.h"
#include "wrapper/stat/rows/stat_amounts.h"
#include "wrapper/stat/print/stat_sums.h"

static struct hpm_node_record
look (int64_t value, int64_t enabled, int64_t running, int quality)
{
    return (struct hpm_node_record){ .value = value,
                                     .time_enabled = enabled,
                                     .time_running = running,
                                     .quality = quality };
}

static struct hpm_node_record
between (struct hpm_node_record from, struct hpm_node_record to)
{
    return hpm_stat_amounts_between (&from, &to);
}

static void
test_between (void)
{
    struct hpm_node_record none = look (0, 10, 0, HPM_QUALITY_UNAVAILABLE);
    struct hpm_node_record some = look (100, 20, 10, HPM_QUALITY_SCALED), got;

    got = between (look (100, 10, 10, HPM_QUALITY_EXACT),
                   look (150, 30, 30, HPM_QUALITY_EXACT));
    tap_ok (got.value == 50 && got.time_enabled == 20 && got.time_running == 20
                && got.quality == HPM_QUALITY_EXACT,
            "values and times of an interval are differences");
    got = between (none, some);
    tap_ok (got.value == 50 && got.time_running == 10
                && got.quality == HPM_QUALITY_EXACT,
            "what is taken for a time without a turn is no part of a later "
            "interval");
    got = between (some, look (200, 60, 30, HPM_QUALITY_SCALED));
    tap_ok (got.value == 100 && got.quality == HPM_QUALITY_SCALED,
            "an amount is scaled up by the turns in its interval");
    got = between (some, look (150, 30, 20, HPM_QUALITY_SCALED));
    tap_ok (got.value == 50 && got.quality == HPM_QUALITY_EXACT,
            "an interval of one turn is exact");
    got = between (some, look (200, 40, 10, HPM_QUALITY_SCALED));
    tap_ok (got.value == 0 && got.quality == HPM_QUALITY_UNAVAILABLE
                && got.reason == HPM_REASON_NO_TURN,
            "an interval without a turn has no amount");
    got = between (some, look (90, 40, 30, HPM_QUALITY_SCALED));
    tap_ok (got.value == 18,
            "a scaled count that falls has what was counted since");
    got = between (some, none);
    tap_ok (got.quality == HPM_QUALITY_UNAVAILABLE,
            "what can't be read at the end has no amount");
}

/* Two sockets of two processors each, and one column, of the node.  */
static int numbers[] = { 0, 1, 2, 3 }, sockets[] = { 0, 0, 1, 1 };
static struct hpm_event_record column = { .scope = HPM_SCOPE_NODE };
static const struct hpm_stat_table table
    = { .events = { .records = &column, .count = 1 } };
static const struct hpm_targets targets = { .kind = HPM_TARGETS_PROCESSORS,
                                            .numbers = numbers,
                                            .sockets = sockets,
                                            .count = 4 };

/* What a line has of two counters, on these processors, of 3 and 5 halves.  */
static struct hpm_value
value_of (enum hpm_stat_place place, int line, int first, int second)
{
    struct hpm_node_record records[]
        = { { .value = 3, .scale = 0.5, .cpu = first },
            { .value = 5, .scale = 0.5, .cpu = second },
            { .value = 99, .scale = 1, .cpu = 0, .event = 1 } };
    struct hpm_stat_amounts amounts = { .between = records, .count = 3 };
    struct hpm_stat_counted counted = { .amounts = &amounts };
    struct hpm_value value = { .quality = HPM_QUALITY_ABSENT };
    struct hpm_stat_sums sums;

    for (int i = 0; i < 3; i++)
        records[i].quality = HPM_QUALITY_EXACT;
    if (!hpm_stat_sums_init (&sums, &table, &targets, place))
        value = hpm_stat_sums_value (&sums, &counted, line, 0);
    hpm_stat_sums_release (&sums);
    return value;
}

static void
test_lines (void)
{
    struct hpm_value value = value_of (HPM_STAT_NODE, 0, 0, 7);

    tap_ok (value.quality == HPM_QUALITY_EXACT && value.number == 4,
            "a node has the amounts of all counters of the event, in its unit");
    tap_ok (value_of (HPM_STAT_SOCKET, 0, 1, 2).number == 1.5
                && value_of (HPM_STAT_SOCKET, 1, 1, 2).number == 2.5,
            "a socket has those of counters on its processors");
    value = value_of (HPM_STAT_SOCKET, 0, 0, 1);
    tap_ok (!hpm_quality_has_value (value.quality),
            "where another socket has no counter, none has an amount");
    value = value_of (HPM_STAT_PROCESSOR, 0, 0, 2);
    tap_ok (!hpm_quality_has_value (value.quality),
            "a processor has no amount of the node's events");
}

int
main (void)
{
    test_between ();
    test_lines ();
    return tap_done ();
}
