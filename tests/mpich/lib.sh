# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of MPICH share: those of Open MPI's helpers, with MPICH's
# launcher in place of mpirun, and programs built by its compilers.  One
# installation is tested, that which other tests run under Open MPI.  Who has set
# $mpicc and $mpirun has another compiler and launcher, and its name in claims by
# $whose.
. "${srcdir:-.}/tests/guest/lib.sh"
stream_helpers=$source_folder/tests/calls

calls_library=${library%/*}/libhpmmpi-calls.so
mpicc=$(command -v "${mpicc:=mpicc.mpich}") || skip_all "there is no mpicc.mpich"
mpirun=$(command -v "${mpirun:=mpirun.mpich}") || skip_all "there is no mpirun.mpich"
whose=""
library_name="MPICH Version: "
[ -z "$sanitizer" ] ||
    skip_all "programs are built without the sanitizer of the library"

# launch RANKS COMMAND...: in place of Open MPI's.
launch () {
    # shellcheck disable=SC2086
    timeout -k 10 300 $mpirun -np "$@"
}

# build NAME SOURCE [FLAG...]: a program of C, in $work.
build () {
    name=$1 source=$2
    shift 2
    "$mpicc" -D_GNU_SOURCE -g -O1 "$@" -o "$name" "$source_folder/$source" \
        >"$name.log" 2>&1
}

# both NAME RANKS COMMAND...: as that of tests/guest, but that MPICH's mpirun tells
# which process ended, by its number, on the standard output; and that it may
# notice early ends in one order or another, and kill who is about to end, so that
# what a run without us says is asked up to ten times, and three times for another
# run with us.
both () {
    for again in 1 2 3; do
        rm -rf "$1.h5" "$work"/checkpoint/*
        guest "$@"
        sed -i 's/PID [0-9]*/PID/' "$1.guest"
        for try in 1 2 3 4 5 6 7 8 9 10; do
            plain "$@"
            sed -i 's/PID [0-9]*/PID/' "$1.plain"
            cmp -s "$1.plain" "$1.guest" &&
                cmp -s "$1.plain-status" "$1.guest-status" && break 2
        done
        say "no run without us said the same ($again, $try)"
    done
    undisturbed "$1" "$whose"
}

# compare WHAT ARGUMENT...: of compare.py, on $work/stream.
compare () {
    what=$1
    shift
    python3 "$stream_helpers/compare.py" "$what" "$source_folder/include" \
        stream "$@"
}

# streamed MODE RANKS COMMAND...: a run whose record stream is $work/stream.
streamed () {
    mode=$1 ranks=$2
    shift 2
    rm -f result.h5* stream
    # shellcheck disable=SC2086
    launch "$ranks" "$hpmrun" -o result.h5 --writer=/bin/false --mpi="$mode" \
        $flags "$@" >stdout 2>stderr </dev/null || {
        cat stdout stderr
        return 1
    }
    mv result.h5.stream-* stream
}

# as_known MODE RANKS PROGRAM [ARGUMENT...]: of tests/calls/programs.
as_known () {
    said="$whose$3 on $2 ranks, --mpi=$1,"
    ok "$said runs" streamed "$@" || return
    ok "$said finds what it expects" sh -c '! grep -v "^expect " stdout'
    ok "$said has its calls and bytes" compare calls stdout
    ok "$said: events of calls are the sums of its calls" compare columns
}

# count_all: of those programs, built in this folder.
count_all () {
    as_known time 2 ./p2p
    as_known split 2 ./p2p
    for ranks in 2 3 5; do
        as_known time $ranks ./collectives
    done
    rm -f data
    as_known time 3 ./others data
    rm -f data
    as_known split 2 ./others data
    ok "${whose}a program of messages of known sizes runs" streamed time 2 ./sizes
    ok "${whose}sizes of messages are in powers of two" compare sizes 0 p2p \
        0:2:0 1:1:1 2:2:5 3:1:4 11:1:1024
    ok "${whose}sizes of collectives are in powers of two" compare sizes 1 collective \
        0:1:0 4:2:20
    ok "${whose}threads that call at the same time are recorded" \
        streamed time 1 ./threads 6
    ok "${whose}each thread has its own counts" compare threads 0 MPI_Send \
        w0:1:4 w1:2:16 w2:3:36 w3:4:64 w4:5:100 w5:6:144
}

# ---- endings of ends.c, built in this folder

c=complete p=partial m=missing
# whole KIND RANKS STATUS...: a run that ends well
whole () {
    kind=$1 ranks=$2
    shift 2
    both "$kind" "$ranks" ./ends "$kind"
    ok "$whose$kind: nothing of the snapshots remains" left_nothing
    ok "$whose$kind: hpmagg prints JSON" json_of "$kind"
    ok "$whose$kind: all counts are there" $ends_py "$kind.json" "$@"
}

# cut KIND RANKS STATUS...: a run that does not reach MPI_Finalize
cut () {
    kind=$1 ranks=$2
    shift 2
    both "$kind" "$ranks" ./ends "$kind"
    ok "$whose$kind: there is no result file" test ! -e "$kind.h5"
    ok "$whose$kind: it is recovered from one place" recover "$kind"
    ok "$whose$kind: all counts are there" $ends_py "$kind.json" "$@"
}

json_of () {
    "$hpmagg" --format=json --per=rank "$1.h5" >"$1.json"
}

# ---- the same output with and without us

build_same () {
    for program in messages together; do
        build $program tests/conformance/$program.c || {
            cat $program.log
            bail_out "no MPI program can be built"
        }
    done
}

# same NAME RANKS COMMAND...: calls give what they give without us, byte for byte,
# whatever is looked at.
same () {
    name=$1 ranks=$2
    shift 2
    plain "$name" "$ranks" "$@"
    is "$(cat "$name.plain-status")" 0 "$whose$name: the plain run ends well"
    ok "$whose$name: it says something" test -s "$name.plain"
    count="--backend=$stub -e stub::N1"
    for mode in off time split; do
        flags="$count --mpi=$mode -f"
        guest "$name" "$ranks" "$@"
        # With MPICH 4.0.2 what together puts into a window differs between runs of
        # its own.
        sed -i '/^window: /d' "$name.plain" "$name.guest"
        undisturbed "$name" "$whose--mpi=$mode: "
        ok "$whose$name: --mpi=$mode has its result file" json "$name.h5" --per=rank
        ok "$whose$name: --mpi=$mode: the file has all ranks, and the name of the MPI library" \
            $known value "$name.h5.json" "
                run['status'] == 'complete' and run['ranks'] == $ranks
                and [r['status'] for r in data['rank']] == ['complete'] * $ranks
                and run['mpi_library'].startswith ('$library_name')
                and '\\n' not in run['mpi_library']
                and run['mpi_standard'][0] in '345'"
    done
}

# ---- MPI that is loaded with RTLD_LOCAL, as by modules of Python

local_module () {
    cat >loads.c <<'END'
#include <dlfcn.h>
#include <stdio.h>
int
main (int count, char **arguments)
{
    void *module = dlopen (arguments[count - 1], RTLD_NOW | RTLD_LOCAL);
    int (*run) (void) = module ? (int (*) (void))dlsym (module, "run") : NULL;

    if (!run)
        puts (dlerror ());
    return run ? run () : 1;
}
END
    cat >module.c <<'END'
#include <mpi.h>
#include <stdio.h>
int
run (void)
{
    int rank, sum = 0;

    MPI_Init (NULL, NULL);
    MPI_Comm_rank (MPI_COMM_WORLD, &rank);
    MPI_Allreduce (&rank, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    if (rank == 0)
        printf ("sum %d\n", sum);
    return MPI_Finalize ();
}
END
    if cc -o loads loads.c -ldl && "$mpicc" -shared -fPIC -o module.so module.c; then
        both module 3 ./loads ./module.so
        "$hpmagg" --format=json --mpi module.h5 >module.json
        ok "${whose}a module with RTLD_LOCAL: its calls are counted once" $known value \
            module.json '{f["function"]: f["calls"] for f in data["mpi"]}
                == {"MPI_Allreduce": 3, "MPI_Comm_rank": 3}'
    else
        skip "${whose}a module that is loaded with RTLD_LOCAL" "it cannot be built"
    fi
}
