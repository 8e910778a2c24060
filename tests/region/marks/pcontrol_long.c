/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A label of MPI_Pcontrol that is longer than labels are, with a character of
 * several bytes where it is cut: from the 512th byte on.
 */
#include <mpi.h>

#define TEN "0123456789"
#define HUNDRED TEN TEN TEN TEN TEN TEN TEN TEN TEN TEN
#define LABEL HUNDRED HUNDRED HUNDRED HUNDRED HUNDRED TEN "x\303\251" HUNDRED

int
main (int argc, char **argv)
{
    MPI_Init (&argc, &argv);
    MPI_Pcontrol (1, LABEL);
    MPI_Pcontrol (-1, LABEL);
    MPI_Finalize ();
    return 0;
}
