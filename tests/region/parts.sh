#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Where parts of the run are counted, regions have what was done in them in these.
. "${srcdir:-.}/tests/run/lib.sh"

parts=$top/tests/region/parts
flags="--summary=none --backend=$top/tests/calls/work_backend.so --events=work::DONE"

# as_known NAME FLAG ARGUMENT...: the program's regions have their known work.
as_known () {
    name=$1
    flag=$2
    shift 2
    # shellcheck disable=SC2086
    ok "a marked program runs" "$hpmrun" -o "$name.h5" $flags "$flag" "$parts" "$@"
    json "$name.h5" --per=region
    is "$(jq -c '[.region[]
        | [.region, .entries, .unended, .counts."work::DONE"]] | sort' "$name.h5.json")" \
        '[["late",1,1,11],["late/cut",1,1,6],["outer",1,0,15],["outer/across",1,0,2],["outer/both",1,0,4],["outer/paused",0,0,0]]' \
        "its regions have what was done while counting"
    time=$(jq '.region[] | select (.region == "outer") | .time_s' "$name.h5.json")
    json "$name.h5" --per=thread
    is "$(jq --argjson t "$time" '.thread[0].counts."os::WALL_TIME" as $wall
        | $t > 0 and $t <= $wall' "$name.h5.json")" true "and their time without pauses"
}

in_case "--signals"
as_known signals --signals=USR1,USR2
in_case "--start=paused"
as_known paused --start=paused paused
finish
