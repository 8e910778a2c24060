/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Ranks that take a snapshot when it is due take it at the same time, whenever
 * they began.
 */
#include "config.h"

#include "pmpi/checkpoint/due.h"
#include "tests/tap.h"

#define SECOND INT64_C (1000000000)
#define DAY (INT64_C (86400) * SECOND)
#define NOW (20000 * DAY) /* in 2024 */

static const struct {
    int64_t period, real, left;
    const char *name;
} rows[] = {
    { SECOND, NOW, SECOND, "on a second" },
    { SECOND, NOW + 1, SECOND - 1, "just behind it" },
    { SECOND, NOW + SECOND / 2, SECOND / 2, "in the middle" },
    { SECOND, NOW + SECOND / 2 + 1, 3 * SECOND / 2 - 1, "behind the middle" },
    { SECOND, NOW + SECOND - 1, SECOND + 1, "woken too early" },
    { 2, NOW + 1, 1, "the shortest period" },
    { 1, NOW, 1, "no period shorter" },
    { SECOND, 1, SECOND - 1, "in 1970" },
};

/* Whether ranks that begin at any time are at the same moments after two
 * snapshots, and each of them has waited as long as it may.  */
static int
meet (int64_t period, int64_t offset)
{
    int64_t at = NOW + offset;

    for (int i = 0; i < 3; i++) {
        int64_t left = hpm_due_in (period, at);

        if (2 * left < period - 1 || 2 * left > 3 * period)
            return 0;
        at += left;
    }
    return at % period == 0;
}

int
main (void)
{
    const int64_t never = INT64_C (1) << 60;

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        tap_ok (hpm_due_in (rows[i].period, rows[i].real) == rows[i].left,
                "%s, the time to wait is known", rows[i].name);
    for (int64_t period = 1000; period < 40 * SECOND; period *= 7) {
        int right = 1;

        for (int64_t i = 0; i < 101; i++)
            right &= meet (period, i * period / 100);
        tap_ok (right, "every %lld ns, all ranks are at the same moments",
                (long long)period);
    }
    tap_ok (hpm_due_in (never, NOW) > DAY, "what is never due is not");
    return tap_done ();
}
