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
# The last call before the end is left: what comes then is none of MPI's.
flags="--summary=none --backend=none"
how=longjmp
ok "a program leaves its last call" streamed split 1 "$programs/leaves" last
ok "$how: what it does until its end is outside MPI" compare value \
    'all(c["useful"]["os::CPU_TIME"]["value"] > 10 * c["mpi"]["os::CPU_TIME"]["value"] > 0
         for c in ranks[0]["cells"][:1])'
ok "$how: it is said that calls are missing" compare value \
    'ranks[0]["cells"][0]["mpi"]["os::CPU_TIME"]["quality"] == 3'
finish
