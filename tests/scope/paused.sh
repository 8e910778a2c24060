#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Signals start and stop counting: all threads, whenever they were born or ended,
# and all ranks, to the last count.
# Measures: pauses that a clock tells.
. "${srcdir:-.}/tests/scope/lib.sh"

unset GUEST_SANITIZER # hpmrun would warn about it
paused=$top/tests/scope/paused
own_signal=$top/tests/scope/own_signal
paused_py="/usr/bin/env python3 $source_folder/tests/scope/paused.py"

# refuses TEXT FLAG...: hpmrun says so, and starts nothing.
refuses () {
    text=$1
    shift
    "$hpmrun" "$@" touch started >/dev/null 2>told
    is $? 2 "$*: it is an error"
    has told "$text" "$*: which says why"
    ok "$*: nothing was started" test ! -e started
}
refuses "no signal has the name 'USR3'" --signals=USR1,USR3
refuses "no signal has the name ''" --signals=,USR1
refuses "'USR1' is not two signals" --signals=USR1
refuses "'USR1,' is not two signals" --signals=USR1,
refuses "'A,B,C' is not two signals" --signals=A,B,C
refuses "the signal 'KILL' cannot start or stop counting" --signals=USR1,KILL
refuses "the signal 'SIGSEGV' cannot" --signals=SIGSEGV,USR1
refuses "must not be the same" --signals=USR1,SIGUSR1
refuses "exclude each other" --start=paused --mpi=split
refuses "paused" --start=never

# run NAME FLAGS ARGUMENT...: the program, alone, and its counts.
run () {
    name=$1
    set_flags=$2
    shift 2
    # shellcheck disable=SC2086
    "$hpmrun" --checkpoint="$work/checkpoint" --snapshot=0.1 --summary=none \
        -o "$name.h5" --backend="$stub" -e stub::N1 $set_flags "$paused" "$@" \
        >"$name.out" 2>"$name.err"
    is $? 0 "$name: ends well"
    check "$name"
}

check () {
    "$hpmagg" --format=json --per=thread "$1.h5" >"$1.json"
    ok "$1: all threads have counted what they should" \
        $paused_py "$1.json" "$1.out"
    ok "$1: nothing is said" cmp /dev/null "$1.err"
    ok "$1: nothing of the snapshots remains" left_nothing
}

run paused --start=paused first
run now --signals now
run names --signals=SIGUSR1,USR2 now
ok "paused: the file knows the parts" $known value paused.json \
    'run["periods"] == 3 and run["paused_s"] > 0'
ok "now: the file knows the parts" $known value now.json \
    'run["periods"] == 3 and run["paused_s"] > 0'
# The program lets 0.3 s pass in a pause, and more may pass anywhere.  A worker that
# is alive at the end, as w57, is read a while after the run was over.
ok "paused: times are without the pauses" $known value paused.json '
    run["paused_s"] > 0.3 and all (w < 1e-6 + (lambda at: (at ("end_time")
        - at ("start_time")).total_seconds ()) (lambda name:
            __import__ ("datetime").datetime.fromisoformat (run[name][:26]))
        - 0.3 for w in [run["wall_s"]] + [row["wall_s"]
        for row in data["thread"]
        if row["name"] in ("w330", "w119", "w200")])'
ok "paused: nothing is less than 0" $known value paused.json '
    all (count_of (row, name) >= 0 for row in data["thread"]
         for name in row["counts"] if count_of (row, name) is not None)'
"$hpmagg" paused.h5 >text
has text "in 3 parts of the run" "hpmagg says that counting paused"

run nothing --start=paused nothing
ok "nothing: no time was counted" $known value nothing.json \
    'run["periods"] == 0 and run["wall_s"] == 0'
"$hpmagg" nothing.h5 >text
ok "nothing: hpmagg shows it" grep -q "in 0 parts of the run" text
ok "nothing: no run is called short" grep -q "no part of the run was counted" text

# What the program does with a signal wins; its children know nothing of ours.
"$own_signal" >plain
"$hpmrun" --signals --summary=none -o own.h5 $flags "$own_signal" >own 2>told
ok "a handler of the program's own is called, a child dies of the signal" \
    cmp plain own
is "$(cat told)" \
    "hpmmpi: the program uses SIGUSR1 itself: it does not start counting" \
    "it is said, once, that the signal does not start counting"
# Ranks, told by mpirun; their threads, too.
mkdir asked
become 4 "$hpmrun" --start=paused --checkpoint="$work/checkpoint" --summary=none \
    -o mpi.h5 --backend="$stub" -e stub::N1 "$paused-mpi" first "$work/asked" \
    >mpi.out 2>mpi.err </dev/null &
pid=$!
while kill -0 $pid 2>/dev/null; do
    if [ -e asked/start ]; then
        rm asked/start
        kill -USR1 $pid
    elif [ -e asked/stop ]; then
        rm asked/stop
        kill -USR2 $pid
    else
        sleep 0.02
    fi
done
wait $pid
is $? 0 "mpi: ends well"
sed -i '/Forwarding signal/d' mpi.err # says mpirun
check mpi
ok "mpi: all ranks have 4 threads of the program" $known value mpi.json '
    sorted (row["rank"] for row in data["thread"] if row["name"][0] == "w")
    == [r for r in range (4) for i in range (4)]'

not_for_strangers
"$hpmrun" --checkpoint="$work/checkpoint" --summary=none -o none.h5 $flags \
    sh -c 'kill -USR1 $$' 2>told
is $? 138 "without being asked, no signal is touched"
finish
