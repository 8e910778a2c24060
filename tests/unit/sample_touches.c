/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What page faults touched: more than there is room for.
 */
#include "config.h"

#include "pmpi/samples/sample_touches.h"

#include "tests/tap.h"

/* One of each address from 1 on.  */
static void
add (struct hpm_touches *touches, int count)
{
    for (int i = 0; i < count; i++)
        hpm_touches_add (touches, (uint64_t)touches->seen + 1, 7);
}

static int
are_every (const struct hpm_touches *touches, int64_t every)
{
    for (int i = 0; i < touches->count; i++)
        if (touches->list[i].address != (uint64_t)(i * every) + 1
            || touches->list[i].tid != 7)
            return 0;
    return touches->every == every;
}

int
main (void)
{
    struct hpm_touches touches;

    tap_ok (!hpm_touches_open (&touches), "a list is opened");
    add (&touches, HPM_TOUCHES);
    tap_ok (touches.count == HPM_TOUCHES && are_every (&touches, 1),
            "all are kept that there is room for");
    add (&touches, 1);
    tap_ok (touches.count == HPM_TOUCHES / 2 + 1 && are_every (&touches, 2),
            "of one more, every second is kept");
    add (&touches, 9 * HPM_TOUCHES);
    tap_ok (touches.count <= HPM_TOUCHES && are_every (&touches, 16),
            "of ten times as many those are kept that are alike far apart");
    hpm_touches_close (&touches);
    tap_ok (!touches.list, "a list is closed");
    return tap_done ();
}
