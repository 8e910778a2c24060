// SPDX-License-Identifier: BSD-3-Clause
//
// MPI from C++, by its C functions: two ranks, and what they call as expect.h
// describes.  An exception passes between calls, and objects end after the
// last. Each line is printed by one call, so that lines of two ranks do not
// mix.
#include <numeric>
#include <stdexcept>
#include <vector>

#include "tests/calls/programs/expect.h"

namespace
{

struct run {
    run () { MPI_Init (nullptr, nullptr); }
    ~run () { MPI_Finalize (); }
};

double
sum_of_all (std::vector<double> mine)
{
    CALL (Allreduce,
          (MPI_IN_PLACE, mine.data (), static_cast<int> (mine.size ()),
           MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD),
          8 * mine.size (), 8 * mine.size ());
    if (mine.size () == 3)
        throw std::runtime_error ("three");
    return std::accumulate (mine.begin (), mine.end (), 0.0);
}

void
pass_on (int rank)
{
    std::vector<int> words (100, rank);

    CALL (Sendrecv_replace,
          (words.data (), 100, MPI_INT, 1 - rank, 7, 1 - rank, 7,
           MPI_COMM_WORLD, MPI_STATUS_IGNORE),
          400, 400);
    std::printf ("%d has what %d sent\n", rank, words.front ());
}

} // namespace

int
main ()
{
    run all;
    int rank, ranks;
    expect_start (&rank, &ranks);
    for (int size = 1; size <= 5; size++)
        try {
            std::printf ("%d: %g\n", size,
                         sum_of_all (std::vector<double> (size, rank)));
        } catch (const std::exception &said) {
            std::printf ("caught: %s\n", said.what ());
        }
    pass_on (rank);
    expect_print (rank);
}
