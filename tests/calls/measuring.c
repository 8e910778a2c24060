/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is taken from times and counts, on made-up ones.
 */
#include "config.h"

#include <stdint.h>

#include "pmpi/calls/measuring.h"
#include "tests/tap.h"

static void
test_shares (void)
{
    static const struct {
        int64_t cost, of, calls, share;
        const char *claim;
    } cases[] = {
        { 5, 0, 9, 0, "what was not measured costs nothing" },
        { 5, -1, 9, 0, "what was measured at less than no call costs nothing" },
        { 0, 32, 9, 0, "what costs nothing adds nothing" },
        { 5, 32, 0, 0, "no calls add nothing" },
        { 64, 32, 1, 2, "one call has its cost" },
        { 64, 32, 1000000, 2000000, "many calls have their cost" },
        { 63, 32, 1, 2, "a fraction is rounded up" },
        { 47, 32, 1, 1, "a fraction is rounded down" },
        { 47, 32, 32, 47, "a fraction adds up over calls" },
        { INT64_MAX, 32, 32, INT64_MAX, "there is no overflow on the way" },
        { INT64_MAX, 32, INT64_MAX, INT64_MAX,
          "there is no overflow at the end" },
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++)
        tap_ok (hpm_measuring_share (cases[i].cost, cases[i].of, cases[i].calls)
                    == cases[i].share,
                "%s", cases[i].claim);
}

static void
test_take (void)
{
    int64_t value = 10, larger = 0;

    tap_ok (hpm_measuring_take (&value, 11, &larger) == 0 && value == 10
                && larger == 1,
            "an estimate larger than the time takes nothing, and is counted");
    tap_ok (hpm_measuring_take (&value, INT64_MAX, &larger) == 0 && value == 10
                && larger == 2,
            "an estimate takes nothing however large it is");
    tap_ok (hpm_measuring_take (&value, 3, &larger) == 3 && value == 7
                && larger == 2,
            "a smaller one is taken");
    tap_ok (hpm_measuring_take (&value, 7, &larger) == 7 && value == 0
                && larger == 2,
            "one that is as large leaves nothing");
    tap_ok (hpm_measuring_take (&value, 0, &larger) == 0 && value == 0
                && larger == 2,
            "nothing of nothing is no failure");
}

/* Each part has a cost of its own, so that none stands for another.  */
static void
test_parts (void)
{
    struct hpm_measuring_parts parts = { .useful = 1000,
                                         .inside = { 200, 30 },
                                         .useful_share = 100,
                                         .shares = { 20, 3 } };
    int64_t larger = 0, taken = hpm_measuring_take_parts (&parts, &larger);

    tap_ok (taken == 123 && larger == 0, "all shares are taken");
    tap_ok (parts.useful == 900 && parts.inside[0] == 180
                && parts.inside[1] == 27,
            "each from its part");
    parts = (struct hpm_measuring_parts){ .useful = 1000,
                                          .inside = { 19, 2 },
                                          .useful_share = 100,
                                          .shares = { 20, 3 } };
    taken = hpm_measuring_take_parts (&parts, &larger);
    tap_ok (taken == 100 && larger == 2 && parts.useful == 900
                && parts.inside[0] == 19 && parts.inside[1] == 2,
            "one that is too small keeps what it has, and no other pays");
    tap_ok (taken + parts.useful + parts.inside[0] + parts.inside[1] == 1021,
            "the parts and what was taken are the whole");
}

int
main (void)
{
    test_shares ();
    test_take ();
    test_parts ();
    return tap_done ();
}
