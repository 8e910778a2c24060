#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Calls of MPICH from C and Fortran give what they give without us, byte for byte,
# whatever is looked at, and the file has all ranks.
. "${srcdir:-.}/tests/mpich/lib.sh"

build_same
for ranks in 2 4; do
    same "messages-$ranks" $ranks ./messages "$work/data"
done
same together 4 ./together "$work/data"
for binding in MPI MPIF F08; do
    program=bindings-$(echo "$binding" | tr '[:upper:]' '[:lower:]')
    # With mpif.h, choice buffers have no interface that permits them.
    if command -v mpifort.mpich >/dev/null &&
        mpifort.mpich -g -O1 -std=legacy -fallow-argument-mismatch \
            -DBINDING_$binding -o "$program" \
            "$source_folder/tests/conformance/bindings.F90" >build.log 2>&1; then
        same "$program" 2 "./$program"
    else
        skip "$program" "no such Fortran program can be built"
    fi
done
finish
