#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The library of the wrappers shows what its list names and needs the C library
# alone; the list has every function of mpi.h that is not left out on purpose,
# by both its names.
srcdir=${srcdir:-.}
export srcdir
library=.libs/libhpmmpi-calls.so
map=pmpi/calls_exports.map
[ -f "$library" ] || { echo "1..0 # SKIP no $library"; exit 0; }
san=
[ -z "$(sed -n "s/^sanitizer='\(.*\)'/\1/p" tests/run/settings.sh)" ] ||
    san="libasan.so.8 libubsan.so.1 libtsan.so.2"
# shellcheck disable=SC2086
"$srcdir/scripts/check-exports" "$library" "$map" $san | sed 's/^1\.\.3/1..5/'
has () {
    grep -q "^ *$1;" "$map" && grep -q "^ *P$1;" "$map"
}
missing=
for name in MPI_Send MPI_Isend MPI_Ineighbor_alltoallw MPI_File_iread_at_all \
    MPI_Rget_accumulate MPI_Dist_graph_create_adjacent MPI_Win_flush_local_all \
    MPI_Waitsome MPI_Comm_spawn_multiple; do
    has $name || missing="$missing $name"
done
[ -z "$missing" ] && echo "ok 4 - functions of all kinds have wrappers" ||
    echo "not ok 4 - functions of all kinds have wrappers: $missing"
grep -qE ' (P?MPI_(Init|Finalize|Wtime|Pcontrol|[A-Za-z]*_[cf]2[cf]));' "$map" &&
    printf 'not ' ; echo "ok 5 - what is left out has none"
