/* SPDX-License-Identifier: BSD-3-Clause
 *
 * scale BYTES RANKS...: how the records of so many ranks come to rank 0, by the
 * library's own tree among made-up ranks (tests/gather/network.h).  Prints a
 * row of doc/scale.md for each number.
 */
#include "config.h"

#include <stdio.h>
#include <stdlib.h>

#include "pmpi/gather/gather_tree.h"
#include "tests/gather/network.h"

static size_t record;

static size_t
bytes_of (int rank)
{
    (void)rank;
    return record;
}

static int
row (int ranks)
{
    struct network_job job = {
        .ranks = ranks, .bytes = bytes_of, .failing = -1, .model = network_usual
    };
    struct network_result written, sent;

    if (network_run (&job, &written) < 0)
        return -1;
    job.model.written = 0;
    if (network_run (&job, &sent) < 0)
        return -1;
    printf ("| %d | %.1f | %llu | %d | %d | %zu | %zu | %.1f | %.1f |\n", ranks,
            (double)written.bytes / 1e6, (unsigned long long)written.messages,
            written.peers, written.depth, sizeof (struct hpm_tree) / 1024,
            written.most_unread / 1024, sent.seconds * 1e3,
            written.seconds * 1e3);
    fflush (stdout);
    return written.wrong;
}

int
main (int argc, char **argv)
{
    int failed = 0;

    record = argc > 1 ? strtoul (argv[1], NULL, 10) : 6500;
    printf ("| ranks | MB | messages | from ranks | depth | buffers, KiB "
            "| unread, KiB | to rank 0, ms | and in a file, ms |\n"
            "|---|---|---|---|---|---|---|---|---|\n");
    for (int i = 2; i < argc && !failed; i++)
        failed = row (atoi (argv[i]));
    if (failed)
        fprintf (stderr, "scale: %s\n",
                 failed < 0 ? "no room for so many"
                            : "rank 0 got other bytes than were sent");
    return failed != 0;
}
