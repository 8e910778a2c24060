#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Every signal that somebody sends to hpmrun is the program's, where hpmrun
# counts it from outside: what comes of it is what comes of it without us.
. "${srcdir:-.}/tests/scope/lib.sh"

signalled=$top/tests/scope/signalled
[ -x "$signalled" ] || skip_all "no program can be linked statically here"
[ -z "$sanitizer" ] || skip_all "a sanitizer takes signals for its own"
signals_py="/usr/bin/env python3 $source_folder/tests/scope/signals.py"
ulimit -c 0

# shellcheck disable=SC2086
timeout 120 $signals_py "$signalled" >plain 2>plain.err
is $? 0 "all signals can be sent to the program by itself"
# shellcheck disable=SC2086
timeout 120 $signals_py "$hpmrun" --backend=none --summary=none -f \
    --checkpoint="$work/checkpoint" -o "$work/x.h5" "$signalled" >under 2>err
is $? 0 "all signals can be sent to hpmrun"
# hpmrun may have a group's SIGCONT before the kernel tells that the program has it,
# too, and passes it on then.
for try in 1 2 3; do
    grep '^group' plain >plain.group
    grep '^group' under | cmp -s plain.group - && break
    say "another group: try $try had another signal"
    grep -v '^group' under >under.others
    # shellcheck disable=SC2086
    SIGNALS=group timeout 120 $signals_py "$hpmrun" --backend=none \
        --summary=none -f --checkpoint="$work/checkpoint" -o "$work/x.h5" \
        "$signalled" >under.group 2>>err
    cat under.others under.group >under
done
for what in default handled ignored blocked group alarm; do
    grep "^$what" plain >plain.$what
    grep "^$what" under >under.$what
    ok "$what: the program is told the same, and ends so" \
        diff plain.$what under.$what
done
is "$(cat err)" "" "nothing is said"
ok "nothing of the snapshots remains" left_nothing
finish
