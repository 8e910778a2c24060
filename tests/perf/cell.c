/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/perf/perf_cell.h"
#include "tests/tap.h"

#define BIG 4611686018427387905 /* 2^62 + 1: no double has it */

/* Counts of four natives of two groups: the first was on the counters all the
 * time, the second a quarter of it, the third never, the fourth three quarters.
 */
static const struct hpm_perf_reading reading
    = { .values = { BIG, 100, 0, 30 },
        .enabled = { 8000, 8000, 8000, 4000 },
        .running = { 8000, 2000, 0, 3000 } };

static const struct {
    const char *kind, *text;
    int count, natives[3];
    int64_t value, enabled, running;
    uint32_t quality, reason;
} vectors[] = {
    { "NOT_DERIVED",
      "",
      1,
      { 2 },
      0,
      0,
      0,
      HPM_QUALITY_UNAVAILABLE,
      HPM_REASON_CONFLICT },
    { "DERIVED_ADD",
      "",
      2,
      { 0, 2 },
      0,
      0,
      0,
      HPM_QUALITY_UNAVAILABLE,
      HPM_REASON_CONFLICT },
    { "NOT_DERIVED", "", 1, { 0 }, BIG, 8000, 8000, HPM_QUALITY_EXACT, 0 },
    { "NOT_DERIVED", "", 1, { 1 }, 400, 8000, 2000, HPM_QUALITY_SCALED, 0 },
    { "DERIVED_ADD", "", 2, { 1, 3 }, 440, 8000, 2000, HPM_QUALITY_SCALED, 0 },
    { "DERIVED_ADD", "", 2, { 3, 1 }, 440, 8000, 2000, HPM_QUALITY_SCALED, 0 },
    { "DERIVED_SUB",
      "",
      2,
      { 0, 3 },
      BIG - 40,
      4000,
      3000,
      HPM_QUALITY_SCALED,
      0 },
    { "DERIVED_POSTFIX",
      "N0|N1|/|",
      2,
      { 1, 3 },
      10,
      8000,
      2000,
      HPM_QUALITY_SCALED,
      0 },
    { "DERIVED_POSTFIX",
      "N0|0|/|",
      1,
      { 1 },
      0,
      0,
      0,
      HPM_QUALITY_UNAVAILABLE,
      HPM_REASON_NEVER_COUNTED },
    { "NOT_DERIVED", "", 1, { 5 }, 0, 0, 0, HPM_QUALITY_EXACT, 0 },
};

/* Errors of natives that share a counter become that of the event; one that is
 * not known leaves it unknown.  */
static void
test_errors (void)
{
    static const struct {
        const char *kind, *text;
        double errors[2]; /* of natives 1 and 3, which are 400 and 40 */
        int64_t error;
    } rows[] = {
        { "DERIVED_ADD", "", { 30, 7 }, 37 },
        { "DERIVED_SUB", "", { 30, 7 }, 37 },
        { "DERIVED_POSTFIX", "N0|N1|/|", { 80, 10 }, 4 }, /* 12, and 8 for 10 */
        { "DERIVED_ADD", "", { 30, -1 }, 0 },
        { "DERIVED_ADD", "", { 0, 7 }, 0 },
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        struct hpm_perf_event event = { .count = 2, .natives = { 1, 3 } };
        struct hpm_perf_reading told = reading;
        struct hpm_cell cell;

        told.errors[1] = rows[i].errors[0];
        told.errors[3] = rows[i].errors[1];
        if (hpm_perf_formula_parse (&event.formula, rows[i].kind, rows[i].text,
                                    2))
            tap_ok (0, "%s is no formula", rows[i].kind);
        hpm_perf_cell_fill (&cell, &event, &told, HPM_REASON_CONFLICT);
        tap_ok (cell.error == rows[i].error,
                "errors of %g and %g make %lld of %s (%lld)", rows[i].errors[0],
                rows[i].errors[1], (long long)rows[i].error, rows[i].kind,
                (long long)cell.error);
    }
}

int
main (void)
{
    test_errors ();
    for (size_t i = 0; i < sizeof vectors / sizeof *vectors; i++) {
        struct hpm_perf_event event = { .count = vectors[i].count };
        struct hpm_cell cell;

        memset (&cell, 0xff, sizeof cell);
        memcpy (event.natives, vectors[i].natives, sizeof vectors[i].natives);
        if (hpm_perf_formula_parse (&event.formula, vectors[i].kind,
                                    vectors[i].text, event.count))
            return 99;
        hpm_perf_cell_fill (&cell, &event, &reading, HPM_REASON_CONFLICT);
        tap_ok (cell.value == vectors[i].value
                    && cell.time_enabled == vectors[i].enabled
                    && cell.time_running == vectors[i].running
                    && cell.quality == vectors[i].quality
                    && cell.reason == vectors[i].reason,
                "%s %s of native %d is %lld, %lld of %lld ns, quality %u",
                vectors[i].kind, vectors[i].text, vectors[i].natives[0],
                (long long)cell.value, (long long)cell.time_running,
                (long long)cell.time_enabled, cell.quality);
    }
    return tap_done ();
}
