#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A job of several programs gives one file; where some of them run without us,
# nobody waits for them, and they are missing in the file.
. "${srcdir:-.}/tests/guest/lib.sh"

runs_several "$ends" finalize ||
    skip_all "mpirun fails with a job of several programs, without us, too"

# job NAME PARTS STATUS...: PARTS are words "w" (wrapped) and "p" (plain), one
# for each program, of two ranks.
job () {
    name=$1 parts=$2
    shift 2
    command=
    for part in $parts; do
        [ "$part" = w ] && start="$hpmrun --backend=$stub -e stub::N1 \
            --summary=none --checkpoint=$work/checkpoint -o $work/$name.h5" || start=
        command="$command : -np 2 $start $ends finalize"
    done
    # shellcheck disable=SC2086
    timeout 60 mpirun --bind-to none ${command# :} >"$name.guest" \
        2>"$name.stderr" </dev/null
    is $? 0 "$name: it ends"
    ok "$name: there is one file" test -e "$name.h5"
    ok "$name: hpmagg prints JSON" sh -c \
        "'$hpmagg' --format=json --per=rank '$name.h5' >'$name.json'"
    ok "$name: its ranks" $ends_py "$name.json" "$@"
    ok "$name: nothing of the snapshots remains" left_nothing
}

c=complete m=missing
job all "w w" $c $c $c $c
job first "w p" $c $c $m $m
job second "p w" $m $m $c $c
job outer "w p w" $c $c $m $m $c $c

# Another result file than that of the first program is not made, which is said.
timeout 60 mpirun --bind-to none \
    -np 2 "$hpmrun" --backend=none --summary=none -o "$work/one.h5" "$ends" finalize \
    : -np 2 "$hpmrun" --backend=none --summary=none -o "$work/two.h5" "$ends" finalize \
    : -np 1 "$hpmrun" --backend=none --summary=none -o "$work/one.h5" "$ends" finalize \
    >out 2>err </dev/null
is "$(ls "$work"/one.h5 "$work"/two.h5 2>/dev/null)" "$work/one.h5" \
    "a job whose programs name two files makes that of the first"
is "$(cat err)" "hpmmpi: $work/two.h5 is not written: all ranks of the job are in \
the result file of its first program" "who named the other one is told so, once"
finish
