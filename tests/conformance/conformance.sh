#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Calls of MPI from C and Fortran give what they give without us, byte for byte,
# whatever is looked at.
. "${srcdir:-.}/tests/guest/lib.sh"

sources=$source_folder/tests/conformance

# same PROGRAM RANKS [ARGUMENT...]
same () {
    name=$1 ranks=$2
    shift 2
    plain "$name" "$ranks" "./$name" "$@"
    is "$(cat "$name.plain-status")" 0 "$name on $ranks ranks: the plain run"
    ok "$name: says something" test -s "$name.plain"
    for mode in off time split; do
        flags="--backend=$stub -e stub::N1 --mpi=$mode -f"
        guest "$name" "$ranks" "./$name" "$@"
        undisturbed "$name"
        ok "$name: --mpi=$mode has its result file" json "$name.h5"
    done
}

mpicc -g -O1 -D_GNU_SOURCE -o calls "$sources/calls.c" ||
    bail_out "no MPI program can be built"
for ranks in 2 4; do
    same calls $ranks "$work/calls.data"
done
if command -v mpifort >/dev/null &&
    mpifort -g -O1 -o bindings "$sources/bindings.f90" >build.log 2>&1; then
    same bindings 2
else
    skip "Fortran" "no Fortran program can be built"
fi
finish
