/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A record stream.
 */
#include "config.h"

#include "aggregate/input/stream.h"
#include "tests/fuzz/fuzz.h"
#include "tests/fuzz/records.h"

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
    struct hpm_stream stream;
    struct hpm_error error;
    char path[64];
    int file = fuzz_file (bytes, size, path);

    if (!hpm_stream_open (&stream, path, 1, &error)) {
        fuzz_records (&stream.records);
        hpm_stream_close (&stream);
    }
    close (file);
    return 0;
}
