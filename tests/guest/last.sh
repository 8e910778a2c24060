#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Whose code a process ends with when its threads end one by one, and that its
# counts are in a file: beside the same without us.
. "${srcdir:-.}/tests/guest/lib.sh"

[ -z "$sanitizer" ] || skip_all "a sanitizer's run time has threads of its own"
last=$top/tests/guest/last
ways="pthread_exit SYS_exit"
[ "$(uname -m)" != x86_64 ] || ways="$ways instruction"

for first in $ways; do
    for later in return pthread_exit SYS_exit SYS_exit_group exit _exit; do
        in_case "$first, then $later"
        timeout 60 "$last" "$first" $later
        expected=$?
        timeout 60 "$hpmrun" --backend=none --summary=none -f \
            --checkpoint="$work/checkpoint" -o last.h5 "$last" "$first" $later
        is $? $expected "the exit status is the same"
        ok "what was counted is in a file" test -s last.h5
        ok "the file has the command" sh -c '"$1" --format=json last.h5 |
            grep -q "\"command\": \"[^ ]*last '"$first $later"'\""' sh "$hpmagg"
        keep_result last.h5
        rm -f last.h5
    done
done
ok "nothing of the snapshots remains" left_nothing
finish
