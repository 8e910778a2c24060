#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Parts of all sizes come to rank 0 whole and in order, whatever way they take, and
# no rank sends more than its own because another one's is large; under Open MPI
# and under MPICH.
. "${srcdir:-.}/tests/run/lib.sh"

jobs="usual one-large large small-window unlike-windows other-table
    other-table-large other-table-in-pieces nothing failed failed-large worthless"

# bring MPI RANKS LAUNCHER PROGRAM: all jobs, in one run.
bring () {
    mpi=$1 ranks=$2
    timeout -k 10 300 "$3" -np "$ranks" "$4" "$work" >"$mpi-$ranks" 2>&1 ||
        echo "it ended with $?" >>"$mpi-$ranks"
    grep -v '^right' "$mpi-$ranks" | sed 's/^/# /'
    for job in $jobs; do
        ok "$mpi, $ranks ranks, $job: the stream has all parts in order" \
            grep -qx "right $job" "$mpi-$ranks"
    done
}

for ranks in 1 2 3 8 40; do
    bring "Open MPI" $ranks mpirun "$top/tests/gather/bring"
done
# Beyond 128 ranks they agree by a reduction, beyond 1,024 they send along a tree: here
# beyond 4 and 6.
for ranks in 4 5 6 7 24; do
    bring "as of many" $ranks mpirun "$top/tests/gather/bring-many"
done

if [ -z "$sanitizer" ] && command -v mpicc.mpich >/dev/null; then
    sources=
    for source in $(cat "$top/tests/gather/sources"); do
        sources="$sources $source_folder/$source"
    done
    # shellcheck disable=SC2086
    mpicc.mpich -D_GNU_SOURCE -g -O1 -I"$source_folder" -I"$source_folder/include" \
        -I"$top" -o bring $sources "$top/.libs/libbase.a" -lpthread >build.log 2>&1 ||
        bail_out "mpicc.mpich fails: $(cat build.log)"
    for ranks in 1 2 8; do
        bring MPICH $ranks mpirun.mpich ./bring
    done
fi
finish
