#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Calls and bytes of every function of a program of MPICH are those that the
# program knows it made, in C and from Fortran.
. "${srcdir:-.}/tests/mpich/lib.sh"

programs=tests/calls/programs

# as_known MODE RANKS PROGRAM [ARGUMENT...]
as_known () {
    ok "$3 on $2 ranks, --mpi=$1, runs" streamed "$@" || return
    ok "$3 on $2 ranks, --mpi=$1, finds what it expects" \
        sh -c '! grep -v "^expect " stdout'
    ok "$3 on $2 ranks, --mpi=$1, has its calls and bytes" compare calls stdout
    ok "$3 on $2 ranks, --mpi=$1: events of calls are the sums of its calls" \
        compare columns
}

for program in p2p collectives others sizes threads; do
    build $program $programs/$program.c -pthread -rdynamic || {
        cat $program.log
        bail_out "no MPI program can be built"
    }
done
as_known time 2 ./p2p
as_known split 2 ./p2p
for ranks in 2 3 5; do
    as_known time $ranks ./collectives
done
rm -f data
as_known time 3 ./others data
rm -f data
as_known split 2 ./others data
ok "a program of messages of known sizes runs" streamed time 2 ./sizes
ok "sizes of messages are in powers of two" compare sizes 0 p2p 0:2:0 1:1:1 2:2:5 3:1:4 11:1:1024
ok "sizes of collectives are in powers of two" compare sizes 1 collective 0:1:0 4:2:20
ok "threads that call at the same time are recorded" streamed time 1 ./threads 6
ok "each thread has its own counts" compare threads 0 MPI_Send \
    w0:1:4 w1:2:16 w2:3:36 w3:4:64 w4:5:100 w5:6:144

for binding in mpif mpi f08; do
    if command -v mpifort.mpich >/dev/null && mpifort.mpich -g -O1 \
        -o fortran_$binding "$source_folder/$programs/fortran_$binding.f90" \
        >build.log 2>&1; then
        as_known time 2 ./fortran_$binding
    else
        skip "calls from Fortran, $binding" "no such Fortran program can be built"
    fi
done
finish
