/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What has no name in objects of one name.
 */
#include "config.h"

#include "aggregate/places/spots.h"

#include <stdlib.h>
#include <string.h>

#include "tests/tap.h"

static int
is_there (const struct hpm_spots *spots, const char *place)
{
    for (int i = 0; i < spots->count; i++)
        if (!strcmp (spots->list[i].place, place))
            return 1;
    return 0;
}

/* x.so was replaced between two ranks' starts, y.so lies in two folders, and
 * z.so is one.  */
int
main (void)
{
    static const char texts[] = "/a/x.so\0id1234567890\0/a/x.so\0id2\0"
                                "/a/y.so\0id3\0/b/y.so\0id4\0/a/z.so\0id5";
    static const int none[] = { 0 };
    struct hpm_site_record records[5];
    struct hpm_samples samples = { .addresses.exact = 1 };

    for (int i = 0; i < 5; i++) {
        records[i] = (struct hpm_site_record){
            .module = i, .address = 0x40, .calls = 5 - i, .time = 5 - i
        };
    }
    hpm_sites_add_rank (&samples.addresses, 0, records, 5, texts, sizeof texts);
    hpm_sites_finish (&samples.addresses, none);
    for (int i = 0; i < samples.addresses.count; i++)
        samples.addresses.list[i].place = strdup ("place");
    tap_ok (hpm_samples_group (&samples) == 0 && samples.routines.count == 5,
            "each object has what has no name in it");
    tap_ok (is_there (&samples.routines, "(/a/x.so, build id123456)")
                && is_there (&samples.routines, "(/a/x.so, build id2)"),
            "a file that was replaced is told by build ids");
    tap_ok (is_there (&samples.routines, "(/a/y.so)")
                && is_there (&samples.routines, "(/b/y.so)"),
            "files of one name are told by their paths");
    tap_ok (is_there (&samples.routines, "(z.so)"),
            "one of its name is told by that");
    hpm_samples_release (&samples);
    return tap_done ();
}
