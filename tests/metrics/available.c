/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Each processor of today has the metrics that it should have, as far as this
 * libpfm4 knows it: those for which a native event is refused have no value
 * there.
 */
#include "base/metric/metric_events.h"
#include "base/metric/metric_private.h"

#include "tests/tap.h"

#ifdef HAVE_PFM

#include "tests/metrics/available.h"
#include "tests/metrics/encode.h"

#define COUNT(array) ((int)(sizeof (array) / sizeof (*(array))))

static struct hpm_metric_set set;

/* The kernel makes these of a register of Intel processors: four parts since
 * Ice Lake, eight since Sapphire Rapids.  */
static int
has_slots (const char *event, const char *processor)
{
    static const char *const first[]
        = { "perf::slots", "perf::topdown-retiring", "perf::topdown-bad-spec",
            "perf::topdown-fe-bound", "perf::topdown-be-bound" };

    for (int i = 0; i < COUNT (first); i++)
        if (!strcmp (first[i], event))
            return is_listed (ICE_LAKE_ON, processor);
    return !strncmp (event, "perf::topdown-", 14)
           && is_listed (SAPPHIRE GRANITE, processor);
}

static int
can_count (const char *event, void *data)
{
    const char *processor = data;

    if (!strncmp (event, "os::", 4))
        return 1;
    return has_slots (event, processor) || encodes (processor, event);
}

static int
has_metric (int metric, const char *processor)
{
    struct hpm_event_list events = { NULL, 0 };
    const char *missing = "";

    hpm_metric_events (&set, metric, can_count, (void *)processor, &events,
                       &missing);
    hpm_event_list_release (&events);
    return !missing;
}

/* 1 if it is as the row says, or will be with a newer libpfm4.  */
static int
is_right (int row, int metric, const char *processor)
{
    const char *late = available[row].late;
    int meant = is_listed (available[row].processors, processor);

    if (has_metric (metric, processor) == meant)
        return 1;
    if (meant && late && is_listed (late, processor)) {
        tap_ok (1,
                "libpfm4 is right about %s on %s # SKIP this libpfm4 lacks an "
                "event of it",
                available[row].metric, processor);
        return 1;
    }
    printf ("# %s %s %s\n", processor, meant ? "lacks" : "has",
            available[row].metric);
    return 0;
}

static void
test_row (int row)
{
    int metric = hpm_metric_set_find (&set, available[row].metric), wrong = 0;

    if (!tap_ok (metric >= 0, "there is a metric %s", available[row].metric))
        return;
    for (int i = 0; i < PROCESSORS; i++)
        if (is_known (processors[i]) && strcmp (processors[i], "perf") != 0)
            wrong += !is_right (row, metric, processors[i]);
    tap_ok (!wrong, "those processors have %s that should",
            available[row].metric);
}

static int
has_row (const char *metric)
{
    for (int i = 0; i < COUNT (available); i++)
        if (!strcmp (available[i].metric, metric))
            return 1;
    return 0;
}

/* A metric of the system or of MPI needs no processor.  */
static int
is_of_system (int metric)
{
    struct hpm_event_list events = { NULL, 0 };
    int others = 0;

    hpm_metric_all_events (&set, metric, &events);
    for (int i = 0; i < events.count; i++)
        others += strncmp (events.names[i], "os::", 4) != 0
                  && strncmp (events.names[i], "mpi::", 5) != 0;
    hpm_event_list_release (&events);
    return !others;
}

int
main (void)
{
    struct hpm_error error = { "" };

    hpm_metric_set_init (&set);
    if (!tap_ok (
            !encode_begin ()
                && !hpm_metric_set_read_directory (&set, METRIC_FILES, &error),
            "the definitions are read %s", error.text))
        return tap_done ();
    for (int i = 0; i < COUNT (available); i++)
        test_row (i);
    for (int i = 0; i < set.count; i++)
        tap_ok (is_of_system (i) || has_row (set.metrics[i].name),
                "tests/metrics/available.h tells which processors have %s",
                set.metrics[i].name);
    for (int i = 0; i < PROCESSORS; i++)
        if (!is_known (processors[i]))
            tap_ok (1,
                    "%s has the metrics that it should # SKIP this libpfm4 has "
                    "no table of that processor",
                    processors[i]);
    hpm_metric_set_release (&set);
    pfm_terminate ();
    return tap_done ();
}

#else

int
main (void)
{
    printf ("1..0 # SKIP libpfm4 is not installed (Debian: libpfm4-dev)\n");
    return 0;
}

#endif
