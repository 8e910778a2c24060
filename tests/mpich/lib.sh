# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of MPICH share: those of Open MPI's helpers, with MPICH's
# launcher in place of mpirun, and programs built by its compilers.  One
# installation is tested, that which other tests run under Open MPI.
. "${srcdir:-.}/tests/guest/lib.sh"
stream_helpers=$source_folder/tests/calls

calls_library=${library%/*}/libhpmmpi-calls.so
mpicc=$(command -v mpicc.mpich) || skip_all "there is no mpicc.mpich"
mpirun=$(command -v mpirun.mpich) || skip_all "there is no mpirun.mpich"
[ -z "$sanitizer" ] ||
    skip_all "programs are built without the sanitizer of the library"

# launch RANKS COMMAND...: in place of Open MPI's.
launch () {
    timeout -k 10 300 "$mpirun" -np "$@"
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
# notice early ends in one order or another, so that what a run without us says is
# asked up to ten times.
both () {
    guest "$@"
    sed -i 's/PID [0-9]*/PID/' "$1.guest"
    for try in 1 2 3 4 5 6 7 8 9 10; do
        plain "$@"
        sed -i 's/PID [0-9]*/PID/' "$1.plain"
        cmp -s "$1.plain" "$1.guest" &&
            cmp -s "$1.plain-status" "$1.guest-status" && break
        [ "$try" -lt 10 ] || say "no run without us said the same"
    done
    undisturbed "$1"
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
