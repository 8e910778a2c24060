#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The same known counts through C++ and all Fortran bindings.
. "${srcdir:-.}/tests/run/lib.sh"
[ -x "$programs/exact" ] || skip_all "PAPI's libsde is not installed"

flags="--summary=none -e sde:::exact::COUNT,sde:::exact::BIG"

# check PROGRAM RANKS [ARGUMENT]
check () {
    name=$1-$2${3:+-$3}
    ok "$name: the run ends well" \
        counted "$2" "$name.h5" "$programs/$1" ${3:+"$3"}
    is "$(cat stdout)" "$2 ranks" "$name: stdout is the program's"
    ok "$name: hpmagg prints JSON" json "$name.h5" --per=rank
    ok "$name: every number is the known one" \
        $known exact "$name.h5.json" "$2"
}

for program in exact_cxx exact_mpif exact_mpi exact_f08; do
    if [ ! -x "$programs/$program" ]; then
        skip "$program" "there was no MPI compiler for it"
        continue
    fi
    for ranks in 1 4; do check $program $ranks; done
    check $program 2 thread
done
# What more ranks could change is the same for all bindings (tests/run/exact.sh).
[ ! -x "$programs/exact_f08" ] || check exact_f08 64
finish
