/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/event/event_list.h"

#include <stdlib.h>

#include "tests/tap.h"

static void
refuse (const char *text, const char *quoted)
{
    struct hpm_event_list list = { (char **)1, 5 };
    struct hpm_error error = { "" };
    int result = hpm_event_list_parse (&list, text, &error);

    tap_ok (result == -1 && list.count == 0 && !list.names
                && strstr (error.text, quoted),
            "a list is refused: %s", error.text);
}

static void
test_bad_lists (void)
{
    char name[129] = "";

    refuse (",", "\",\"");
    refuse ("a,,b", "\"a,,b\"");
    refuse ("a,b,", "\"a,b,\"");
    refuse ("a, b c", "\"b c\"");
    refuse ("a,b\tc", "\"b?c\"");
    refuse ("a,\x01", "\"?\"");
    refuse ("a\nb", "\"a?b\"");
    refuse ("a,b,a", "twice: \"a\"");
    memset (name, 'n', 128);
    refuse (name, "more than 127 bytes");
}

static void
take (const char *text, const char *joined)
{
    struct hpm_event_list list;
    struct hpm_error error;
    char got[512] = "";

    if (hpm_event_list_parse (&list, text, &error) != 0)
        strcpy (got, error.text);
    for (int i = 0; i < list.count; i++) {
        strcat (got, list.names[i]);
        strcat (got, "|");
    }
    tap_text (got, joined, "'%s' is parsed as %s", text, joined);
    hpm_event_list_release (&list);
}

static void
test_good_lists (void)
{
    char name[128] = "", joined[130];

    take ("", "");
    take (" \t ", "");
    take ("PAPI_TOT_CYC", "PAPI_TOT_CYC|");
    take (" a,b , c\t", "a|b|c|");
    take ("sde:::solver::FLOP,perf::CYCLES:u=1",
          "sde:::solver::FLOP|perf::CYCLES:u=1|");
    take ("a,A", "a|A|");
    take ("amd_umc_0/event=0x0a,rdwrmask=1/,b,pmu/x=1,y/",
          "amd_umc_0/event=0x0a,rdwrmask=1/|b|pmu/x=1,y/|");
    take ("power/a/,power/b/", "power/a/|power/b/|");
    take ("power/a,power/b/", "power/a|power/b/|");
    take ("power/a=1,b", "power/a=1|b|");
    memset (name, 'n', 127);
    snprintf (joined, sizeof (joined), "%s|", name);
    take (name, joined);
}

static void
test_add (void)
{
    struct hpm_event_list list = { NULL, 0 };

    tap_ok (hpm_event_list_find (&list, "a") == -1,
            "nothing is found in no list");
    tap_ok (hpm_event_list_add (&list, "a") == 0
                && hpm_event_list_add (&list, "b") == 0
                && hpm_event_list_add (&list, "a") == 0 && list.count == 2,
            "adding a name that is there changes nothing");
    tap_ok (hpm_event_list_find (&list, "b") == 1, "a name is found");
    hpm_event_list_release (&list);
    tap_ok (list.count == 0 && !list.names, "a list is released");
}

static void
test_nearest (void)
{
    static const char *const names[]
        = { "PAPI_TOT_CYC",       "PAPI_TOT_INS",       "PAPI_L1_DCM",
            "PAPI_L2_DCM",        "perf::PAGE-FAULTS",  "perf::CYCLES",
            "sde:::solver::FLOP", "sde:::solver::BYTES" };
    static const struct {
        const char *asked, *nearest; /* NULL: none */
    } vectors[] = {
        { "", NULL },
        { "___", NULL },
        { "COMPLETELY_DIFFERENT", NULL },
        { "x", NULL },
        { "PAPI_TOT_INST", "PAPI_TOT_INS" },
        { "papi-tot-cyc", "PAPI_TOT_CYC" },
        { "PAPI_TOT_CCY", "PAPI_TOT_CYC" },
        { "TOT_INS", "PAPI_TOT_INS" },
        { "PAPI_L2_DMC", "PAPI_L2_DCM" },
        { "PAGE_FAULTS", "perf::PAGE-FAULTS" },
        { "sde:::solver::FLOPS", "sde:::solver::FLOP" },
    };
    static const char *const swapped[] = { "form_xb", "form_ab" };
    const char *nearest[3];

    for (size_t i = 0; i < sizeof (vectors) / sizeof (vectors[0]); i++) {
        int found = hpm_names_nearest (vectors[i].asked, names, 8, nearest, 1);

        tap_text (found ? nearest[0] : NULL, vectors[i].nearest,
                  "the nearest to '%s' is %s", vectors[i].asked,
                  vectors[i].nearest ? vectors[i].nearest : "nothing");
    }
    tap_ok (hpm_names_nearest ("PAPI_L2_DCM", names, 8, nearest, 3) >= 2
                && !strcmp (nearest[0], "PAPI_L2_DCM")
                && !strcmp (nearest[1], "PAPI_L1_DCM"),
            "the nearest comes first");
    tap_ok (hpm_names_nearest ("form_ba", swapped, 2, nearest, 1) == 1
                && !strcmp (nearest[0], "form_ab"),
            "two letters swapped are one mistake");
    tap_ok (hpm_names_nearest ("PAPI_TOT_INS", names, 8, nearest, 0) == 0,
            "none wanted, none given");
}

static void
test_long_names (void)
{
    char asked[1000], name[2000];
    const char *names[] = { name, name }, *nearest[2];

    memset (asked, 'q', sizeof (asked));
    asked[sizeof (asked) - 1] = '\0';
    memset (name, 'q', sizeof (name));
    name[sizeof (name) - 1] = '\0';
    tap_ok (hpm_names_nearest (asked, names, 2, nearest, 2) == 2,
            "long names are compared by their start");
}

/* Lists separated by ";".  */
static void
test_lists (void)
{
    static const char text[] = "A, B;B , C; ;AA";
    struct hpm_event_list list = { NULL, 0 };
    struct hpm_error error = { "" };

    tap_ok (hpm_event_list_parse (&list, "A;B,,C", &error) < 0 && !list.count,
            "an empty name in a later list is refused: %s", error.text);
    tap_ok (hpm_event_list_parse (&list, "A;B,B", &error) < 0,
            "a name twice in one list is refused: %s", error.text);
    tap_ok (!hpm_event_list_parse (&list, text, &error) && list.count == 4
                && !strcmp (list.names[2], "C")
                && !strcmp (list.names[3], "AA"),
            "names of several lists are there once each");
    hpm_event_list_release (&list);
    tap_ok (hpm_event_list_membership (text, "A") == 1
                && hpm_event_list_membership (text, "B") == 3
                && hpm_event_list_membership (text, "C") == 2
                && hpm_event_list_membership (text, "AA") == 8
                && hpm_event_list_membership (text, "D") == 0
                && hpm_event_list_membership ("", "A") == 0,
            "the lists that have a name are known");
    tap_ok (hpm_event_list_membership ("A,cpu/event=1,umask=2/;B",
                                       "cpu/event=1,umask=2/")
                    == 1
                && hpm_event_list_membership ("A,cpu/event=1,umask=2/;B",
                                              "umask=2/")
                       == 0,
            "an event with commas of its own is one name of its list");
    tap_ok (!hpm_event_list_add_all (&list, " A,,B , A,") && list.count == 2
                && !strcmp (list.names[1], "B"),
            "names are added once each");
    hpm_event_list_release (&list);
}

static void
test_defaults (void)
{
    struct hpm_event_list list = { NULL, 0 };
    int count = 0, tlb;

    for (; hpm_default_events[count]; count++)
        hpm_event_list_add (&list, hpm_default_events[count]);
    tap_ok (count > 8 && list.count == count,
            "default events stand there once each");
    tap_ok (!strcmp (list.names[0], "PAPI_TOT_CYC")
                && !strcmp (list.names[1], "PAPI_TOT_INS"),
            "cycles and instructions come first");
    /* PAPI's preset counts conditional branches alone on Intel, and hits of the
     * second level of the TLB on AMD.  */
    tap_ok (hpm_event_list_find (&list, "BR_MISP_RETIRED:ALL_BRANCHES") >= 0
                && hpm_event_list_find (&list, "BR_MISP_RETIRED:ALL_BRANCHES")
                       < hpm_event_list_find (&list, "PAPI_BR_MSP"),
            "Intel's mispredicted branches come before PAPI's");
    tlb = hpm_event_list_find (&list, "PAPI_TLB_DM");
    tap_ok (tlb > 0 && !strncmp (list.names[tlb - 1], "L1_DTLB_MISS:", 13),
            "AMD's misses of the TLB come before PAPI's");
    hpm_event_list_release (&list);
}

int
main (void)
{
    test_bad_lists ();
    test_good_lists ();
    test_add ();
    test_nearest ();
    test_long_names ();
    test_lists ();
    test_defaults ();
    return tap_done ();
}
