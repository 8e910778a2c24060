/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/path.h"

#include <string.h>

#include "tests/tap.h"

static const struct {
    const char *self, *directory, *target, *expected;
} rows[] = {
    /* not where it was configured to be: the target stays */
    { "", "/usr/bin", "/usr/lib/x.so", "/usr/lib/x.so" },
    { "hpmrun", "/usr/bin", "/usr/lib/x.so", "/usr/lib/x.so" },
    { "/build/hpmrun", "/usr/bin", "/usr/lib/x.so", "/usr/lib/x.so" },
    { "/stage/usr/bin/", "/usr/bin", "/usr/lib/x.so", "/usr/lib/x.so" },
    { "/stage/usr/bin/deeper/hpmrun", "/usr/bin", "/l/x.so", "/l/x.so" },
    { "/stage/ausr/bin/hpmrun", "usr/bin", "/l/x.so", "/l/x.so" },
    { "/bin/hpmrun", "/usr/bin", "/l/x.so", "/l/x.so" },
    { "/usr/bin/hpmrun", "", "/l/x.so", "/l/x.so" },
    /* where it was configured to be */
    { "/usr/bin/hpmrun", "/usr/bin", "/usr/lib/x.so", "/usr/lib/x.so" },
    /* under another root */
    { "/stage/usr/bin/hpmrun", "/usr/bin", "/usr/lib/x.so",
      "/stage/usr/lib/x.so" },
    { "/a b/c/usr/bin/hpmrun", "/usr/bin/", "/opt/x.so", "/a b/c/opt/x.so" },
    { "/usr/bin/usr/bin/hpmrun", "/usr/bin", "/l/x.so", "/usr/bin/l/x.so" },
};

/* Names made of names.  */
static const struct {
    const char *path, *more, *suffix, *expected;
} extended[] = {
    { "x.h5", ".1", ".h5", "x.1.h5" },
    { "/a/b.h5/x", ".1", ".h5", "/a/b.h5/x.1" },
    { "/a/.h5", ".1", ".h5", "/a/.h5.1" },
    { "x.h5", ".stream-7", "", "x.h5.stream-7" },
};

static void
test_long_names (void)
{
    char name[300], buffer[400];

    memset (name, 'n', 255);
    strcpy (name + 252, ".h5");
    hpm_path_extend (buffer, sizeof buffer, name, ".12345", ".h5");
    tap_ok (strlen (buffer) == 255 && !strcmp (buffer + 245, "n.12345.h5"),
            "a name that gets too long is cut before what is added");
    memcpy (name + 243, "\303\274", 2);
    hpm_path_extend (buffer, sizeof buffer, name, ".1234567", ".h5");
    tap_ok (strlen (buffer) == 254 && !strcmp (buffer + 242, "n.1234567.h5"),
            "a name is not cut within a character");
    tap_ok (hpm_path_extend (buffer, 10, name, ".1", ".h5") == -1,
            "a path that has no room is told");
}

int
main (void)
{
    char buffer[64];

    for (size_t i = 0; i < sizeof extended / sizeof *extended; i++) {
        hpm_path_extend (buffer, sizeof buffer, extended[i].path,
                         extended[i].more, extended[i].suffix);
        tap_text (buffer, extended[i].expected, "%s and %s make %s",
                  extended[i].path, extended[i].more, extended[i].expected);
    }
    test_long_names ();

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hpm_path_relocate (buffer, sizeof buffer, rows[i].self,
                           rows[i].directory, rows[i].target);
        tap_text (buffer, rows[i].expected, "beside '%s' the place is %s",
                  rows[i].self, rows[i].expected);
    }
    tap_ok (hpm_path_relocate (buffer, 4, "/b/x", "/b", "/abc") == -1,
            "a path is refused where there is no room for the NUL");
    tap_ok (hpm_path_relocate (buffer, 5, "/b/x", "/b", "/abc") == 0,
            "a path is made where there is just enough room");
    return tap_done ();
}
