/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file of snapshots, made into a record stream.
 */
#include "config.h"

#include "aggregate/input/recover_stream.h"
#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
    struct hpm_recovery recovery;
    struct hpm_error error;
    char path[64];
    int file = fuzz_file (bytes, size, path);
    FILE *out = fopen ("/dev/null", "w");

    if (!hpm_recovery_find (&recovery, path, 1, &error) && out) {
        hpm_recover_stream (&recovery, out, &error);
        free (hpm_recovery_inside (&recovery, "; "));
    }
    hpm_recovery_release (&recovery);
    if (out)
        fclose (out);
    close (file);
    return 0;
}
