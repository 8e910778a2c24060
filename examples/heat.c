/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The steady temperature of a heated plate: -laplace (u) = f on the unit
 * square, u = 0 on its edge, by conjugate gradients on n x n points, spread
 * over the ranks in blocks of rows.
 *
 *     mpirun -np 4 ./heat [n]
 *
 * With f = 2 (x (1 - x) + y (1 - y)) the answer is u = x (1 - x) y (1 - y), and
 * the five-point difference is exact for it, so every point can be checked.
 *
 * The program knows how much work it does.  It tells so at the end, and while
 * it runs it exports both counts as software defined events of PAPI.
 */
#include <math.h>
#include <mpi.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef HAVE_SDE
#include <sde_lib.h>
#endif

/* Work per point: in one iteration (5 for the difference, 2 for each of two
 * dot products and three updates; 11 numbers of 8 bytes read or written), and
 * in the first dot product.  */
enum { FLOP_ITERATION = 15, FLOP_FIRST = 2 };
enum { BYTES_ITERATION = 11 * 8, BYTES_FIRST = 8 };

static long long flop, bytes; /* of this rank so far */

/* This rank's rows 1 to `rows` of the plate; rows 0 and rows + 1 are the
 * neighbours', columns 0 and n + 1 the edge.  */
struct block {
    int n, rows, first, below, above;
};

#define AT(b, i, j) ((size_t)(i) * ((b)->n + 2) + (j))

static void
export_counts (void)
{
#ifdef HAVE_SDE
    papi_handle_t handle = papi_sde_init ("heat");

    papi_sde_register_counter (handle, "FLOP", PAPI_SDE_RO | PAPI_SDE_DELTA,
                               PAPI_SDE_long_long, &flop);
    papi_sde_register_counter (handle, "BYTES", PAPI_SDE_RO | PAPI_SDE_DELTA,
                               PAPI_SDE_long_long, &bytes);
    papi_sde_describe_counter (handle, "FLOP", "floating-point operations");
    papi_sde_describe_counter (handle, "BYTES", "bytes read and written");
#endif
}

static struct block
block_of_rank (int n)
{
    struct block b = { .n = n };
    int rank, size;

    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    b.first = (int)((long long)n * rank / size);
    b.rows = (int)((long long)n * (rank + 1) / size) - b.first;
    b.below = rank > 0 ? rank - 1 : MPI_PROC_NULL;
    b.above = rank < size - 1 ? rank + 1 : MPI_PROC_NULL;
    return b;
}

static double *
new_field (const struct block *b)
{
    double *field = calloc (AT (b, b->rows + 2, 0), sizeof *field);

    if (!field)
        MPI_Abort (MPI_COMM_WORLD, 2);
    return field;
}

static double
sum_over_ranks (double part)
{
    MPI_Allreduce (MPI_IN_PLACE, &part, 1, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
    return part;
}

static void
exchange_rows (const struct block *b, double *p)
{
    MPI_Sendrecv (&p[AT (b, 1, 0)], b->n + 2, MPI_DOUBLE, b->below, 0,
                  &p[AT (b, b->rows + 1, 0)], b->n + 2, MPI_DOUBLE, b->above, 0,
                  MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Sendrecv (&p[AT (b, b->rows, 0)], b->n + 2, MPI_DOUBLE, b->above, 1,
                  &p[AT (b, 0, 0)], b->n + 2, MPI_DOUBLE, b->below, 1,
                  MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

/* q = A p; returns this rank's part of p . q.  */
static double
multiply (const struct block *b, const double *p, double *q)
{
    double dot = 0;

    for (int i = 1; i <= b->rows; i++)
        for (int j = 1; j <= b->n; j++) {
            size_t k = AT (b, i, j);

            q[k] = 4 * p[k] - p[k - 1] - p[k + 1] - p[k - (size_t)b->n - 2]
                   - p[k + (size_t)b->n + 2];
            dot += p[k] * q[k];
        }
    return dot;
}

/* u += alpha p, r -= alpha q; returns this rank's part of r . r.  */
static double
step (const struct block *b, double alpha, const double *p, const double *q,
      double *u, double *r)
{
    double dot = 0;

    for (int i = 1; i <= b->rows; i++)
        for (int j = 1; j <= b->n; j++) {
            size_t k = AT (b, i, j);

            u[k] += alpha * p[k];
            r[k] -= alpha * q[k];
            dot += r[k] * r[k];
        }
    return dot;
}

/* p = r + beta p.  */
static void
turn (const struct block *b, double beta, const double *r, double *p)
{
    for (int i = 1; i <= b->rows; i++)
        for (int j = 1; j <= b->n; j++)
            p[AT (b, i, j)] = r[AT (b, i, j)] + beta * p[AT (b, i, j)];
}

/* r and p = h^2 f, the residual of u = 0; returns r . r over all ranks.  */
static double
start (const struct block *b, double *r, double *p)
{
    double h = 1.0 / (b->n + 1), dot = 0;

    for (int i = 1; i <= b->rows; i++)
        for (int j = 1; j <= b->n; j++) {
            double x = j * h, y = (b->first + i) * h;
            size_t k = AT (b, i, j);

            r[k] = p[k] = 2 * h * h * (x * (1 - x) + y * (1 - y));
            dot += r[k] * r[k];
        }
    flop += (long long)FLOP_FIRST * b->rows * b->n;
    bytes += (long long)BYTES_FIRST * b->rows * b->n;
    return sum_over_ranks (dot);
}

/* Solve for u; returns the number of iterations.  */
static int
solve (const struct block *b, double *u)
{
    double *r = new_field (b), *p = new_field (b), *q = new_field (b);
    double rr = start (b, r, p), goal = 1e-24 * rr;
    int iterations = 0;

    while (rr > goal && iterations < 10 * b->n) {
        exchange_rows (b, p);
        double alpha = rr / sum_over_ranks (multiply (b, p, q));
        double next = sum_over_ranks (step (b, alpha, p, q, u, r));

        turn (b, next / rr, r, p);
        rr = next;
        iterations++;
        flop += (long long)FLOP_ITERATION * b->rows * b->n;
        bytes += (long long)BYTES_ITERATION * b->rows * b->n;
    }
    free (r);
    free (p);
    free (q);
    return iterations;
}

static double
largest_error (const struct block *b, const double *u)
{
    double h = 1.0 / (b->n + 1), error = 0;

    for (int i = 1; i <= b->rows; i++)
        for (int j = 1; j <= b->n; j++) {
            double x = j * h, y = (b->first + i) * h;

            error = fmax (error,
                          fabs (u[AT (b, i, j)] - x * (1 - x) * y * (1 - y)));
        }
    MPI_Allreduce (MPI_IN_PLACE, &error, 1, MPI_DOUBLE, MPI_MAX,
                   MPI_COMM_WORLD);
    return error;
}

static void
report (int n, int iterations, double error)
{
    long long points = (long long)n * n;

    printf ("heat: %d x %d points, %d iterations, largest error %.1e\n", n, n,
            iterations, error);
    printf ("heat: all ranks together: FLOP %lld, BYTES %lld\n",
            points * (FLOP_FIRST + (long long)FLOP_ITERATION * iterations),
            points * (BYTES_FIRST + (long long)BYTES_ITERATION * iterations));
}

int
main (int argc, char **argv)
{
    int n = argc > 1 ? atoi (argv[1]) : 400, rank, size;

    export_counts ();
    MPI_Init (&argc, &argv);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Comm_size (MPI_COMM_WORLD, &size);
    if (n < size) {
        if (rank == 0)
            fprintf (stderr, "heat: needs at least a row of points a rank\n");
        MPI_Finalize ();
        return 2;
    }
    struct block b = block_of_rank (n);
    double *u = new_field (&b);
    int iterations = solve (&b, u);
    double error = largest_error (&b, u);

    if (rank == 0)
        report (n, iterations, error);
    free (u);
    MPI_Finalize ();
    return error < 1e-9 ? 0 : 1;
}
