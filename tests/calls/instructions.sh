#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What a timed call and a mark may execute in our libraries: figures that no load of
# the machine changes.  Each is what callgrind counted when the line was last written,
# and may grow by a tenth.  Whoever makes something cheaper writes the new figure here.
. "${srcdir:-.}/tests/calls/lib.sh"

limits='
comm_rank  130
send       166
allreduce  199
mark       580
'

[ -z "$sanitizer" ] || [ "$sanitizer" = none ] || skip_all "no sanitizer bears valgrind"
command -v valgrind >/dev/null || skip_all "there is no valgrind"
grep -qs '^VERSION_ID="12"' /etc/os-release && [ "$(uname -m)" = x86_64 ] ||
    skip_all "the figures are of Debian 12 on x86-64"

cd "$work" || bail_out "no folder to work in"
calls=10000
ok "a program runs under callgrind" env LD_PRELOAD="$library:$calls_library" \
    HPM_OUTPUT="$work/r.h5" HPM_MPI=time HPM_BACKEND=none HPM_SUMMARY=none \
    timeout 300 valgrind --tool=callgrind --callgrind-out-file=out \
    --toggle-collect='repeat_*' --dump-before=repeat_send \
    --dump-before=repeat_allreduce --dump-before=repeat_mark \
    "$programs/repeated" $calls || finish
is "$("$hpmagg" --format=json --mpi r.h5 |
    jq -r '.mpi[] | select (.function == "MPI_Send") | .calls')" $calls \
    "its calls were timed"

# Of each there is a dump that the next begins, or the end.
is "$(sed -n 's/^desc: Trigger: --dump-before=//p' out.* | tr '\n' ' ')" \
    "repeat_send repeat_allreduce repeat_mark " \
    "callgrind tells them apart"

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

# holds KIND FILE: what was executed in ours since the dump before.
holds () {
    counted=$(ours "$2" | awk -v calls=$calls '{ printf "%.1f", $1 / calls }')
    limit=$(echo "$limits" | awk -v name="$1" '$1 == name { print $2 }')
    ok "$1 executes $counted instructions of ours, of $limit and a tenth" \
        awk -v counted="$counted" -v limit="$limit" \
        'BEGIN { exit !(counted > 0 && counted <= 1.1 * limit) }'
}
holds comm_rank out.1
holds send out.2
holds allreduce out.3
holds mark out
finish
