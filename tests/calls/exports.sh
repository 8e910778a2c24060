#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The library of the wrappers shows what its list names and needs the C library
# alone; the list has functions of all kinds by both their names, and those left
# out on purpose by none.
. "${srcdir:-.}/tests/calls/lib.sh"

map=$top/pmpi/wrap/calls_exports.map
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
calls=$source_folder/pmpi/wrap
signatures=$calls/signatures.table
# generate WHAT SIGNATURES
generate () {
    "$awk" -v what="$1" -f "$calls/calls.awk" "$calls/calls.table" \
        "$calls/calls_function.in" "$2"
}

for again in 1 2; do
    generate wrappers "$signatures" >made.$again
done
ok "the same input makes the same code" cmp made.1 made.2

# What each mpi.h declares is what the table of signatures says of it, but for
# functions that have no wrapper.
sed '/^#/d; /^$/d' "$signatures" | sort >known
generate left "$signatures" >left
for compiler in $(command -v mpicc.openmpi || command -v mpicc) \
    $(command -v mpicc.mpich); do
    name=${compiler##*/}
    echo '#include <mpi.h>' >header.c
    if ! "$compiler" -E header.c >header.i 2>said; then
        skip "$name" "it does not find mpi.h"
        continue
    fi
    "$awk" -f "$calls/signatures.awk" header.i | sort >declared
    ok "$name: its mpi.h declares functions" test "$(wc -l <declared)" -gt 300
    is "$(comm -23 declared known | sed 's/^/MPI_/; s/:.*//' | grep -v -f left)" "" \
        "$name: each has the signature of the table"
done

# What the MPI library of a program shows, less what has a wrapper.
# shown_by NAME LIBRARY
shown_by () {
    nm -D --defined-only "$2" | sed -n 's/.* [TW] \(MPIX\{0,1\}_[^@]*\).*/\1/p' |
        sort >shown
    ok "$1 shows its functions" test "$(wc -l <shown)" -gt 300
    sed -n 's/^ *\(MPI_.*\);$/\1/p' "$map" | sort >wrapped
    is "$(comm -23 shown wrapped | grep -v -f left)" "" \
        "each that $1 shows has a wrapper, or is named as having none"
}
mpi=$(ldd "$programs/p2p" | sed -n 's/.*libmpi\.so[^ ]* => \([^ ]*\).*/\1/p')
mpich=$(command -v mpicc.mpich >/dev/null && mpicc.mpich -show |
    sed -n 's/.*-L\([^ ]*\).*/\1/p')/libmpich.so
for library in $mpi $mpich; do
    if [ -f "$library" ] && command -v nm >/dev/null; then
        shown_by "${library##*/}" "$library"
    else
        skip "functions of ${library##*/}" "no nm, or no such library"
    fi
done

# Functions of a later standard.
{
    cat "$signatures"
    echo 'New: int'
    echo 'Wtime_c: int'
} >later.table
generate wrappers later.table >later.c
for expected in Send_c:P2P New:OTHER Wtime_c:OTHER; do
    name=${expected%:*}
    is "$(grep -A1 "name = \"MPI_$name\"" later.c | tr -s ' \n' ' ')" \
        " { .name = \"MPI_$name\", .kind = HPM_CALL_${expected#*:}, .sent = HPM_BYTES_NONE, .received = HPM_BYTES_NONE }, " \
        "MPI_$name of a later standard is recorded, without bytes"
done
echo "p2p nothing : Send" | cat "$source_folder/pmpi/wrap/calls.table" - >wrong.table
ok "an error in the table is told" sh -c '! "$@" >/dev/null 2>said' sh "$awk" \
    -v what=wrappers -f "$calls/calls.awk" wrong.table \
    "$calls/calls_function.in" "$signatures"
ok "the error names the word that is wrong" grep -q "no shape nothing" said
finish
