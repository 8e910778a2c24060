/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/pattern.h"

#include <stdio.h>
#include <string.h>

#include "tests/tap.h"

static const struct hpm_pattern_values values = { .user = "ada",
                                                  .job = "4711",
                                                  .program = "solver",
                                                  .host = "node1",
                                                  .time = { .tm_year = 126,
                                                            .tm_mon = 10,
                                                            .tm_mday = 2,
                                                            .tm_hour = 3,
                                                            .tm_min = 4,
                                                            .tm_sec = 5 } };

static void
refuse (const char *pattern, const char *expected)
{
    struct hpm_error error = { "" };
    char name[64];

    tap_ok (hpm_pattern_check (pattern, &error) == -1, "'%s' is refused",
            pattern);
    tap_text (error.text, expected, "'%s': it is told why", pattern);
    tap_ok (hpm_pattern_expand (name, sizeof name, pattern, &values, &error)
                == -1,
            "'%s' becomes nothing", pattern);
}

static void
becomes (const char *pattern, const struct hpm_pattern_values *with,
         const char *expected)
{
    struct hpm_error error = { "" };
    char name[64] = "";

    tap_ok (hpm_pattern_check (pattern, &error) == 0, "'%s' is a pattern: %s",
            pattern, expected);
    hpm_pattern_expand (name, sizeof name, pattern, with, &error);
    tap_text (name, expected, "'%s' becomes %s", pattern, expected);
}

static void
test_hostile (void)
{
    struct hpm_pattern_values hostile = values;

    hostile.user = "..";
    hostile.job = "a/../b";
    hostile.program = "x\ny";
    hostile.host = "";
    becomes ("/log/%u/%j", &hostile, "/log/_./a_.._b");
    becomes ("%p.h5", &hostile, "x_y.h5");
    becomes ("/log/%h/x", &hostile, "/log/_/x");
}

static void
test_parts (void)
{
    char small[8];
    struct hpm_error error = { "" };

    tap_ok (hpm_pattern_fixed ("/log/%u/x") == 5, "what comes before a letter "
                                                  "is fixed");
    tap_ok (hpm_pattern_fixed ("/log/run-%j.h5") == 5,
            "what is fixed ends at a folder");
    tap_ok (hpm_pattern_fixed ("%u/x") == 0,
            "a pattern may begin with a letter");
    tap_ok (!hpm_pattern_is ("a.h5") && hpm_pattern_is ("100%%.h5"),
            "a percent sign makes a pattern");
    tap_ok (hpm_pattern_expand (small, sizeof small, "%p-%j", &values, &error)
                == -1,
            "a name that does not fit is refused");
    tap_text (error.text, "path too long: %p-%j",
              "of a name that does not fit it is told");
    tap_ok (hpm_pattern_expand (small, sizeof small, "%p.", &values, &error)
                == 0,
            "a name that just fits is taken");
}

int
main (void)
{
    refuse ("x-%q.h5", "'x-%q.h5' has an unknown %q: after % stands one of u j "
                       "p h Y m d H M S, or % for itself");
    refuse ("100%",
            "'100%' has an unknown %: after % stands one of u j p h Y m "
            "d H M S, or % for itself");
    refuse ("%%%",
            "'%%%' has an unknown %: after % stands one of u j p h Y m d "
            "H M S, or % for itself");
    becomes ("/log/%u/%Y-%m/%p.%j.%h.h5", &values,
             "/log/ada/2026-11/solver.4711.node1.h5");
    becomes ("%d%H%M%S%%", &values, "02030405%");
    becomes ("plain", &values, "plain");
    test_hostile ();
    test_parts ();
    return tap_done ();
}
