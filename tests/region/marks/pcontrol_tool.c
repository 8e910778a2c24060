/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A tool behind us: counts what it is told, and goes on as a tool does.
 */
#include <stdarg.h>
#include <stdio.h>

int PMPI_Pcontrol (int level, ...);
int PMPI_Finalize (void);
int MPI_Pcontrol (int level, ...);
int MPI_Finalize (void);

static int calls, labels;

int
MPI_Pcontrol (int level, ...)
{
    va_list rest;
    const char *label;

    va_start (rest, level);
    label = va_arg (rest, const char *);
    va_end (rest);
    calls++;
    labels += label && label[0] != '\0' && level != 0;
    return PMPI_Pcontrol (level, label);
}

int
MPI_Finalize (void)
{
    printf ("%d calls, %d labels\n", calls, labels);
    return PMPI_Finalize ();
}
