/* SPDX-License-Identifier: BSD-3-Clause */
#include <mpi.h>

#include "tests/calls/programs/sites_library.h"

void
sites_from_library (void)
{
    int numbers[6] = { 0 };

    MPI_Bcast (numbers, 6, MPI_INT, 0, MPI_COMM_WORLD); /* LIBRARY */
    __asm__ volatile("" ::: "memory");
}
