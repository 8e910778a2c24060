#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Calls of MPI from C and Fortran give what they give without us, byte for byte,
# whatever is looked at.
. "${srcdir:-.}/tests/guest/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "no program that was built without it bears libtsan"

sources=$source_folder/tests/conformance

# same PROGRAM RANKS [ARGUMENT...]
same () {
    name=$1 ranks=$2
    shift 2
    plain "$name" "$ranks" "./$name" "$@"
    is "$(cat "$name.plain-status")" 0 "$name on $ranks ranks: the plain run ends well"
    ok "$name on $ranks ranks: it says something" test -s "$name.plain"
    for mode in off time split; do
        flags="--backend=$stub -e stub::N1 --mpi=$mode -f"
        guest "$name" "$ranks" "./$name" "$@"
        undisturbed "$name" "$ranks ranks, --mpi=$mode: "
        ok "$name on $ranks ranks: --mpi=$mode has its result file" json "$name.h5"
    done
}

for program in messages together; do
    mpicc -g -O1 -D_GNU_SOURCE -o $program "$sources/$program.c" ||
        bail_out "no MPI program can be built"
    for ranks in 2 4; do
        same $program $ranks "$work/data"
    done
done
for binding in MPI MPIF F08; do
    program=bindings-$(echo "$binding" | tr '[:upper:]' '[:lower:]')
    # With mpif.h, choice buffers have no interface that permits them.
    if command -v mpifort >/dev/null &&
        mpifort -g -O1 -std=legacy -DBINDING_$binding -o "$program" \
            "$sources/bindings.F90" >build.log 2>&1; then
        same "$program" 2
    else
        skip "$program" "no such Fortran program can be built"
    fi
done
finish
