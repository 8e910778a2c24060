# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of hpmstat share, beside what tests of runs do.
#
#   $hpmstat    the staged command
#   $processors how many are online
. "${srcdir:-.}/tests/run/lib.sh"

hpmstat=$(dirname "$hpmrun")/hpmstat
processors=$(getconf _NPROCESSORS_ONLN)
brackets="/usr/bin/env python3 $source_folder/tests/stat/brackets.py"

# run ARGUMENT...: hpmstat with its output in out and err, its exit status in
# $status.
run () {
    "$hpmstat" "$@" >out 2>err </dev/null
    status=$?
}

# refuses STATUS TEXT ARGUMENT...: hpmstat ends with this status and this one line
# (after "hpmstat: "), and nothing ran.
refuses () {
    wanted=$1
    text="hpmstat: $2"
    shift 2
    rm -f started
    run "$@"
    ok "hpmstat $* is refused: $text" \
        test "$status:$(cat err)" = "$wanted:$text" ||
        say "status $status: $(cat err)"
    [ ! -s out ] && [ ! -e started ] || ok "nothing ran or was printed" false
}

# may_count: whether the kernel permits it.
may_count () {
    "$hpmstat" -q -- true >/dev/null 2>"$work/may_count"
}
