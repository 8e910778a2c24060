/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The tree that brings the parts of many ranks to rank 0: who leads whom, and
 * that every byte comes, in order, through few messages.
 */
#include "config.h"

#include "pmpi/gather/gather_tree.h"
#include "tests/gather/network.h"
#include "tests/tap.h"

static size_t
none (int rank)
{
    (void)rank;
    return 0;
}

static size_t
usual (int rank)
{
    return 2500 + 8 * (size_t)(rank % 5);
}

/* Some have nothing, and one in 64 as much as 200 threads.  */
static size_t
uneven (int rank)
{
    return rank % 64 == 5 ? 122000 : rank % 3 ? 6500 : 0;
}

static size_t
pieces (int rank)
{
    return (size_t)HPM_TREE_PIECE * (rank % 3 ? 1 : 2) - (rank % 2);
}

static const int sizes[] = { 2, 3, 32, 33, 34, 65, 66, 130, 1057, 1058, 2049 };
static const struct {
    const char *name;
    size_t (*bytes) (int);
} parts[] = { { "nothing", none },
              { "usual parts", usual },
              { "uneven parts", uneven },
              { "whole pieces", pieces } };
#define COUNT(a) (sizeof (a) / sizeof *(a))

/* Whether the children of each rank divide what is behind it.  */
static int
divides (struct hpm_tree_range range)
{
    int at = range.first + 1;

    for (int i = 0; i < HPM_TREE_FAN; i++) {
        struct hpm_tree_range child = hpm_tree_child (range, i);

        if (child.first != at || child.end < child.first)
            return 0;
        at = child.end;
    }
    return at == range.end || range.end == range.first + 1;
}

static void
test_ranges (int ranks)
{
    int right = 1;

    for (int i = 0; i < ranks; i++) {
        int parent, above;
        struct hpm_tree_range range = hpm_tree_find (i, ranks, &parent), over;

        over = hpm_tree_find (parent < 0 ? 0 : parent, ranks, &above);
        right &= range.first == i && divides (range) && parent < i
                 && over.first <= i && i < over.end;
    }
    tap_ok (right, "%d ranks: each leads a range, divided among others", ranks);
}

static void
test_parts (int ranks, int kind, int failing)
{
    const struct network_job job = { .ranks = ranks,
                                     .bytes = parts[kind].bytes,
                                     .failing = failing,
                                     .model = network_usual };
    struct network_result result;
    uint64_t expected = 0;

    for (int i = 0; i < ranks; i++)
        expected += i == failing ? 0 : job.bytes (i);
    if (network_run (&job, &result) < 0) {
        printf ("ok %d - # SKIP no room for so many\n", ++tap_run);
        return;
    }
    tap_case ("%d ranks, %s%s", ranks, parts[kind].name,
              failing < 0 ? "" : ", one rank without memory");
    tap_ok (result.bytes == expected && !result.wrong,
            "rank 0 writes all bytes in the order of ranks");
    tap_ok (result.peers <= HPM_TREE_FAN
                && result.messages <= expected / HPM_TREE_PIECE
                                          + 3 * (uint64_t)HPM_TREE_FAN,
            "rank 0 hears from few, in whole pieces");
    tap_ok (result.most_unread <= 1 << 20,
            "little comes to rank 0 before it is asked for");
    tap_case ("%s", "");
}

int
main (void)
{
    for (size_t i = 0; i < COUNT (sizes); i++) {
        test_ranges (sizes[i]);
        for (int kind = 0; kind < (int)COUNT (parts); kind++) {
            if (kind != 3 || sizes[i] < 200)
                test_parts (sizes[i], kind, -1);
        }
        test_parts (sizes[i], 2, sizes[i] / 2);
    }
    return tap_done ();
}
