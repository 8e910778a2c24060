/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A result file, loaded, and its ranks read.
 */
#include "config.h"

#include "aggregate/h5/h5_writer.h"
#include "aggregate/file/load.h"
#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
    static int begun;
    struct hpm_h5_reader reader;
    struct hpm_result result;
    struct hpm_error error;
    char path[64];
    int file = fuzz_file (bytes, size, path);

    if (!begun++)
        hpm_h5_begin ();
    hpm_result_init (&result);
    if (!hpm_h5_reader_open (&reader, path, &error)) {
        if (!hpm_load (&reader, &result, 1, &error))
            hpm_load_again (&reader, &result, &error);
        hpm_h5_reader_close (&reader);
    }
    hpm_result_release (&result);
    close (file);
    return 0;
}
