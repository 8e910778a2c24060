// SPDX-License-Identifier: BSD-3-Clause
//
// Work as 5 to 3 to 2 in instances of a template, in loops of OpenMP, and in a
// function that calls itself.  Each rank tells the processor time of each in
// the file times.RANK.
//
//   profile_kinds template|method|openmp|recursive REPEATS
#include <mpi.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>

namespace
{

const int unit = 300000;
int64_t spent[3]; // ns, atomic

int64_t
thread_time ()
{
    timespec time;

    clock_gettime (CLOCK_THREAD_CPUTIME_ID, &time);
    return time.tv_sec * INT64_C (1000000000) + time.tv_nsec;
}

} // namespace

namespace kinds
{

// No function, whose name samples would have.
#define TURN(units)                                                            \
    do {                                                                       \
        volatile double sink = 0;                                              \
        double x = 1;                                                          \
                                                                               \
        for (int turn = 0; turn < (units)*unit; turn++)                        \
            x = x * 1.0000001 + 1e-9;                                          \
        sink = x;                                                              \
        (void)sink;                                                            \
    } while (0)

template <int units>
__attribute__ ((noinline)) void
work ()
{
    TURN (units);
}

// Methods of one name.
template <typename T> struct heavy {
    __attribute__ ((noinline)) void
    apply ()
    {
        TURN (5);
    }
};

struct middle {
    __attribute__ ((noinline)) void apply ();
};

void
middle::apply ()
{
    TURN (3);
}

// At each depth as much.
__attribute__ ((noinline)) int
down (int depth, int units)
{
    if (depth == 0)
        return 0;
    TURN (units);
    return 1 + down (depth - 1, units);
}

#define LOOP(name, units)                                                      \
    __attribute__ ((noinline)) void name ()                                    \
    {                                                                          \
        _Pragma (                                                              \
            "omp parallel for num_threads(3) schedule(static, 1)") for (int i  \
                                                                        = 0;   \
                                                                        i < 3; \
                                                                        i++)   \
        {                                                                      \
            int64_t began = thread_time ();                                    \
                                                                               \
            TURN (units);                                                      \
            __atomic_add_fetch (&spent[(units) == 5   ? 0                      \
                                       : (units) == 3 ? 1                      \
                                                      : 2],                    \
                                thread_time () - began, __ATOMIC_RELAXED);     \
        }                                                                      \
    }

LOOP (loop_five, 5)
LOOP (loop_three, 3)
LOOP (loop_two, 2)

} // namespace kinds

static void
descend_five ()
{
    kinds::down (5, 1);
}

struct a_type_with_a_name_that_is_long {
};

static void
apply_heavy ()
{
    kinds::heavy<a_type_with_a_name_that_is_long> ().apply ();
}

static void
apply_middle ()
{
    kinds::middle ().apply ();
}

namespace
{

struct light {
    __attribute__ ((noinline)) void
    apply ()
    {
        TURN (2);
    }
};

} // namespace

static void
apply_light ()
{
    light ().apply ();
}

static void
once ()
{
    kinds::work<3> ();
}

static void
twice ()
{
    kinds::work<2> ();
}

int
main (int argc, char **argv)
{
    void (*const all[][3]) ()
        = { { kinds::work<5>, kinds::work<3>, kinds::work<2> },
            { apply_heavy, apply_middle, apply_light },
            { kinds::loop_five, kinds::loop_three, kinds::loop_two },
            { descend_five, once, twice } };
    const char *const modes[] = { "template", "method", "openmp", "recursive" };
    int mode = 0;
    while (mode < 3 && argc > 1 && strcmp (argv[1], modes[mode]) != 0)
        mode++;
    void (*const *list) () = all[mode];
    bool is_openmp = mode == 2;
    int rank, level, repeats = argc > 2 ? atoi (argv[2]) : 1;
    uint64_t state = (uint64_t)time (nullptr);
    char name[32];

    MPI_Init_thread (&argc, &argv, MPI_THREAD_FUNNELED, &level);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    for (int i = 0; i < 3 * repeats; i++) {
        int64_t began = thread_time ();

        state = state * UINT64_C (6364136223846793005) + 1442695040888963407;
        int which = (int)((state >> 33) % 3);
        list[which]();
        if (!is_openmp)
            spent[which] += thread_time () - began;
    }
    snprintf (name, sizeof name, "times.%d", rank);
    FILE *file = fopen (name, "w");
    for (int64_t time : spent)
        fprintf (file, "%lld\n", (long long)time);
    fclose (file);
    MPI_Finalize ();
    return 0;
}
