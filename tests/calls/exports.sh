#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The library of the wrappers shows what its list names and needs the C library
# alone; the list has functions of all kinds by both their names, and those left
# out on purpose by none.
. "${srcdir:-.}/tests/calls/lib.sh"

map=$top/pmpi/calls_exports.map
scripts=$source_folder/scripts

# listed NAME
listed () {
    grep -q "^ *$1;" "$map" && grep -q "^ *P$1;" "$map"
}

if [ -n "$sanitizer" ]; then
    skip "exports" "the sanitizer exports symbols of its own"
else
    ok "it shows what its list names, and needs no other library" \
        "$scripts/check-exports" "$calls_library" "$map"
fi
for name in MPI_Send MPI_Isend MPI_Ineighbor_alltoallw MPI_File_iread_at_all \
    MPI_Rget_accumulate MPI_Dist_graph_create_adjacent \
    MPI_Win_flush_local_all MPI_Waitsome MPI_Comm_spawn_multiple; do
    ok "$name has its wrappers" listed $name
done
for name in MPI_Init MPI_Finalize MPI_Wtime MPI_Pcontrol MPI_Comm_f2c \
    MPI_Status_c2f; do
    ok "$name has none" sh -c '! grep -q " P*$1;" "$2"' sh $name "$map"
done
awk=$(command -v mawk || command -v gawk || command -v awk)
for again in 1 2; do
    "$awk" -v what=wrappers -f "$source_folder/pmpi/calls.awk" \
        "$source_folder/pmpi/calls.table" \
        "$source_folder/pmpi/calls_function.in" "$top/pmpi/calls_mpi.i" \
        >made.$again
done
ok "the same input makes the same code" cmp made.1 made.2
echo "p2p nothing : Send" | cat "$source_folder/pmpi/calls.table" - >wrong.table
ok "an error in the table is told" sh -c '! "$@" >/dev/null 2>said' sh "$awk" \
    -v what=wrappers -f "$source_folder/pmpi/calls.awk" wrong.table \
    "$source_folder/pmpi/calls_function.in" "$top/pmpi/calls_mpi.i"
ok "with the word that is wrong" grep -q "no shape nothing" said
finish
