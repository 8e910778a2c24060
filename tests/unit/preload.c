/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The list of libraries in LD_PRELOAD.
 */
#include "config.h"

#include <string.h>

#include "base/preload.h"
#include "tests/tap.h"

static void
lists (void)
{
    const char *list = " a.so::/b/c.so b.so:";
    struct hpm_piece library;

    tap_ok (hpm_preload_next (&list, &library) && hpm_piece_is (library, "a.so")
                && hpm_preload_next (&list, &library)
                && hpm_piece_is (library, "/b/c.so")
                && hpm_preload_next (&list, &library)
                && hpm_piece_is (library, "b.so"),
            "blanks and colons are between libraries");
    tap_ok (!hpm_preload_next (&list, &library) && !*list,
            "nothing comes behind the last one");
}

static void
ours (void)
{
    tap_ok (hpm_preload_has_ours ("/x/y.so:/opt/lib/libhpmmpi-calls.so"),
            "a library of ours is found by its file name");
    tap_ok (hpm_preload_has_ours ("libhpmmpi.so"),
            "a library of ours needs no folder");
    tap_ok (!hpm_preload_has_ours ("/opt/libhpmmpi-1.0/lib/libother.so"),
            "one in a folder with our name is none of ours");
    tap_ok (!hpm_preload_has_ours ("/opt/libother.so:/opt/libhpm"),
            "a part of our name is not our name");
    tap_ok (!hpm_preload_has_ours (""), "an empty list has none of ours");
}

static void
counts (void)
{
    const char *calls = "/l/libhpmmpi-calls.so", *main = "/l/libhpmmpi.so.0";

    tap_ok (hpm_preload_is ((struct hpm_piece){ main, strlen (main) },
                            HPM_PRELOAD_COUNTS),
            "the library that counts may have a version");
    tap_ok (!hpm_preload_is ((struct hpm_piece){ calls, strlen (calls) },
                             HPM_PRELOAD_COUNTS),
            "the library of calls is not the one that counts");
}

int
main (void)
{
    lists ();
    ours ();
    counts ();
    tap_ok (hpm_preload_holds ("/l/a.so") && !hpm_preload_holds ("/l b/a.so")
                && !hpm_preload_holds ("/l:b/a.so"),
            "a path with a blank or a colon cannot be in the list");
    return tap_done ();
}
