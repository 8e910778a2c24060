/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A program that uses HDF5 itself, built with the serial library and with the
 * parallel one: writes a file, reads it back, and prints what it read.
 *
 *     hdf5 FILE
 */
#include <hdf5.h>
#include <mpi.h>
#include <stdio.h>

#define LENGTH 1000

static int rank, ranks;

/* One file for all ranks, or with the serial library, one each.  */
static hid_t
create (const char *path)
{
    hid_t access = H5Pcreate (H5P_FILE_ACCESS), file;
    char own[4096];

#ifdef H5_HAVE_PARALLEL
    H5Pset_fapl_mpio (access, MPI_COMM_WORLD, MPI_INFO_NULL);
    snprintf (own, sizeof own, "%s", path);
#else
    snprintf (own, sizeof own, "%s.%d", path, rank);
#endif
    file = H5Fcreate (own, H5F_ACC_TRUNC, H5P_DEFAULT, access);
    H5Pclose (access);
    return file;
}

static double
write_and_read (hid_t file)
{
    hsize_t whole = (hsize_t)ranks * LENGTH, count = LENGTH;
    hsize_t start = (hsize_t)rank * LENGTH;
    hid_t space = H5Screate_simple (1, &whole, NULL);
    hid_t part = H5Screate_simple (1, &count, NULL);
    hid_t set = H5Dcreate2 (file, "numbers", H5T_NATIVE_DOUBLE, space,
                            H5P_DEFAULT, H5P_DEFAULT, H5P_DEFAULT);
    double numbers[LENGTH], sum = 0;

    for (int i = 0; i < LENGTH; i++)
        numbers[i] = rank + i;
    H5Sselect_hyperslab (space, H5S_SELECT_SET, &start, NULL, &count, NULL);
    H5Dwrite (set, H5T_NATIVE_DOUBLE, part, space, H5P_DEFAULT, numbers);
    for (int i = 0; i < LENGTH; i++)
        numbers[i] = -1;
    H5Dread (set, H5T_NATIVE_DOUBLE, part, space, H5P_DEFAULT, numbers);
    for (int i = 0; i < LENGTH; i++)
        sum += numbers[i];
    H5Dclose (set);
    H5Sclose (part);
    H5Sclose (space);
    return sum;
}

int
main (int argc, char **argv)
{
    double sum, all = 0;
    hid_t file;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &ranks);
    file = create (argc > 1 ? argv[1] : "numbers.h5");
    sum = write_and_read (file);
    MPI_Reduce (&sum, &all, 1, MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
    if (rank == 0)
        printf ("%.0f, HDF5 %s\n", all, H5_VERS_INFO);
    H5Fclose (file);
    MPI_Finalize ();
    H5close ();
    return 0;
}
