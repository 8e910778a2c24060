#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmrun below hpmrun: each program is counted once, nothing is overwritten or
# left, and who would look for a file is told where the counts are.
. "${srcdir:-.}/tests/scope/lib.sh"

# Shells of the system start here, which know no sanitizer.
not_for_strangers
export HPM_BACKEND="$stub" HPM_EVENTS=stub::N1 HPM_SUMMARY=none
export HPM_CHECKPOINT="$work/checkpoint"
hello=$guest/ends
outside=$top/tests/scope/outside
told_once="hpmrun: hpmrun started hpmrun: the program is counted once"
told_below="hpmrun: this hpmrun runs below another one: the result is that of"

# nested NAME STATUS FILES TOLD COMMAND...: it ends so, and these files are there
# afterwards; TOLD is said once, or "" and nothing is.
nested () {
    in_case "$1"
    expected=$2 files=$3 told=$4
    shift 4
    rm -f ./*.h5
    "$@" >out 2>err </dev/null
    is $? "$expected" "the exit status is the program's"
    is "$(ls ./*.h5 2>/dev/null | tr -d '\n')" "$files" "these files are there"
    ok "nothing of the snapshots remains" left_nothing
    if [ -n "$told" ]; then
        is "$(grep -c "$told" err)" 1 "it is told once"
    fi
    is "$(grep hpm err | grep -vc "$told_once\|$told_below\|cannot run")" 0 "nothing else is told"
}

# holds FILE PROGRAM: the counts in it are this program's
holds () {
    "$hpmagg" --format=json "$1" >json
    ok "$1 is of $2" $known value json "run['command'].split()[0].endswith ('$2')"
}

nested direct 3 ./y.h5 "$told_once" \
    "$hpmrun" -o x.h5 "$hpmrun" -o y.h5 sh -c 'exit 3'
holds y.h5 sh
nested thrice 0 ./x.h5 "" \
    "$hpmrun" -o x.h5 "$hpmrun" "$hpmrun" ls
holds x.h5 ls
nested elsewhere 0 ./x.h5 "$told_once" \
    "$hpmrun" -o x.h5 "$hpmrun" --checkpoint="$work" ls
ok "nothing remains where the last one had them" \
    sh -c "! ls -d '$work'/hpmmpi-* 2>/dev/null"
nested none 127 "" "" "$hpmrun" -o x.h5 "$hpmrun" no-such-program
nested ranks 0 ./y.h5 "$told_once" mpirun --bind-to none -np 2 "$hpmrun" -o x.h5 \
    "$hpmrun" -o y.h5 "$hello" finalize
nested script 3 ./x.h5./y.h5 "" \
    "$hpmrun" -o x.h5 sh -c "'$hpmrun' -o y.h5 ls; exit 3"
holds x.h5 sh
holds y.h5 ls
nested same 3 ./x.h5 "$told_below" \
    "$hpmrun" -f -o x.h5 sh -c "'$hpmrun' ls; exit 3"
holds x.h5 ls
nested job 0 ./x.h5 "$told_below" "$hpmrun" -f -o x.h5 \
    sh -c "mpirun --bind-to none -np 2 '$hpmrun' '$hello' finalize; exit 0"
holds x.h5 ends
nested replaced 0 ./y.h5 "$told_once" \
    "$hpmrun" -o x.h5 sh -c "exec '$hpmrun' -o y.h5 ls"
holds y.h5 ls
if [ -x "$outside" ]; then
    nested static 5 ./x.h5 "$told_once" \
        "$hpmrun" -o x.h5 "$hpmrun" "$outside" exit 5
    holds x.h5 outside
else
    skip "a static program" "no program can be linked statically here"
fi
in_case ""
"$hpmrun" -o after.h5 true 2>err
is "$(cat err)" "" "the next run finds nothing that was cut short"
finish
