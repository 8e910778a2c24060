/* SPDX-License-Identifier: BSD-3-Clause
 *
 * perfex ALONE|COUNTED: counts as a program of libperfex does, and holds what
 * it reads against what it worked.  Says "right", or what is wrong.  Cycles
 * (event 0) are twice the graduated instructions (event 17).
 */
#include <errno.h>
#include <mpi.h>
#include <stdio.h>
#include <string.h>

#include "libperfex.h"
#include "tests/calls/programs/work_counter.h"

static int wrong;

static void
expect (const char *what, long long value, long long known)
{
    if (value == known)
        return;
    printf ("%s is %lld, and not %lld\n", what, value, known);
    wrong = 1;
}

static void
run_counted (void)
{
    long long c0 = 0, c1 = 0;
    int start;

    for (int i = 1; i <= 3; i++) {
        do_work (1000);
        start = start_counters (0, 17);
        do_work (i);
        expect ("the number of a read", read_counters (0, &c0, 17, &c1), start);
        expect ("it is none of an error", start >= 0, 1);
        expect ("cycles", c0, 2 * i);
        expect ("instructions", c1, i);
    }
    expect ("a second read", read_counters (0, &c0, 17, &c1), -1);
    expect ("what it read", c0, -1);
    start_counters (0, 17);
    do_work (50);
    start_counters (0, 17);
    do_work (4);
    expect ("a read of others", read_counters (17, &c0, 0, &c1), -1);
    read_counters (0, &c0, 17, &c1);
    expect ("cycles since the second start", c0, 8);
    expect ("an event that is not counted", start_counters (0, 25), -1);
    expect ("its error", errno, ENODEV);
}

int
main (int argc, char **argv)
{
    long long c0, c1;

    expect ("a start before MPI_Init", start_counters (0, 17), -1);
    MPI_Init (&argc, &argv);
    expect ("no event of the R10000", start_counters (0, 32), -1);
    expect ("its error", errno, EINVAL);
    if (argc > 1 && strcmp (argv[1], "COUNTED") == 0) {
        run_counted ();
    } else {
        expect ("a start", start_counters (0, 17), -1);
        expect ("its error", errno, ENODEV);
        expect ("a read", read_counters (0, &c0, 17, &c1), -1);
        expect ("what it read", c0, -1);
    }
    expect ("printing", print_counters (0, 2000, 26, 5), 0);
    if (argc > 2) {
        expect ("a table that is not there", load_costs ("nowhere"), -1);
        expect ("a table", load_costs (argv[2]), 0);
        expect ("printing costs", print_costs (0, 2000, 26, 500000), 0);
    }
    MPI_Finalize ();
    if (!wrong)
        puts ("right");
    return wrong;
}
