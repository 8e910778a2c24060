/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/model/event_index.h"

#include <stdio.h>
#include <stdlib.h>

#include "tests/tap.h"

#define EVENTS 1000

static struct hpm_event_record events[EVENTS + 1];

/* Events "e0" and so on are where they are, and no others are.  */
static int
finds_all (struct hpm_event_index *index, int count)
{
    int wrong = 0;

    for (int i = 0; i <= EVENTS; i++) {
        char name[16];

        snprintf (name, sizeof name, "e%d", i);
        wrong += hpm_event_index_find (index, events, count, name)
                 != (i < count ? i : -1);
    }
    return !wrong;
}

int
main (void)
{
    struct hpm_event_index *index = hpm_event_index_create ();
    static const char name[] = "e7", none[] = "none";

    for (int i = 0; i <= EVENTS; i++)
        snprintf (events[i].name, sizeof events[i].name, "e%d", i);
    tap_ok (hpm_event_index_find (index, NULL, 0, "e0") == -1,
            "no event is found in a table of none");
    tap_ok (finds_all (index, 7), "events of a small table are found");
    tap_ok (hpm_event_index_literal (index, events, 7, name) == -1,
            "a literal that is no event has no place");
    tap_ok (finds_all (index, EVENTS), "those of a table that has grown, too");
    tap_ok (hpm_event_index_literal (index, events, EVENTS, name) == 7
                && hpm_event_index_literal (index, events, EVENTS, name) == 7,
            "a literal that became an event is found, and again");
    tap_ok (hpm_event_index_literal (index, events, EVENTS, none) == -1,
            "one that is none is not");
    tap_ok (finds_all (NULL, EVENTS), "without memory for an index, the table "
                                      "is gone through");
    snprintf (events[9].name, sizeof events[9].name, "e3");
    hpm_event_index_find (index, events, 2, name);
    tap_ok (hpm_event_index_find (index, events, EVENTS, "e3") == 3,
            "of two events of a name the first is found");
    hpm_event_index_destroy (index);
    return tap_done ();
}
