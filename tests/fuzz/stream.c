/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A record stream, read twice as the writer does.
 */
#include "config.h"

#include "aggregate/input/stream_ranks.h"
#include "tests/fuzz/fuzz.h"

static void
read_ranks (struct hpm_stream *stream, struct hpm_result *result,
            struct hpm_scan *scan)
{
    struct hpm_error error;
    struct hpm_rank_data data;
    struct hpm_stream_ranks *ranks
        = hpm_stream_ranks_create (stream, result, scan, &error);
    struct hpm_rank_source *source
        = ranks ? hpm_stream_ranks_source (ranks) : NULL;

    while (source && source->next (source, &data, &error) == 1)
        continue;
    hpm_stream_ranks_destroy (ranks);
}

int
LLVMFuzzerTestOneInput (const uint8_t *bytes, size_t size)
{
    struct hpm_stream stream;
    struct hpm_result result;
    struct hpm_scan scan;
    struct hpm_error error;
    char path[64];
    int file = fuzz_file (bytes, size, path);

    hpm_result_init (&result);
    if (!hpm_stream_open (&stream, path, 1, &error)) {
        if (!hpm_stream_scan (&stream, &result, &scan, &error))
            read_ranks (&stream, &result, &scan);
        hpm_scan_release (&scan);
        hpm_stream_close (&stream);
    }
    hpm_result_release (&result);
    close (file);
    return 0;
}
