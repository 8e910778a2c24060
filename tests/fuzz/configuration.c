/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A configuration file.
 */
#include "config.h"

#include "base/option/option.h"
#include "tests/fuzz/fuzz.h"

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
    struct hpm_options options;
    struct hpm_error error;
    char path[64];
    int file = fuzz_file (bytes, size, path);

    hpm_options_init (&options);
    hpm_options_from_file (&options, path, NULL, NULL, &error);
    hpm_options_release (&options);
    close (file);
    return 0;
}
