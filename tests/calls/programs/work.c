/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Work of known amount inside MPI and outside, counted by work_backend.c.
 * Inside means in a callback: of a reduction (MPI), of a file's error handler
 * (MPI I/O).  Callbacks call MPI themselves, which is part of the outer call.
 *
 * Each rank does 1000 outside, 70 in MPI, and 5 in MPI I/O on its main thread;
 * thread k, named "w<k>", does 100 * k outside and 7 * k in MPI.  Odd threads
 * end, even ones are alive at MPI_Finalize.
 *
 *     work [THREADS]
 */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <mpi.h>

#include "work_counter.h"

static sem_t done, go;
static MPI_Op op;

/* As many units as the elements say.  */
static void
reduce (void *in, void *inout, int *count, MPI_Datatype *type)
{
    int size, rank;

    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    for (int i = 0; i < *count; i++) {
        do_work (((int *)in)[i]);
        ((int *)inout)[i] += ((int *)in)[i];
    }
    MPI_Type_size (*type, &size);
}

static void
handle (MPI_File *file, int *error, ...)
{
    (void)file;
    (void)error;
    do_work (5);
}

/* n units inside MPI, without anybody else.  */
static void
work_inside (int n)
{
    int in = n, out = 0;

    MPI_Reduce_local (&in, &out, 1, MPI_INT, op);
}

static void
work_inside_io (void)
{
    MPI_Errhandler handler;
    MPI_File file;
    char name[64];

    snprintf (name, sizeof name, "work.%ld", (long)getpid ());
    MPI_File_open (MPI_COMM_SELF, name,
                   MPI_MODE_CREATE | MPI_MODE_WRONLY | MPI_MODE_DELETE_ON_CLOSE,
                   MPI_INFO_NULL, &file);
    MPI_File_create_errhandler (handle, &handler);
    MPI_File_set_errhandler (file, handler);
    MPI_File_seek (file, 0, -77);
    MPI_File_close (&file);
}

static void *
run (void *argument)
{
    int k = *(int *)argument;
    char name[16];

    snprintf (name, sizeof name, "w%d", k);
    pthread_setname_np (pthread_self (), name);
    do_work (40 * k);
    work_inside (7 * k);
    do_work (60 * k);
    sem_post (&done);
    if (k % 2 == 0)
        sem_wait (&go);
    return NULL;
}

int
main (int argc, char **argv)
{
    int threads = argc > 1 ? atoi (argv[1]) : 0, provided, numbers[64];
    pthread_t ids[64];

    MPI_Init_thread (&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
    MPI_Op_create (reduce, 1, &op);
    sem_init (&done, 0, 0);
    sem_init (&go, 0, 0);
    do_work (400);
    for (int i = 1; i <= threads; i++) {
        numbers[i] = i;
        pthread_create (&ids[i], NULL, run, &numbers[i]);
    }
    for (int i = 1; i <= threads; i++)
        sem_wait (&done);
    for (int i = 1; i <= threads; i += 2)
        pthread_join (ids[i], NULL);
    work_inside (30);
    do_work (600);
    work_inside (40);
    work_inside_io ();
    MPI_Op_free (&op);
    MPI_Finalize ();
    for (int i = 2; i <= threads; i += 2)
        sem_post (&go);
    for (int i = 2; i <= threads; i += 2)
        pthread_join (ids[i], NULL);
    return 0;
}
