// SPDX-License-Identifier: BSD-3-Clause
//
// Counts what is known, in C++, with MPI started and stopped by an object of
// static life, so that MPI_Finalize runs after main.
#include <mpi.h>

#include <cstring>
#include <iostream>

#include "known.h"

namespace
{

class Session
{
  public:
    ~Session ()
    {
        if (!started)
            return;
        MPI_Finalize ();
        known_after ();
    }

    void
    start (int &argc, char **&argv)
    {
        int provided;

        known_register ();
        if (argc > 1 && !std::strcmp (argv[1], "thread"))
            MPI_Init_thread (&argc, &argv, MPI_THREAD_SERIALIZED, &provided);
        else
            MPI_Init (&argc, &argv);
        started = true;
    }

  private:
    bool started = false;
} session;

} // namespace

int
main (int argc, char **argv)
{
    int rank, size;

    session.start (argc, argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    known_count (rank);
    if (rank == 0)
        std::cout << size << " ranks" << std::endl;
}
