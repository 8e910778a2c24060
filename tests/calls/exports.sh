#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The library of the wrappers shows what its list names and needs the C library
# alone; the list has functions of all kinds by both their names, and those left
# out on purpose by none.
. "${srcdir:-.}/tests/calls/lib.sh"

map=$top/pmpi/calls/calls_exports.map
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
# generate WHAT HEADER
generate () {
    "$awk" -v what="$1" -f "$source_folder/pmpi/calls/calls.awk" \
        "$source_folder/pmpi/calls/calls.table" \
        "$source_folder/pmpi/calls/calls_function.in" "$2"
}

for again in 1 2; do
    generate wrappers "$top/pmpi/calls/calls_mpi.i" >made.$again
done
ok "the same input makes the same code" cmp made.1 made.2
# What the MPI library of a program shows, less what has a wrapper.
mpi=$(ldd "$programs/p2p" | sed -n 's/.*libmpi\.so[^ ]* => \([^ ]*\).*/\1/p')
if [ -n "$mpi" ] && command -v nm >/dev/null; then
    nm -D --defined-only "$mpi" | sed -n 's/.* [TW] \(MPIX\{0,1\}_[^@]*\).*/\1/p' |
        sort >shown
    ok "the MPI library shows its functions" test "$(wc -l <shown)" -gt 300
    sed -n 's/^ *\(MPI_.*\);$/\1/p' "$map" | sort >wrapped
    generate left "$top/pmpi/calls/calls_mpi.i" >left
    is "$(comm -23 shown wrapped | grep -v -f left)" "" \
        "each has a wrapper, or is named as having none"
else
    skip "functions of the MPI library" "no nm, or no libmpi.so"
fi

# Functions of a later standard.
{
    cat "$top/pmpi/calls/calls_mpi.i"
    echo 'int MPI_Send_c(const void *buf, MPI_Count count, MPI_Datatype datatype,
              int dest, int tag, MPI_Comm comm);
          int MPI_New(int a); int MPI_Wtime_c(int a);'
} >later.i
generate wrappers later.i >later.c
for expected in Send_c:P2P New:OTHER Wtime_c:OTHER; do
    name=${expected%:*}
    is "$(grep -A1 "name = \"MPI_$name\"" later.c | tr -s ' \n' ' ')" \
        " { .name = \"MPI_$name\", .kind = HPM_CALL_${expected#*:}, .sent = HPM_BYTES_NONE, .received = HPM_BYTES_NONE }, " \
        "MPI_$name of a later standard is recorded, without bytes"
done
echo "p2p nothing : Send" | cat "$source_folder/pmpi/calls/calls.table" - >wrong.table
ok "an error in the table is told" sh -c '! "$@" >/dev/null 2>said' sh "$awk" \
    -v what=wrappers -f "$source_folder/pmpi/calls/calls.awk" wrong.table \
    "$source_folder/pmpi/calls/calls_function.in" "$top/pmpi/calls/calls_mpi.i"
ok "the error names the word that is wrong" grep -q "no shape nothing" said
finish
