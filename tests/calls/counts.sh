#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Calls and bytes of every function are those that the program knows it made.
. "${srcdir:-.}/tests/calls/lib.sh"

# as_known MODE RANKS PROGRAM [ARGUMENT...]
as_known () {
    ok "$3 on $2 ranks, --mpi=$1, runs" streamed "$@" || return
    ok "$3 on $2 ranks, --mpi=$1, finds what it expects" \
        sh -c '! grep -v "^expect " stdout'
    ok "$3 on $2 ranks, --mpi=$1, has its calls and bytes" compare calls stdout
    ok "$3 on $2 ranks, --mpi=$1: events of calls are the sums of its calls" \
        compare columns
}

as_known time 2 "$programs/p2p"
as_known split 2 "$programs/p2p"
ok "a program of messages of known sizes runs" \
    streamed time 2 "$programs/sizes"
ok "sizes of messages are in powers of two" compare sizes 0 p2p 0:2:0 1:1:1 2:2:5 3:1:4 11:1:1024
ok "sizes of collectives are in powers of two" compare sizes 1 collective 0:1:0 4:2:20
ok "a program that starts several messages at a time runs" \
    streamed time 2 "$programs/started"
ok "each of them is a message" compare sizes 0 p2p 7:10:1000
ok "each is one of those that MPI_Startall sends" compare sizes 0 started 7:10:1000
ok "what it starts to receive is none of them" compare sizes 1 started
ok "a run of that leaves a result" counted 2 started.h5 "$programs/started"
"$hpmagg" --mpi=MPI_Startall started.h5 >out
ok "the mean size of MPI_Startall is that of its messages" \
    grep -q '^MPI_Startall  *10 .* 100 B *$' out
for ranks in 2 3 5; do
    as_known time $ranks "$programs/collectives"
done
rm -f data
as_known time 3 "$programs/others" data
rm -f data
as_known split 2 "$programs/others" data

for binding in mpif mpi f08; do
    if there_is fortran_$binding; then
        as_known time 2 "$programs/fortran_$binding"
    else
        skip "calls from Fortran, $binding" "no Fortran compiler for MPI"
    fi
done

ok "threads that call at the same time are recorded" streamed time 1 "$programs/threads" 6
ok "each thread has its own counts" compare threads 0 MPI_Send \
    w0:1:4 w1:2:16 w2:3:36 w3:4:64 w4:5:100 w5:6:144
flags="--summary=none --mpi=time"
rm -f t.h5
ok "hpmagg shows the time in MPI" counted 1 t.h5 "$programs/threads" 6
json t.h5 --per=thread
ok "hpmagg shows the time of each of them" python3 -c '
import json
rows = json.load (open ("t.h5.json"))["thread"]
workers = [r for r in rows if r["name"].startswith ("w")]
assert len (workers) == 6, rows
for r in workers:
    assert r["mpi_s"] > 0 and r["useful_s"] >= 0, r
    assert abs (r["mpi_s"] - 1e-9 * r["counts"]["mpi::TIME"]) < 1e-12, r
    assert abs (r["wall_s"] - r["mpi_s"] - r["useful_s"]) < 1e-12, r
assert not any ("mpi_s" in r for r in rows if r["role"] == "mpi")'
flags=--summary=none
ok "more threads than have rows" streamed time 1 "$programs/threads" 2 300
ok "their calls are added up in one row" compare columns
ok "lose no call" compare value \
    'sum(c["calls"] for c in ranks[0]["calls"] if c["name"] == "MPI_Send") == 303'
finish
