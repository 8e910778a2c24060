#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Under a batch system, what is local to a node is gone when the job is: the
# snapshots are copied to the folder of the result file.  The batch system is its
# variable here, and the node's end is the removal of what the run left there.
. "${srcdir:-.}/tests/guest/lib.sh"

SLURM_JOB_ID=hpmtest$$
export SLURM_JOB_ID
mkdir results
flags="--backend=$stub -e stub::N1 --snapshot=0.1 -s none"
p=partial

# node_ends: what was local to the node is gone
node_ends () {
    is "$(ls -d /dev/shm/hpmmpi-*-"$SLURM_JOB_ID"-* | wc -l)" 1 \
        "$1: the snapshots were on the node"
    rm -rf /dev/shm/hpmmpi-*-"$SLURM_JOB_ID"-*
}

# copied NAME STATUS...: what is in the folder of the results is enough
copied () {
    name=$1
    shift
    ok "$name: its copy is recovered" "$hpmagg" --recover results --summary=none \
        -o "$name.h5"
    json "$name.h5" --per=rank
    ok "$name: all counts are there" $ends_py "$name.h5.json" "$@"
    is "$(find results -name '*.checkpoint' -o -name '*.h5' | wc -l)" 1 \
        "$name: nothing but the copy was there"
    rm -rf results/*
}

for kind in exit MPI_Abort; do
    # shellcheck disable=SC2086
    launch 2 "$hpmrun" $flags -o results/x.h5 "$ends" $kind >out 2>err </dev/null
    node_ends $kind
    copied $kind $p $p
done

# Nobody has time for a last copy.
# shellcheck disable=SC2086
become 3 "$hpmrun" $flags -d results "$ends" hang >out 2>err </dev/null &
pid=$!
for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    sleep 0.5
    [ -e "$(echo results/hpmmpi-*/*.checkpoint)" ] && break
done
say "a copy at try $try"
ok "a copy is made while the job runs" test -e "$(echo results/hpmmpi-*/*.checkpoint)"
kill -KILL $(pgrep -P $pid)
kill -TERM $pid
wait $pid
node_ends hang
copied hang $p $p $p

# A run that ends well leaves nothing, though it was long enough for a copy.
# shellcheck disable=SC2086
launch 2 "$hpmrun" $flags --snapshot=0.02 -o results/x.h5 "$ends" finalize \
    >out 2>err </dev/null
is "$(ls results)" x.h5 "a run that ends well leaves its result"
is "$(ls -d /dev/shm/hpmmpi-*-"$SLURM_JOB_ID"-* 2>/dev/null)" "" \
    "a run that ends well leaves nothing on the node"

# Who names a place gets no copies.
# shellcheck disable=SC2086
launch 2 "$hpmrun" $flags --checkpoint="$work/checkpoint" -o results/y.h5 "$ends" exit \
    >out 2>err </dev/null
is "$(ls results)" x.h5 "with --checkpoint there is no copy"
rm -rf "$work"/checkpoint/*

# No place for copies: it is said, and the run goes on; unless it is over before
# anybody looked for one.
for try in 1 2 3 4 5 6; do
    rm -rf /dev/shm/hpmmpi-*-"$SLURM_JOB_ID"-*
    launch 2 env LD_PRELOAD="$library" HPM_OUTPUT="$work/none/x.h5" \
        HPM_SUMMARY=none HPM_SNAPSHOT=0.1 HPM_BACKEND="$stub" HPM_EVENTS=stub::N1 \
        "$ends" exit >out 2>err </dev/null
    if grep -q "no copy of the snapshots" err || [ $try = 6 ]; then break; fi
done
is "$(grep -c "no copy of the snapshots that outlives the job" err)" 1 \
    "no place for a copy: it is said once"
node_ends "no place"
finish
