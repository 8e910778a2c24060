/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/launch/launcher.h"

#include <stdlib.h>

#include "tests/tap.h"

#define WORDS 24

static const struct {
    const char *argv[WORDS]; /* NULL-terminated */
    int operand;
    const char *expected;
} rows[] = {
    { { "hpmrun", "mpirun" }, 1, "mpirun hpmrun" },
    { { "hpmrun", "mpirun", "-np" }, 1, "mpirun -np hpmrun" },
    { { "hpmrun", "mpirun", "./a" }, 1, "mpirun hpmrun ./a" },
    { { "hpmrun", "-o", "x y", "mpirun", "-np", "4", "./a", "-np", "" },
      3,
      "mpirun -np 4 hpmrun -o 'x y' ./a -np ''" },
    { { "hpmrun", "mpirun", "--mca", "btl", "self", "--oversubscribe",
        "--bind-to", "none", "-x", "A=b", "./a" },
      1,
      "mpirun --mca btl self --oversubscribe --bind-to none -x A=b hpmrun "
      "./a" },
    { { "hpmrun", "mpiexec", "-rankmap", "0,1", "-prepend-rank", "./a" },
      1,
      "mpiexec -rankmap 0,1 -prepend-rank hpmrun ./a" },
    { { "hpmrun", "mpirun", "-np", "2", "./a", "1", ":", "-np", "3", "./b" },
      1,
      "mpirun -np 2 hpmrun ./a 1 : -np 3 hpmrun ./b" },
    { { "hpmrun", "-v", "mpirun", "-np", "2", "/x/hpmrun", "-f", "./a" },
      2,
      "mpirun -np 2 /x/hpmrun -f ./a" },
    { { "hpmrun", "srun", "--ntasks=4", "--mpi=pmix", "./it's" },
      1,
      "srun --ntasks=4 --mpi=pmix hpmrun './it'\\''s'" },
};

static const struct {
    const char *name;
    int launcher;
} names[] = {
    { "", 0 },         { "mpirun2", 0 },
    { "./solver", 0 }, { "mpirun/solver", 0 },
    { "mpirun", 1 },   { "/opt/bin/mpiexec", 1 },
    { "orterun", 1 },  { "prterun", 1 },
    { "srun", 1 },     { "jsrun", 1 },
    { "aprun", 1 },
};

int
main (void)
{
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        tap_ok (hpm_launcher_is (names[i].name) == names[i].launcher,
                "'%s' is %sa launcher", names[i].name,
                names[i].launcher ? "" : "not ");
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char *way = hpm_launcher_right_way ((char *const *)rows[i].argv,
                                            rows[i].operand);

        tap_text (way, rows[i].expected, "the right way is told: %s",
                  rows[i].expected);
        free (way);
    }
    return tap_done ();
}
