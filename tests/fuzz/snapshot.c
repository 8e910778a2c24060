/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file of snapshots.
 */
#include "config.h"

#include "aggregate/recover/recover_records.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
    struct hpm_recovery recovery;
    struct hpm_recovered_records recovered;
    struct hpm_error error;
    char path[64];
    int file = fuzz_file (bytes, size, path);

    if (!hpm_recovery_find (&recovery, path, 1, &error)) {
        if (!hpm_recovered_records_init (&recovered, &recovery, path, &error))
            fuzz_records (&recovered.records);
        hpm_recovered_records_release (&recovered);
    }
    hpm_recovery_release (&recovery);
    close (file);
    return 0;
}
