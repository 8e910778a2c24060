#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Calls and bytes of every function of a program of MPICH are those that the
# program knows it made, in C and from Fortran.
. "${srcdir:-.}/tests/mpich/lib.sh"

programs=tests/calls/programs

for program in p2p collectives others sizes threads; do
    build $program $programs/$program.c -pthread -rdynamic || {
        cat $program.log
        bail_out "no MPI program can be built"
    }
done
count_all

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
