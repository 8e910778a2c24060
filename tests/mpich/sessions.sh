#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A program of MPI Sessions is counted from its first session until it has none, with
# and without MPI_Init beside them.
. "${srcdir:-.}/tests/mpich/lib.sh"

build sessions tests/mpich/sessions.c ||
    skip_all "MPICH's compiler builds no program of MPI Sessions"

# sorted NAME...: ranks may print in any order.
sorted () {
    for name; do
        sort -o "$name" "$name"
    done
}

for kind in none init again late; do
    plain $kind 3 ./sessions $kind
    if [ "$(cat $kind.plain-status)" != 0 ]; then
        skip "sessions $kind: it runs as without us" "this MPICH fails there without us, too"
        continue
    fi
    flags="--backend=$stub -e stub::N1"
    guest $kind 3 ./sessions $kind
    sorted $kind.plain $kind.guest
    undisturbed $kind
    ok "$kind: hpmagg prints JSON" json $kind.h5 --per=rank
    ok "$kind: all ranks are there, from the first session to the last" \
        $known value $kind.h5.json '
            run["scope"] == "from the first MPI session to the last"
            and [r["status"] for r in data["rank"]] == ["complete"] * 3'
    ok "$kind: nothing of the snapshots remains" left_nothing
    flags=--summary=none
    ok "$kind: its record stream can be had" streamed time 3 ./sessions $kind
    ok "$kind: it has its calls and bytes" compare calls stdout
done
if [ -f late.stderr ]; then
    is "$(grep -c "because counting ended with the last MPI session" late.stderr)" 1 \
        "MPI_Init after the last session is told once to be not counted"
fi

flags="--backend=$stub -e stub::N1 --mpi=off"
guest off 2 ./sessions
ok "--mpi=off: hpmagg prints JSON" json off.h5
ok "--mpi=off: both ranks are there" $known value off.h5.json \
    'run["status"] == "complete" and run["ranks"] == 2'
flags="--backend=$stub -e stub::N1 --scope=process"
guest process 2 ./sessions
ok "--scope=process: hpmagg prints JSON" json process.h5
ok "--scope=process: both ranks are there" $known value process.h5.json \
    'run["status"] == "complete" and run["ranks"] == 2'

# Of two programs the second runs without us.
timeout 60 "$mpirun" -np 2 "$hpmrun" --summary=none --checkpoint="$work/checkpoint" \
    -o mixed.h5 ./sessions : -np 2 ./sessions >mixed 2>mixed.stderr </dev/null
is $? 0 "a job of two programs, one without us, ends"
ok "a job of two programs: hpmagg prints JSON" json mixed.h5 --per=rank
ok "a job of two programs: those with us are there" $known value mixed.h5.json \
    '[r["status"] for r in data["rank"]] == ["complete"] * 2 + ["missing"] * 2'
finish
