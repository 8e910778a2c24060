# SPDX-License-Identifier: BSD-3-Clause
# shellcheck shell=sh
#
# What the tests of runs that change on their way share.
. "${srcdir:-.}/tests/run/lib.sh"

change=$top/tests/line/change
check="/usr/bin/env python3 $source_folder/tests/line/check.py"
flags="--summary=none --backend=$top/tests/calls/work_backend.so
       --events=work::DONE --interval=0.05"

# both NAME: rows of the phases, and of the intervals
both () {
    json "$1.h5" --per=interval
    mv "$1.h5.json" "$1.intervals"
    json "$1.h5" --per=phase
}

# changed FILE: rank and cause of what the verdict has changed, in the full
# summary, whose numbers bear it out.
changed () {
    ok "the file bears out what is said to have changed" \
        python3 "$source_folder/tests/truth/refute.py" "$hpmagg" "$1.h5"
    "$hpmagg" --format=json "$1.h5" |
        jq -c '[.verdict[] | select (.rule == "changed") | [.rank, .subject]]' >changed
}
