#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What a timed call, a split one and a mark may execute in our libraries: figures that
# no load of the machine changes.  Under valgrind there is no perf_event, and a split
# call reads the clock and the thread's times alone: each call, as one of these is an
# event; without, how many do depends on the clock.  Each is what callgrind counted when the line was last written,
# and may grow by a tenth.  Whoever makes something cheaper writes the new figure here.
. "${srcdir:-.}/tests/calls/lib.sh"

limits='
time   comm_rank  130
time   send       166
time   allreduce  199
time   mark       580
split  comm_rank  594
split  send       630
split  allreduce  662
split  mark       1636
'

[ -z "$sanitizer" ] || [ "$sanitizer" = none ] || skip_all "no sanitizer bears valgrind"
command -v valgrind >/dev/null || skip_all "there is no valgrind"
grep -qs '^VERSION_ID="12"' /etc/os-release && [ "$(uname -m)" = x86_64 ] ||
    skip_all "the figures are of Debian 12 on x86-64"

cd "$work" || bail_out "no folder to work in"
calls=10000

# counts MODE EVENTS: the program's calls are counted, in a folder of that name.
counts () {
    mkdir "$1" && cd "$1" || bail_out "no folder to work in"
    env LD_PRELOAD="$library:$calls_library" HPM_OUTPUT="$work/$1/r.h5" \
        HPM_MPI="$1" HPM_BACKEND=none HPM_EVENTS="$2" HPM_SUMMARY=none \
        timeout 300 valgrind --tool=callgrind --callgrind-out-file=out \
        --toggle-collect='repeat_*' --dump-before=repeat_send \
        --dump-before=repeat_allreduce --dump-before=repeat_mark \
        "$programs/repeated" $calls
    cd ..
}

# ours FILE: instructions in objects of ours; the line behind "calls=" is what was
# executed there, and counted there.
ours () {
    awk '/^ob=/ { name = $0; sub (/^ob=\([0-9]+\) ?/, "", name)
                  id = $0; gsub (/^ob=\(|\).*/, "", id)
                  if (name != "") object[id] = name
                  mine = object[id] ~ /libhpmmpi/ }
         /^cob=\([0-9]+\) / { id = $0; gsub (/^cob=\(|\).*/, "", id)
                  name = $0; sub (/^cob=\([0-9]+\) /, "", name); object[id] = name }
         /^calls=/ { getline; next }
         mine && /^[0-9+*-]/ { sum += $2 }
         END { print sum + 0 }' "$1"
}

# holds MODE KIND FILE: what was executed in ours since the dump before.
holds () {
    counted=$(ours "$1/$3" | awk -v calls=$calls '{ printf "%.1f", $1 / calls }')
    limit=$(echo "$limits" |
        awk -v mode="$1" -v name="$2" '$1 == mode && $2 == name { print $3 }')
    ok "$2 executes $counted instructions of ours, of $limit and a tenth" \
        awk -v counted="$counted" -v limit="$limit" \
        'BEGIN { exit !(counted > 0 && counted <= 1.1 * limit) }'
}

for mode in time split; do
    in_case "$mode"
    events=
    [ $mode = time ] || events=os::MINOR_FAULTS
    ok "a program runs under callgrind" counts $mode "$events" || finish
    is "$("$hpmagg" --format=json --mpi $mode/r.h5 |
        jq -r '.mpi[] | select (.function == "MPI_Send") | .calls')" $calls \
        "its calls were counted"
    # Of each there is a dump that the next begins, or the end.
    is "$(sed -n 's/^desc: Trigger: --dump-before=//p' $mode/out.* | tr '\n' ' ')" \
        "repeat_send repeat_allreduce repeat_mark " \
        "callgrind tells them apart"
    holds $mode comm_rank out.1
    holds $mode send out.2
    holds $mode allreduce out.3
    holds $mode mark out
done
finish
