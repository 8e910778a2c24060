/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A chunk that is deflated outside HDF5 is read by it as any other.
 */
#include "config.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "aggregate/h5/h5_runs.h"
#include "tests/tap.h"

enum { CHUNK = 3000, CHUNKS = 2 };

static hid_t
create (hid_t file)
{
    hsize_t length = CHUNK * CHUNKS, chunk = CHUNK;
    hid_t space = H5Screate_simple (1, &length, NULL);
    hid_t list = H5Pcreate (H5P_DATASET_CREATE);
    hid_t dataset;

    H5Pset_chunk (list, 1, &chunk);
    H5Pset_shuffle (list);
    H5Pset_deflate (list, 1);
    dataset = H5Dcreate2 (file, "values", H5T_NATIVE_INT64, space, H5P_DEFAULT,
                          list, H5P_DEFAULT);
    H5Pclose (list);
    H5Sclose (space);
    return dataset;
}

/* Values of `bytes` bytes that have no pattern, the others 0, which come again
 * after `period`.  */
static void
fill (int64_t *values, int bytes, int period)
{
    uint64_t state = 1;

    for (int i = 0; i < CHUNK; i++) {
        state = state * 6364136223846793005u + 1442695040888963407u;
        values[i] = i < period
                        ? (int64_t)(bytes ? state >> (64 - 8 * bytes) : 0)
                        : values[i - period];
    }
}

/* What is read again of a file that was closed in between.  */
static int
is_read (const char *path, const int64_t *values, hsize_t start)
{
    static int64_t all[CHUNK * CHUNKS];
    hid_t file = H5Fopen (path, H5F_ACC_RDONLY, H5P_DEFAULT);
    hid_t dataset = H5Dopen2 (file, "values", H5P_DEFAULT);
    int failed = H5Dread (dataset, H5T_NATIVE_INT64, H5S_ALL, H5S_ALL,
                          H5P_DEFAULT, all)
                 < 0;

    H5Dclose (dataset);
    H5Fclose (file);
    return !failed && !memcmp (all + start, values, CHUNK * sizeof *values);
}

static void
check (int bytes, hsize_t start, int expected, const char *what)
{
    static int64_t values[CHUNK];
    const char *path = "h5_runs.h5";
    hid_t file = H5Fcreate (path, H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t dataset = create (file);
    struct hpm_h5_runs so_far = { 0 };
    int written;

    fill (values, bytes, CHUNK);
    written = hpm_h5_write_runs (&so_far, dataset, &start, values, CHUNK,
                                 sizeof *values);
    H5Dclose (dataset);
    H5Fclose (file);
    tap_ok (written == expected
                && (written < 1 || is_read (path, values, start)),
            "%s", what);
    unlink (path);
}

#ifdef HAVE_ZLIB
/* Which chunks of so many are written by runs, those after the trial too.  */
static int
count_written (int period)
{
    static int64_t values[CHUNK];
    struct hpm_h5_runs so_far = { 0 };
    hid_t file
        = H5Fcreate ("h5_runs.h5", H5F_ACC_TRUNC, H5P_DEFAULT, H5P_DEFAULT);
    hid_t dataset = create (file);
    const hsize_t start = 0;
    int written = 0;

    fill (values, 4, period);
    for (int i = 0; i < 2 * HPM_H5_RUNS_TRIED; i++)
        written += hpm_h5_write_runs (&so_far, dataset, &start, values, CHUNK,
                                      sizeof *values);
    H5Dclose (dataset);
    H5Fclose (file);
    unlink ("h5_runs.h5");
    return written;
}
#endif

int
main (void)
{
    char folder[] = "/tmp/h5_runs.XXXXXX";

    if (!mkdtemp (folder) || chdir (folder))
        abort ();
#ifdef HAVE_ZLIB
    check (4, 0, 1, "counts of 4 bytes are written, and read by HDF5");
    check (4, CHUNK, 1,
           "the chunk after the first is written, and read by HDF5");
    check (0, 0, 1, "counts that are all 0 are written, and read by HDF5");
    check (8, 0, 0, "what deflate would make larger is left to HDF5");
    tap_ok (count_written (CHUNK) == 2 * HPM_H5_RUNS_TRIED,
            "all chunks without a pattern are written by runs");
    tap_ok (count_written (7) == 0,
            "no chunk of values that come again is written by runs");
    H5Eset_auto2 (H5E_DEFAULT, NULL, NULL);
    check (4, (CHUNKS + 1) * CHUNK, -1, "a chunk behind the last is an error");
#else
    check (4, 0, 0, "without zlib all is left to HDF5");
#endif
    rmdir (folder);
    return tap_done ();
}
