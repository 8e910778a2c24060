#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A job that hangs: which ranks are inside MPI, in which function and for how
# long, while it hangs and after it was killed; and what was recorded of its calls so
# far is recovered.
# Measures: ranks that wait.
. "${srcdir:-.}/tests/guest/lib.sh"

runs_several "$ends" finalize ||
    skip_all "mpirun fails with a job of several programs, without us, too"

[ "$sanitizer" != thread ] || skip_all "ThreadSanitizer has threads of its own"

# settled RESULT: it has hung for longer than it took to get there
settled () {
    json "$1" --per=rank && $known value "$1.json" '
        [row["counts"]["mpi::TIME"] > 0.7e9 * row["wall_s"]
         for row in data["rank"]] == [False, True, True, True]
        and data["rank"][0]["counts"]["mpi::TIME"]
        < 0.3e9 * data["rank"][0]["wall_s"]' >/dev/null
}

# inside RESULT: the snapshots have the ranks where they hang
inside () {
    grep -q "inside MPI_Recv.*: rank 1$" "$1.told" &&
        grep -q "inside MPI_Barrier.*: ranks 2-3$" "$1.told"
}

# hang NAME MODE [FIRST]: begin a job and recover it twice, into NAME-live.h5 and
# NAME.h5.  Rank 0 is a program of its own, with the mode FIRST or the same.
hang () {
    name=$1 mode=$2 first=${3:-$2}
    case $mode-$first in
    off-off) ready=true ;;
    *-off) ready="inside $name-live" ;;
    *) ready="settled $name-live.h5" ;;
    esac
    options="--backend=$stub -e stub::N1 -s none --checkpoint=$work/checkpoint
        --snapshot=0.1 -o $work/$name-end.h5"
    # shellcheck disable=SC2086
    become 1 "$hpmrun" --mpi="$first" $options "$guest/stuck" \
        : -np 3 "$hpmrun" --mpi="$mode" $options "$guest/stuck" \
        >"$name.out" 2>"$name.err" </dev/null &
    pid=$!
    for try in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24; do
        sleep 0.5
        grep -q "it hangs" "$name.out" || continue
        "$hpmagg" --recover checkpoint -o "$name-live.h5" --force --summary=none \
            2>"$name-live.told" || continue
        $ready && break
    done
    say "recovered at try $try"
    kill -KILL $(pgrep -P "$pid")
    kill -TERM "$pid"
    wait "$pid"
    "$hpmagg" --recover checkpoint -o "$name.h5" --summary=none 2>"$name.told"
    rm -rf "$work"/checkpoint/*
    sed 's/^/# /' "$name.told"
}

# where RESULT: where the ranks are
where () {
    ok "$1: rank 0 is outside" grep -qx "hpmagg: outside MPI: rank 0" "$1.told"
    ok "$1: rank 1 is in MPI_Recv" grep -Eqx \
        "hpmagg: inside MPI_Recv( for [0-9.]+ s)?: rank 1" "$1.told"
    ok "$1: the others are in MPI_Barrier" grep -Eqx \
        "hpmagg: inside MPI_Barrier( for [0-9.]+( to [0-9.]+)? s)?: ranks 2-3" \
        "$1.told"
    "$hpmagg" "$1.h5" >"$1.text"
    ok "$1: hpmagg shows it" grep -q "inside MPI_Recv" "$1.text"
}

# recorded RESULT: what is known of the calls
recorded () {
    json "$1.h5" --per=rank
    ok "$1: all calls are there" $known value "$1.h5.json" '
        {call["function"]: call["calls"] for call in data["mpi"]}
        == {"MPI_Comm_rank": 4, "MPI_Iprobe": 4 * 17 + 6, "MPI_Allreduce": 200,
            "MPI_Barrier": 4 + 2, "MPI_Recv": 1}'
    ok "$1: and each rank's" $known value "$1.h5.json" '
        [row["counts"]["mpi::CALLS"] for row in data["rank"]]
        == [1 + 50 + 17 + 1, 1 + 50 + 18 + 1 + 1, 1 + 50 + 19 + 1 + 1,
            1 + 50 + 20 + 1 + 1]'
    ok "$1: the time of the calls they are in, too" settled "$1.h5"
    ok "$1: counts are those of both threads" $known value "$1.h5.json" '
        [row["counts"]["stub::N1"] for row in data["rank"]]
        == [3000, 3002, 3004, 3006]'
    ok "$1: nothing is worth more than partial" $known value "$1.h5.json" '
        all (event["quality"] in ("partial", "unavailable", "absent")
             for event in data["events"])'
}

# within RESULT: of a call under way it is not known how its time is spent
within () {
    ok "$1: ranks ran and waited no longer in calls than at all" \
        $known value "$1.h5.json" '
        all (row["counts"]["mpi::" + clock] <= row["counts"]["os::" + clock] + 1e6
             for clock in ("CPU_TIME", "WAIT_TIME") for row in data["rank"])'
}

for mode in time split; do
    hang $mode $mode
    where $mode-live
    where $mode
    recorded $mode-live
    recorded $mode
    within $mode
done
python=
for try in python3 /usr/bin/python3; do
    $try -c "import h5py" 2>/dev/null && python=$try && break
done
if [ -n "$python" ]; then
    ok "split: time is inside MPI, or outside" \
        $python "$source_folder/tests/guest/split.py" split.h5
else
    skip "split: time is inside MPI, or outside" "no h5py"
fi

hang some time off
ok "only some ranks are timed: that is known of them" grep -Eqx \
    "hpmagg: inside MPI_Recv( for [0-9.]+ s)?: rank 1" some.told
ok "where the others are is not known" grep -q "not known .*: rank 0$" some.told
json some.h5
ok "the calls of the others are there" $known value some.h5.json '
    {call["function"]: call["calls"] for call in data["mpi"]}["MPI_Recv"] == 1'

hang off off
ok "without --mpi it is not known, which is said" grep -qx \
    "hpmagg: not known whether inside MPI, as calls are not recorded (--mpi): ranks 0-3" \
    off.told
finish
