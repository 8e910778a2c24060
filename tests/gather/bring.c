/* SPDX-License-Identifier: BSD-3-Clause
 *
 * bring FOLDER: the ranks there are bring made-up parts to rank 0 by the
 * library's own gather, which is linked to it, in one job after the other.
 * Rank 0 prints a line for each: "right NAME" or "wrong NAME: why".
 */
#include "config.h"

#include <mpi.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/gather/gather.h"
#include "pmpi/gather/gather_write.h"
#include "pmpi/wire/mpi_api.h"
#include "tests/gather/network.h"

#define MIB ((size_t)1 << 20)
#define SLOT 8000 /* bytes that a rank sends to agree */

struct hpm_mpi_api hpm_mpi;
struct hpm_mpi_abi hpm_mpi_abi;

static int rank, ranks;
static uint64_t sent; /* by this rank, in one job */

void hpm_message (const char *format, ...);
void
hpm_message (const char *format, ...)
{
    (void)format;
}

/* ---- the jobs ----------------------------------------------------------- */

static size_t
usual (int i)
{
    return 2496 + 8 * (size_t)(i % 3);
}

static size_t
one_large (int i)
{
    return i == 1 ? 122000 : 6504;
}

static size_t
large (int i)
{
    return 20000 + 8 * (size_t)i;
}

static size_t
nothing (int i)
{
    return i == 0 ? 800 : 0;
}

static const struct job {
    const char *name;
    size_t (*bytes) (int);
    size_t window, window_of_one; /* the latter is rank 1's */
    int other_table;              /* rank 1 has a table of its own */
    int failed;                   /* rank 1 lacks the memory for its record */
    int most;                     /* bytes that a rank may send besides */
} jobs[] = {
    { "usual", usual, 64 * MIB, 64 * MIB, 0, 0, SLOT },
    { "one-large", one_large, 64 * MIB, 64 * MIB, 0, 0, SLOT + 8 },
    { "large", large, 64 * MIB, 64 * MIB, 0, 0, SLOT + 8 },
    { "small-window", large, 65536, 65536, 0, 0, 1 << 24 },
    { "unlike-windows", large, 64 * MIB, 65536, 0, 0, 1 << 24 },
    { "other-table", usual, 64 * MIB, 64 * MIB, 1, 0, SLOT + 2000 },
    { "other-table-large", large, 64 * MIB, 64 * MIB, 1, 0, SLOT + 2000 },
    { "other-table-in-pieces", large, 65536, 65536, 1, 0, 1 << 24 },
    { "nothing", nothing, 64 * MIB, 64 * MIB, 0, 0, SLOT },
    { "failed", usual, 64 * MIB, 64 * MIB, 0, 1, SLOT },
    { "failed-large", large, 64 * MIB, 64 * MIB, 0, 1, SLOT + 8 },
};

/* ---- this rank's part --------------------------------------------------- */

static struct hpm_event_record records[2];

static struct hpm_event_table
table_of (const struct job *job, int i)
{
    int other = job->other_table && i == 1;

    return (struct hpm_event_table){ .records = records,
                                     .count = 1 + other,
                                     .width = 1 + other,
                                     .hash = other ? 77 : 78 };
}

static void
append_body (struct hpm_stream_buffer *buffer, const struct job *job, int i)
{
    size_t bytes = job->failed && i == 1 ? 0 : job->bytes (i);
    unsigned char *body = malloc (bytes + 1);

    for (size_t k = 0; k < bytes; k++)
        body[k] = network_byte (i, k);
    hpm_stream_buffer_append (buffer, body, bytes);
    free (body);
}

static void
append_expected (struct hpm_stream_buffer *buffer, const struct job *job)
{
    int differ = job->other_table && ranks > 1;
    struct hpm_event_table table = table_of (job, 0);

    if (!differ)
        hpm_gather_append_events (buffer, &table, 0);
    for (int i = 0; i < ranks; i++) {
        table = table_of (job, i);
        if (differ)
            hpm_gather_append_events (buffer, &table, i);
        append_body (buffer, job, i);
    }
}

/* ---- what came ---------------------------------------------------------- */

static int
is_expected (const struct job *job, const char *path)
{
    struct hpm_stream_buffer expected = { .data = NULL };
    FILE *file = fopen (path, "r");
    char *got;
    int same;

    append_expected (&expected, job);
    got = malloc (expected.bytes + 1);
    same = file && fread (got, 1, expected.bytes + 1, file) == expected.bytes
           && !memcmp (got, expected.data, expected.bytes);
    if (file)
        fclose (file);
    free (got);
    hpm_stream_buffer_release (&expected);
    return same;
}

/* The largest number of bytes that a rank sent beyond its record.  */
static long
most_sent (const struct job *job)
{
    long mine = (long)sent - (long)job->bytes (rank), most = 0;

    PMPI_Reduce (&mine, &most, 1, MPI_LONG, MPI_MAX, 0, MPI_COMM_WORLD);
    return most;
}

static void
tell (const struct job *job, int result, const char *path, long most)
{
    const char *why = "";

    if (!is_expected (job, path))
        why = "the stream is another one";
    else if (result)
        why = "it failed";
    else if (most > job->most)
        why = "a rank sent too much";
    printf ("%s %s%s%s\n", *why ? "wrong" : "right", job->name,
            *why ? ": " : "", why);
    fflush (stdout);
    unlink (path);
}

static void
bring (const struct job *job, const char *folder)
{
    struct hpm_stream_buffer body = { .data = NULL };
    struct hpm_event_table table = table_of (job, rank);
    struct hpm_gather_part part
        = { .table = &table,
            .body = &body,
            .comm = (hpm_handle)MPI_COMM_WORLD,
            .window = rank == 1 ? job->window_of_one : job->window,
            .output = "",
            .worth = rank == ranks - 1 };
    struct hpm_stream_file file = { .fd = -1 };
    struct hpm_error error = { "" };
    char path[PATH_MAX];
    int result, worth, first;

    sent = 0;
    append_body (&body, job, rank);
    body.failed = job->failed && rank == 1;
    worth = hpm_gather_agree (&part, &first);
    snprintf (path, sizeof path, "%s/made.h5", folder);
    if (rank == 0)
        hpm_stream_file_create (&file, path, &error);
    result = hpm_gather (&part, rank ? NULL : &file, &error);
    if (rank == 0)
        hpm_stream_file_close (&file, &error);
    long most = most_sent (job);
    if (rank == 0)
        tell (job, result || !worth, file.path, most);
    hpm_stream_buffer_release (&body);
}

/* No rank has anything to keep: nobody goes on.  */
static void
bring_nothing (void)
{
    struct hpm_stream_buffer body = { .data = NULL };
    struct hpm_event_table table = table_of (jobs, rank);
    struct hpm_gather_part part = { .table = &table,
                                    .body = &body,
                                    .comm = (hpm_handle)MPI_COMM_WORLD,
                                    .window = MIB,
                                    .output = "" };
    int first, worth = hpm_gather_agree (&part, &first);

    if (rank == 0)
        printf ("%s worthless\n", worth ? "wrong" : "right");
}

/* ---- MPI ---------------------------------------------------------------- */

static int
counted_gatherv (const void *data, int count, hpm_handle type, void *to,
                 const int *counts, const int *places, hpm_handle to_type,
                 int root, hpm_handle comm)
{
    sent += (uint64_t)count;
    return PMPI_Gatherv (data, count, (MPI_Datatype)type, to, counts, places,
                         (MPI_Datatype)to_type, root, (MPI_Comm)comm);
}

static void
find_mpi (void)
{
#define HPM_X(name, parameters)                                                \
    hpm_mpi.name = (int (*) parameters) (void (*) (void))PMPI_##name;
    HPM_MPI_FUNCTIONS (HPM_X)
#undef HPM_X
    hpm_mpi.Gatherv = counted_gatherv;
    hpm_mpi.comm_world = (hpm_handle)MPI_COMM_WORLD;
    hpm_mpi.byte = (hpm_handle)MPI_BYTE;
    hpm_mpi.int64 = (hpm_handle)MPI_INT64_T;
    hpm_mpi.max = (hpm_handle)MPI_MAX;
    hpm_mpi_abi.narrow_handles = sizeof (MPI_Comm) == sizeof (int);
    hpm_mpi_abi.status_ignore = (intptr_t)MPI_STATUS_IGNORE;
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &ranks);
    find_mpi ();
    for (size_t i = 0; i < sizeof jobs / sizeof *jobs; i++)
        bring (&jobs[i], argv[1]);
    bring_nothing ();
    MPI_Finalize ();
    return 0;
}
