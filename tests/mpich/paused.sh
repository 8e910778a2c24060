#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Signals start and stop counting under MPICH: those that its mpirun hands on, and
# those that ranks get themselves.  MPICH's library takes SIGUSR1, too, and calls
# who had it.
# Measures: pauses that a clock tells.
. "${srcdir:-.}/tests/mpich/lib.sh"

paused_py="/usr/bin/env python3 $source_folder/tests/scope/paused.py"
build paused tests/scope/paused.c -DWITH_MPI -pthread || {
    cat paused.log
    bail_out "no MPI program can be built"
}

become () {
    exec "$mpirun" -np "$@"
}

# told NAME FLAGS SEND-START SEND-STOP: a run whose program asks for the signals,
# which these commands send.
told () {
    name=$1 set_flags=$2 start=$3 stop=$4
    rm -rf asked
    mkdir asked
    # shellcheck disable=SC2086
    become 2 "$hpmrun" $set_flags --checkpoint="$work/checkpoint" \
        --summary=none -o "$name.h5" --backend="$stub" -e stub::N1 ./paused \
        first "$work/asked" >"$name.out" 2>"$name.err" </dev/null &
    pid=$!
    while kill -0 $pid 2>/dev/null; do
        if [ -e asked/start ]; then
            rm asked/start
            $start
        elif [ -e asked/stop ]; then
            rm asked/stop
            $stop
        else
            sleep 0.02
        fi
    done
    wait $pid
    is $? 0 "$name: ends well"
    is "$(cat "$name.err")" "" "$name: nothing is said, as both signals arrive"
    "$hpmagg" --format=json --per=thread "$name.h5" >"$name.json"
    ok "$name: all threads have counted what they should" \
        $paused_py "$name.json" "$name.out"
    ok "$name: both ranks have 4 threads of the program" $known value \
        "$name.json" 'sorted (row["rank"] for row in data["thread"]
            if row["name"][0] == "w") == [0] * 4 + [1] * 4'
    ok "$name: nothing of the snapshots remains" left_nothing
}

to_mpirun () {
    kill "-$1" $pid
}

# Of the processes below mpirun, those of the program.
to_ranks () {
    for proxy in $(pgrep -P $pid); do
        kill "-$1" $(pgrep -P "$proxy")
    done
}

told mpirun --start=paused\ --signals=USR1,ALRM "to_mpirun USR1" "to_mpirun ALRM"
told ranks --start=paused "to_ranks USR1" "to_ranks USR2"
finish
