/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Built with -finstrument-functions: functions of C++, by their names in the
 * source, those of templates too, and one left by an exception.
 */
#include <mpi.h>

#include <stdexcept>

namespace solver
{
__attribute__ ((noinline)) int
step (int n)
{
    return n + 1;
}

__attribute__ ((noinline)) double
step (double x)
{
    return x * 2;
}

__attribute__ ((noinline)) void
fail (int n)
{
    if (step (n) > 0)
        throw std::runtime_error ("as expected");
}

template <typename T>
__attribute__ ((noinline)) T
twice (T x)
{
    return x + x;
}

template <typename T> struct grid {
    __attribute__ ((noinline)) T
    relax (T x)
    {
        return x + 1;
    }
};
}

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    for (int i = 0; i < 5; i++)
        solver::step (i);
    solver::step (1.0);
    try {
        solver::fail (1);
    } catch (const std::exception &) {
    }
    solver::step (2.0);
    solver::grid<double> grid;
    grid.relax (solver::twice (solver::twice (1)));
    MPI_Finalize ();
    return 0;
}
