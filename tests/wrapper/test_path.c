/* SPDX-License-Identifier: BSD-3-Clause */
#include "core/path.h"

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

int
main (void)
{
    char buffer[64];

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        hpm_path_relocate (buffer, sizeof buffer, rows[i].self,
                           rows[i].directory, rows[i].target);
        tap_text (buffer, rows[i].expected, rows[i].self);
    }
    tap_ok (hpm_path_relocate (buffer, 4, "/b/x", "/b", "/abc") == -1,
            "no room for the NUL");
    tap_ok (hpm_path_relocate (buffer, 5, "/b/x", "/b", "/abc") == 0,
            "just enough room");
    return tap_done ();
}
