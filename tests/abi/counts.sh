#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs of the standard ABI of MPI 5 have the calls and bytes that they know they
# made; and what is known of each ABI is what mpi.h says.
. "${srcdir:-.}/tests/abi/lib.sh"

# as_in_header COMPILER COLUMN [FLAG...]
as_in_header () {
    said=$1 column=$2
    shift 2
    if "$said" -rdynamic -I"$source_folder" "$@" -o constants \
        "$abi/constants.c" -ldl >build.log 2>&1; then
        ok "mpi.h of ${said##*/} says what is known of its ABI" ./constants "$column"
    else
        skip "mpi.h of ${said##*/}" "it compiles nothing"
    fi
}
as_in_header mpicc.openmpi 0
as_in_header mpicc.mpich 1
for name in $abis; do
    use "$name"
    as_in_header "$mpicc" 2
done
is "$(./constants 0 | wc -l)" 15 "what differs between two ABIs is seen"

for name in $abis; do
    use "$name"
    for program in p2p collectives others sizes threads; do
        build $program tests/calls/programs/$program.c -pthread -rdynamic || {
            cat $program.log
            bail_out "no MPI program can be built"
        }
    done
    count_all
    rm -f data
    as_known time 4 ./others data
    as_known time 4 ./collectives
done
finish
