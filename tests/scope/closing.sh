#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A program that closes its output, or its standard error, lets who reads them
# come to the end, and has its result all the same.
. "${srcdir:-.}/tests/scope/lib.sh"

# A shell of the system starts here, which knows no sanitizer.
not_for_strangers
closing="/usr/bin/env python3 $source_folder/tests/scope/closing.py"
outside=$top/tests/scope/outside
flags="--checkpoint=$work/checkpoint --summary=none --backend=$stub -e stub::N1"

# closes NAME WHAT COMMAND...
closes () {
    in_case "$1"
    result=$1.h5 what=$2
    shift 2
    # shellcheck disable=SC2086
    ok "alone it lets the reader go" $closing $what "$@"
    # shellcheck disable=SC2086
    ok "counted it lets the reader go" $closing $what "$hpmrun" $flags \
        -o "$work/$result" "$@"
    ok "there is a result" test -s "$result"
    ok "nothing of the snapshots remains" left_nothing
}

until_end='exec >&- 2>&-; timeout 30 cat >/dev/null; exit 7'
closes shell both sh -c "$until_end"
closes daemon both sh -c "exec 3<&0; (exec <&3; $until_end) & exec >&- 2>&-; wait \$!; exit 7"
closes elsewhere both sh -c "exec >/dev/null 2>/dev/null; timeout 30 cat; exit 7"
if [ -x "$outside" ]; then
    closes static output "$outside" close 7
else
    skip "a static program" "no program can be linked statically here"
fi
finish
