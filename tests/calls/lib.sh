# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of MPI calls share, beside tests/run/lib.sh.  A test starts with
#     . "${srcdir:-.}/tests/calls/lib.sh"
. "${srcdir:-.}/tests/run/lib.sh"

programs=$top/tests/calls/programs
calls_library=${library%/*}/libhpmmpi-calls.so
work_backend=$top/tests/calls/work_backend.so

# streamed MODE RANKS COMMAND...: a run under hpmrun --mpi=MODE whose record
# stream is $work/stream: its writer fails, and the stream is left.  Output as
# that of counted.
streamed () {
    mode=$1
    ranks=$2
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

# compare WHAT ARGUMENT...: of compare.py, on $work/stream.
compare () {
    what=$1
    shift
    python3 "$source_folder/tests/calls/compare.py" "$what" \
        "$source_folder/include" stream "$@"
}

# there_is PROGRAM: whether it could be built here.
there_is () {
    [ -x "$programs/$1" ]
}
