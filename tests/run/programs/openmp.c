/* SPDX-License-Identifier: BSD-3-Clause
 *
 * An OpenMP team that is alive at MPI_Finalize; its threads but the first are
 * named "w1", "w2", ...
 */
#include <mpi.h>
#include <omp.h>
#include <pthread.h>
#include <stdio.h>

int
main (int argc, char **argv)
{
    int provided;

    MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &provided);
#pragma omp parallel
    {
        char name[16];

        snprintf (name, sizeof name, "w%d", omp_get_thread_num ());
        if (omp_get_thread_num () > 0)
            pthread_setname_np (pthread_self (), name);
    }
    MPI_Barrier (MPI_COMM_WORLD);
    MPI_Finalize ();
    return 0;
}
