/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Calls of MPI in the ways programs use them.  Every rank says what it got,
 * line by line and the same in every run; rank 0 prints the lines of all, in
 * order.
 *
 *     calls FILE          FILE is used for MPI I/O
 */
#include <mpi.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROOM 16384

static int rank, ranks, left, right;
static char lines[ROOM];
static size_t used;

__attribute__ ((format (printf, 1, 2))) static void
say (const char *format, ...)
{
    va_list arguments;

    va_start (arguments, format);
    used += (size_t)vsnprintf (lines + used, ROOM - used, format, arguments);
    va_end (arguments);
    if (used > ROOM - 1)
        used = ROOM - 1;
}

static void
print_all (void)
{
    char *all = malloc ((size_t)ranks * ROOM);

    MPI_Gather (lines, ROOM, MPI_CHAR, all, ROOM, MPI_CHAR, 0, MPI_COMM_WORLD);
    for (int i = 0; rank == 0 && i < ranks; i++)
        printf ("rank %d\n%s", i, all + (size_t)i * ROOM);
    free (all);
}

/* What a status says of ints.  */
static void
say_status (const char *what, MPI_Status *status, int value)
{
    int count, cancelled;

    MPI_Get_count (status, MPI_INT, &count);
    MPI_Test_cancelled (status, &cancelled);
    say ("%s: %d from %d tag %d, %d ints, cancelled %d\n", what, value,
         status->MPI_SOURCE, status->MPI_TAG, count, cancelled);
}

/* ---- point to point ------------------------------------------------------ */

static void
send_modes (void)
{
    static int (*const modes[]) (const void *, int, MPI_Datatype, int, int,
                                 MPI_Comm, MPI_Request *)
        = { MPI_Isend, MPI_Issend, MPI_Ibsend };
    char *buffer = malloc (4096);
    int size;

    MPI_Buffer_attach (buffer, 4096);
    for (int i = 0; i < 3; i++) {
        int mine = 100 * i + rank, got[4] = { -1, -1, -1, -1 };
        MPI_Request requests[2];
        MPI_Status statuses[2];

        MPI_Irecv (got, 4, MPI_INT, left, i, MPI_COMM_WORLD, &requests[0]);
        modes[i](&mine, 1, MPI_INT, right, i, MPI_COMM_WORLD, &requests[1]);
        MPI_Waitall (2, requests, statuses);
        say_status ("mode", &statuses[0], got[0]);
        say ("null %d\n", requests[0] == MPI_REQUEST_NULL);
    }
    MPI_Buffer_detach (&buffer, &size);
    say ("buffer of %d\n", size);
    free (buffer);
}

static void
blocking (void)
{
    int got = -1, mine = rank + 7;
    MPI_Status status;

    MPI_Barrier (MPI_COMM_WORLD);
    if (rank % 2 == 0 && rank + 1 < ranks) {
        MPI_Send (&mine, 1, MPI_INT, rank + 1, 1, MPI_COMM_WORLD);
        MPI_Ssend (&mine, 1, MPI_INT, rank + 1, 2, MPI_COMM_WORLD);
        MPI_Recv (&got, 1, MPI_INT, rank + 1, 3, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
    } else if (rank % 2 == 1) {
        MPI_Probe (rank - 1, MPI_ANY_TAG, MPI_COMM_WORLD, &status);
        say_status ("probe", &status, 0);
        MPI_Recv (&got, 1, MPI_INT, MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, &status);
        MPI_Recv (&got, 1, MPI_INT, rank - 1, MPI_ANY_TAG, MPI_COMM_WORLD,
                  MPI_STATUS_IGNORE);
        MPI_Send (&mine, 1, MPI_INT, rank - 1, 3, MPI_COMM_WORLD);
    }
    MPI_Sendrecv_replace (&mine, 1, MPI_INT, right, 4, left, 4, MPI_COMM_WORLD,
                          &status);
    say_status ("replace", &status, mine);
    MPI_Recv (&got, 1, MPI_INT, MPI_PROC_NULL, 9, MPI_COMM_WORLD, &status);
    say ("nobody: %d\n", status.MPI_SOURCE == MPI_PROC_NULL);
}

static void
matched_probe (void)
{
    int mine = rank * rank, got = -1, flag = 0;
    MPI_Message message;
    MPI_Request request;
    MPI_Status status;

    MPI_Isend (&mine, 1, MPI_INT, right, 5, MPI_COMM_WORLD, &request);
    while (!flag)
        MPI_Improbe (left, 5, MPI_COMM_WORLD, &flag, &message, &status);
    MPI_Mrecv (&got, 1, MPI_INT, &message, &status);
    say_status ("matched", &status, got);
    MPI_Wait (&request, MPI_STATUS_IGNORE);
}

static void
persistent (void)
{
    int mine = 0, got = -1, index;
    MPI_Request requests[2];
    MPI_Status status;

    MPI_Send_init (&mine, 1, MPI_INT, right, 6, MPI_COMM_WORLD, &requests[0]);
    MPI_Recv_init (&got, 1, MPI_INT, left, 6, MPI_COMM_WORLD, &requests[1]);
    for (int i = 0; i < 3; i++) {
        mine = 10 * i + rank;
        MPI_Startall (2, requests);
        MPI_Wait (&requests[1], &status);
        MPI_Waitany (1, requests, &index, MPI_STATUS_IGNORE);
        say_status ("persistent", &status, got);
    }
    MPI_Request_free (&requests[0]);
    MPI_Request_free (&requests[1]);
    MPI_Irecv (&got, 1, MPI_INT, left, 77, MPI_COMM_WORLD, &requests[0]);
    MPI_Cancel (&requests[0]);
    MPI_Wait (&requests[0], &status);
    MPI_Test_cancelled (&status, &index);
    say ("cancelled %d\n", index);
}

/* ---- types, packing, absolute addresses ---------------------------------- */

static void
types (void)
{
    struct {
        int number;
        double value;
    } pair = { rank, rank / 2.0 }, other = { -1, -1 };
    int lengths[2] = { 1, 1 }, size, position = 0, got = -1;
    MPI_Aint places[2], low, extent;
    MPI_Datatype kinds[2] = { MPI_INT, MPI_DOUBLE }, type, column;
    MPI_Status status;
    char packed[64];

    MPI_Get_address (&pair.number, &places[0]);
    MPI_Get_address (&pair.value, &places[1]);
    MPI_Type_create_struct (2, lengths, places, kinds, &type);
    MPI_Type_commit (&type);
    places[1] -= places[0];
    MPI_Sendrecv (MPI_BOTTOM, 1, type, right, 8, &other, sizeof other, MPI_BYTE,
                  left, 8, MPI_COMM_WORLD, &status);
    MPI_Get_elements (&status, MPI_BYTE, &size);
    MPI_Type_free (&type);
    say ("bottom: %d bytes, first %d, free %d\n", size, other.number,
         type == MPI_DATATYPE_NULL);
    MPI_Type_vector (3, 1, 4, MPI_INT, &column);
    MPI_Type_commit (&column);
    MPI_Type_size (column, &size);
    MPI_Type_get_extent (column, &low, &extent);
    say ("vector: %d bytes, extent %ld\n", size, (long)extent);
    MPI_Type_free (&column);
    MPI_Pack (&rank, 1, MPI_INT, packed, sizeof packed, &position,
              MPI_COMM_WORLD);
    MPI_Sendrecv_replace (packed, position, MPI_PACKED, right, 9, left, 9,
                          MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    position = 0;
    MPI_Unpack (packed, sizeof packed, &position, &got, 1, MPI_INT,
                MPI_COMM_WORLD);
    say ("packed: %d\n", got);
}

/* ---- collectives --------------------------------------------------------- */

static void
largest_first (void *in, void *inout, int *length, MPI_Datatype *type)
{
    int *a = in, *b = inout, size;

    MPI_Type_size (*type, &size); /* a call from inside a call */
    for (int i = 0; i < *length && size == (int)sizeof (int); i++)
        b[i] = a[i] > b[i] ? a[i] : b[i];
}

static void
collectives (void)
{
    int values[16], counts[8], places[8], in[8], out = -1, sum = rank;
    MPI_Request request;
    MPI_Op op;

    for (int i = 0; i < ranks; i++) {
        counts[i] = 1 + i % 2;
        places[i] = 2 * i;
        in[i] = 10 * rank + i;
    }
    memset (values, 0, sizeof values);
    values[2 * rank] = values[2 * rank + 1] = rank + 1;
    MPI_Allgatherv (MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, values, counts, places,
                    MPI_INT, MPI_COMM_WORLD);
    for (int i = 0; i < 2 * ranks; i++)
        say ("%d ", values[i] * (i % 2 == 0 || counts[i / 2] == 2));
    MPI_Alltoall (MPI_IN_PLACE, 0, MPI_DATATYPE_NULL, in, 1, MPI_INT,
                  MPI_COMM_WORLD);
    say ("| %d %d ", in[0], in[ranks - 1]);
    MPI_Reduce (rank ? &sum : MPI_IN_PLACE, &sum, 1, MPI_INT, MPI_SUM, 0,
                MPI_COMM_WORLD);
    MPI_Bcast (&sum, 1, MPI_INT, 0, MPI_COMM_WORLD);
    MPI_Scan (&rank, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say ("| %d %d ", sum, out);
    MPI_Op_create (largest_first, 1, &op);
    MPI_Iallreduce (&rank, &out, 1, MPI_INT, op, MPI_COMM_WORLD, &request);
    MPI_Wait (&request, MPI_STATUS_IGNORE);
    MPI_Op_free (&op);
    say ("| %d ", out);
    MPI_Reduce_scatter_block (in, &out, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Scatter (in, 1, MPI_INT, rank ? &sum : MPI_IN_PLACE, 1, MPI_INT, 0,
                 MPI_COMM_WORLD);
    say ("| %d %d\n", out, sum);
}

/* ---- communicators, groups, topologies ----------------------------------- */

static void
communicators (void)
{
    MPI_Comm half, copy, across, ring;
    MPI_Group all, first;
    int range[1][3] = { { 0, 1, 1 } }, size, sum = -1, equal, remote;
    int period = 1, neighbours[2], place;
    char name[MPI_MAX_OBJECT_NAME];

    MPI_Comm_group (MPI_COMM_WORLD, &all);
    MPI_Group_range_incl (all, 1, range, &first);
    MPI_Group_rank (first, &place);
    MPI_Group_size (first, &size);
    say ("group: %d of %d\n", place == MPI_UNDEFINED ? -1 : place, size);
    MPI_Comm_split (MPI_COMM_WORLD, rank % 2, rank, &half);
    MPI_Comm_dup (MPI_COMM_WORLD, &copy);
    MPI_Comm_compare (copy, MPI_COMM_WORLD, &equal);
    say ("congruent %d\n", equal == MPI_CONGRUENT);
    MPI_Intercomm_create (half, 0, copy, rank % 2 ? 0 : 1, 3, &across);
    MPI_Comm_remote_size (across, &remote);
    MPI_Allreduce (&rank, &sum, 1, MPI_INT, MPI_SUM, across);
    say ("across: %d there, sum %d\n", remote, sum);
    MPI_Comm_set_name (half, "half");
    MPI_Comm_get_name (half, name, &size);
    MPI_Cart_create (MPI_COMM_WORLD, 1, &ranks, &period, 0, &ring);
    MPI_Cart_shift (ring, 0, 1, &neighbours[0], &neighbours[1]);
    say ("%s, between %d and %d\n", name, neighbours[0], neighbours[1]);
    MPI_Neighbor_allgather (&rank, 1, MPI_INT, neighbours, 1, MPI_INT, ring);
    say ("who are %d and %d\n", neighbours[0], neighbours[1]);
    MPI_Comm_free (&ring);
    MPI_Comm_free (&across);
    MPI_Comm_free (&half);
    MPI_Comm_free (&copy);
    MPI_Group_free (&first);
    MPI_Group_free (&all);
}

/* ---- callbacks ----------------------------------------------------------- */

static int
copy_attribute (MPI_Comm comm, int key, void *extra, void *in, void *out,
                int *flag)
{
    int size;

    (void)key;
    MPI_Comm_size (comm, &size);
    say ("copied %s on %d\n", (char *)extra, size);
    *(void **)out = in;
    *flag = 1;
    return MPI_SUCCESS;
}

static int
delete_attribute (MPI_Comm comm, int key, void *value, void *extra)
{
    (void)comm;
    (void)key;
    (void)extra;
    say ("deleted %d\n", *(int *)value);
    return MPI_SUCCESS;
}

static void
on_error (MPI_Comm *comm, int *code, ...)
{
    int class, size;

    MPI_Comm_size (*comm, &size);
    MPI_Error_class (*code, &class);
    say ("error of rank: %d, on %d\n", class == MPI_ERR_RANK, size);
}

static void
callbacks (void)
{
    static char extra[] = "extra";
    int key, value = 5, flag, class;
    MPI_Errhandler handler;
    MPI_Comm copy;
    int *got;

    MPI_Comm_create_keyval (copy_attribute, delete_attribute, &key, extra);
    MPI_Comm_set_attr (MPI_COMM_SELF, key, &value);
    MPI_Comm_dup (MPI_COMM_SELF, &copy);
    MPI_Comm_get_attr (copy, key, &got, &flag);
    say ("attribute %d: %d\n", flag, *got);
    MPI_Comm_free (&copy);
    MPI_Comm_delete_attr (MPI_COMM_SELF, key);
    MPI_Comm_free_keyval (&key);
    MPI_Comm_create_errhandler (on_error, &handler);
    MPI_Comm_set_errhandler (MPI_COMM_WORLD, handler);
    MPI_Error_class (
        MPI_Send (&value, 1, MPI_INT, ranks + 5, 0, MPI_COMM_WORLD), &class);
    say ("returned %d\n", class == MPI_ERR_RANK);
    MPI_Comm_set_errhandler (MPI_COMM_WORLD, MPI_ERRORS_ARE_FATAL);
    MPI_Errhandler_free (&handler);
}

static int
query (void *data, MPI_Status *status)
{
    MPI_Status_set_elements (status, MPI_INT, *(int *)data);
    MPI_Status_set_cancelled (status, 0);
    status->MPI_SOURCE = MPI_UNDEFINED;
    status->MPI_TAG = 42;
    return MPI_SUCCESS;
}

static int
do_nothing (void *data)
{
    (void)data;
    return MPI_SUCCESS;
}

static int
cancel_nothing (void *data, int complete)
{
    (void)data;
    (void)complete;
    return MPI_SUCCESS;
}

static void
generalized (void)
{
    int ints = 3, count, flag;
    MPI_Request request;
    MPI_Status status;

    MPI_Grequest_start (query, do_nothing, cancel_nothing, &ints, &request);
    MPI_Test (&request, &flag, &status);
    say ("done %d, ", flag);
    MPI_Grequest_complete (request);
    MPI_Wait (&request, &status);
    MPI_Get_count (&status, MPI_INT, &count);
    say ("done with %d ints, tag %d\n", count, status.MPI_TAG);
}

/* ---- one-sided, files, information --------------------------------------- */

static void
one_sided (void)
{
    int *memory, one = 1, before = -1;
    MPI_Win window;

    MPI_Win_allocate (2 * sizeof *memory, sizeof *memory, MPI_INFO_NULL,
                      MPI_COMM_WORLD, &memory, &window);
    memory[0] = memory[1] = 0;
    MPI_Win_fence (0, window);
    MPI_Put (&rank, 1, MPI_INT, right, 0, 1, MPI_INT, window);
    MPI_Accumulate (&one, 1, MPI_INT, 0, 1, 1, MPI_INT, MPI_SUM, window);
    MPI_Win_fence (0, window);
    MPI_Win_lock (MPI_LOCK_SHARED, left, 0, window);
    MPI_Get (&before, 1, MPI_INT, left, 0, 1, MPI_INT, window);
    MPI_Win_unlock (left, window);
    say ("window: %d %d, theirs %d\n", memory[0], rank ? 0 : memory[1], before);
    MPI_Win_free (&window);
}

static void
files (const char *path)
{
    int mine[2] = { rank, -rank }, got[2] = { 9, 9 };
    MPI_Offset size;
    MPI_Status status;
    MPI_File file;

    MPI_File_open (MPI_COMM_WORLD, path,
                   MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE,
                   MPI_INFO_NULL, &file);
    MPI_File_set_size (file, 0);
    MPI_File_write_at_all (file, rank * (MPI_Offset)sizeof mine, mine, 2,
                           MPI_INT, MPI_STATUS_IGNORE);
    MPI_File_sync (file);
    MPI_Barrier (MPI_COMM_WORLD);
    MPI_File_read_at (file, right * (MPI_Offset)sizeof got, got, 2, MPI_INT,
                      &status);
    MPI_File_get_size (file, &size);
    MPI_Get_count (&status, MPI_INT, mine);
    say ("file: %d, %d ints of %ld bytes\n", got[1], mine[0], (long)size);
    MPI_File_close (&file);
}

static void
information (void)
{
    char key[MPI_MAX_INFO_KEY], value[64] = "";
    int keys, flag, version, subversion;
    MPI_Info info;

    MPI_Info_create (&info);
    MPI_Info_set (info, "colour", "green");
    MPI_Info_get_nkeys (info, &keys);
    MPI_Info_get_nthkey (info, 0, key);
    MPI_Info_get (info, "colour", sizeof value - 1, value, &flag);
    MPI_Info_free (&info);
    MPI_Get_version (&version, &subversion);
    say ("%d key %s: %s; MPI %d.%d\n", keys, key, value, version, subversion);
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &ranks);
    left = (rank + ranks - 1) % ranks;
    right = (rank + 1) % ranks;
    send_modes ();
    blocking ();
    matched_probe ();
    persistent ();
    types ();
    collectives ();
    communicators ();
    callbacks ();
    generalized ();
    one_sided ();
    files (argc > 1 ? argv[1] : "calls.data");
    information ();
    print_all ();
    MPI_Finalize ();
    return 0;
}
