#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Calls of MPICH from C and Fortran give what they give without us, byte for byte,
# whatever is looked at, and the file has all ranks.
. "${srcdir:-.}/tests/mpich/lib.sh"

for program in messages together; do
    build $program tests/conformance/$program.c || {
        cat $program.log
        bail_out "no MPI program can be built"
    }
done
count="--backend=$stub -e stub::N1"

# same NAME RANKS COMMAND...
same () {
    name=$1 ranks=$2
    shift 2
    plain "$name" "$ranks" "$@"
    is "$(cat "$name.plain-status")" 0 "$name: the plain run ends well"
    ok "$name: it says something" test -s "$name.plain"
    for mode in off time split; do
        flags="$count --mpi=$mode -f"
        guest "$name" "$ranks" "$@"
        # With MPICH 4.0.2 what together puts into a window differs between runs of
        # its own.
        sed -i '/^window: /d' "$name.plain" "$name.guest"
        undisturbed "$name" "--mpi=$mode: "
        ok "$name: --mpi=$mode has its result file" json "$name.h5" --per=rank
        ok "$name: --mpi=$mode: the file has all ranks, and MPICH's name" \
            $known value "$name.h5.json" "
                run['status'] == 'complete' and run['ranks'] == $ranks
                and [r['status'] for r in data['rank']] == ['complete'] * $ranks
                and run['mpi_library'].startswith ('MPICH Version: ')
                and '\\n' not in run['mpi_library']
                and run['mpi_standard'][0] in '345'"
    done
}

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
