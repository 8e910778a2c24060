/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Collectives, communicators, callbacks, windows, files.
 *
 *     together FILE       FILE is used for MPI I/O
 */
#include "say.h"

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

/* Ranks give and get different numbers of values; rank r has r + 1.  */
static void
uneven_collectives (void)
{
    int counts[8], places[8], ones[8], mine[8], all[64] = { 0 }, total = 0;
    int before = 0, sum = -1;
    MPI_Request request;

    for (int i = 0; i < ranks; i++) {
        counts[i] = i + 1;
        places[i] = total;
        total += counts[i];
        ones[i] = 1;
        mine[i] = 10 * rank + i;
    }
    MPI_Gatherv (mine, rank + 1, MPI_INT, all, counts, places, MPI_INT, 0,
                 MPI_COMM_WORLD);
    say ("gathered %d %d\n", all[0], all[total - 1]);
    MPI_Scatterv (all, counts, places, MPI_INT, mine, rank + 1, MPI_INT, 0,
                  MPI_COMM_WORLD);
    say ("scattered %d\n", mine[rank]);
    for (int i = 0; i < ranks; i++)
        places[i] = i;
    MPI_Alltoallv (mine, ones, places, MPI_INT, all, ones, places, MPI_INT,
                   MPI_COMM_WORLD);
    say ("exchanged %d %d\n", all[0], all[ranks - 1]);
    MPI_Exscan (&rank, &before, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    MPI_Reduce_scatter (all, &sum, ones, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    say ("before %d, sum %d\n", rank ? before : 0, sum);
    MPI_Ibarrier (MPI_COMM_WORLD, &request);
    MPI_Wait (&request, MPI_STATUS_IGNORE);
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
    say_begin (&argc, &argv);
    collectives ();
    uneven_collectives ();
    communicators ();
    callbacks ();
    generalized ();
    one_sided ();
    files (argc > 1 ? argv[1] : "together.data");
    information ();
    say_end ();
    return 0;
}
