/* SPDX-License-Identifier: BSD-3-Clause
 *
 * steps SECONDS MS: a program whose ranks compute for so long and then wait for
 * each other, in every step.  Rank 0 prints how long steps took, one line each:
 *
 *   step US COUNT     steps that took less than that, and no less than half
 *   mean US
 *   snapshot US       processor time of hpmmpi's thread, a time that it ran
 */
#include <mpi.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define CLASSES 24

static volatile double sink;

static void
compute (long loops)
{
    double x = 1;

    for (long i = 0; i < loops; i++)
        x = x * 1.0000001 + 1e-9;
    sink = x;
}

/* Loops that take so long where nothing disturbs them.  */
static long
calibrate (double seconds)
{
    double least = 1;

    for (int i = 0; i < 50; i++) {
        double start = MPI_Wtime (), taken;

        compute (100000);
        taken = MPI_Wtime () - start;
        least = taken < least ? taken : least;
    }
    return (long)(100000 * seconds / least);
}

/* Add the processor time in ns, and the times that it ran, of a thread of that
 * name.  */
static void
read_thread (const char *number, double *time, double *times)
{
    char path[300], name[32] = "";
    unsigned long long on = 0, waited = 0, ran = 0;
    FILE *file;

    snprintf (path, sizeof path, "/proc/self/task/%s/comm", number);
    file = fopen (path, "r");
    if (!file || fscanf (file, "%31s", name) != 1)
        strcpy (name, "");
    if (file)
        fclose (file);
    if (strcmp (name, "hpmmpi") != 0)
        return;
    snprintf (path, sizeof path, "/proc/self/task/%s/schedstat", number);
    file = fopen (path, "r");
    if (file && fscanf (file, "%llu %llu %llu", &on, &waited, &ran) == 3) {
        *time += (double)on;
        *times += (double)ran;
    }
    if (file)
        fclose (file);
}

static void
tell_snapshots (void)
{
    DIR *folder = opendir ("/proc/self/task");
    double time = 0, times = 0;

    for (struct dirent *entry; folder && (entry = readdir (folder));)
        read_thread (entry->d_name, &time, &times);
    if (folder)
        closedir (folder);
    if (times > 0)
        printf ("snapshot %.1f\n", time / times / 1e3);
}

int
main (int argc, char **argv)
{
    double seconds = argc > 1 ? atof (argv[1]) : 5;
    double step = (argc > 2 ? atof (argv[2]) : 1) * 1e-3;
    long counts[CLASSES] = { 0 }, loops, steps = (long)(seconds / step);
    double start, begin, now = 0;
    int rank;

    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    loops = calibrate (step);
    MPI_Barrier (MPI_COMM_WORLD);
    start = begin = MPI_Wtime ();
    for (long i = 0; i < steps; i++) {
        int class = 0;

        compute (loops);
        MPI_Barrier (MPI_COMM_WORLD);
        now = MPI_Wtime ();
        for (double us = (now - begin) * 1e6; us >= 1 && class < CLASSES - 1;
             us /= 2)
            class ++;
        counts[class]++;
        begin = now;
    }
    for (int i = 0; i < CLASSES && rank == 0; i++)
        if (counts[i])
            printf ("step %d %ld\n", 1 << i, counts[i]);
    if (rank == 0) {
        printf ("mean %.1f\n", (now - start) / (double)steps * 1e6);
        tell_snapshots ();
    }
    MPI_Finalize ();
    return 0;
}
