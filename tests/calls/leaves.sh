#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Calls that are left from inside: the calls after them are recorded all the same.
. "${srcdir:-.}/tests/calls/lib.sh"

# recorded NAME CALLS
recorded () {
    ok "$how, --mpi=$mode: $1 has $2 calls" compare value \
        "sum(c['calls'] for c in ranks[0]['calls'] if c['name'] == '$1') == $2"
}

# Each process that a program starts would load what they are linked to.
if [ -z "$sanitizer" ]; then
    for each in "$library" "$calls_library"; do
        is "$(readelf -d "$each" | sed -n 's/.*NEEDED.*\[\(.*\)\]/\1/p' |
            grep -v '^libdl\.so')" libc.so.6 "${each##*/} is linked to the C library alone"
    done
else
    skip "what the libraries are linked to" "a sanitizer has libraries of its own"
fi

for mode in time split; do
    how=longjmp
    ok "longjmp out of an error handler is survived, --mpi=$mode" \
        streamed $mode 1 "$programs/leaves"
    ok "$how, --mpi=$mode: the program goes on" grep -qx "left 3" stdout
    recorded MPI_Comm_size 2
    recorded MPI_Send 5
    if there_is throws; then
        how=exception
        ok "an exception out of an error handler is survived, --mpi=$mode" \
            streamed $mode 1 "$programs/throws"
        ok "$how, --mpi=$mode: the program goes on" grep -qx "caught 3" stdout
        recorded MPI_Comm_size 1
        recorded MPI_Send 8
    else
        skip "--mpi=$mode: an exception out of an error handler is survived" "no C++ compiler for MPI"
    fi
done
finish
