#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Measures: when ranks are looked at.
#
# What was used of a rank's memory, of arrays of which that is known.
. "${srcdir:-.}/tests/run/lib.sh"
[ -z "$sanitizer" ] ||
    skip_all "a sanitizer's memory is not laid out as the program's"
[ -w /proc/self/clear_refs ] || skip_all "this kernel marks no use of pages"

used=$top/tests/pages/used
look () {
    rm -f run.h5*
    ok "the program ends well" counted 2 run.h5 "$used" "$@"
    json run.h5 --per=mapping
}

in_case "from a second on"
flags="--summary=none --backend=none --snapshot=0 --pages --pages-used=1"
look 60
ok "what was used is what the program used" \
    python3 "$source_folder/tests/pages/check.py" run.h5.json 2 'm["used"] == a["used"]'
ok "no mapping has more that was used than is in memory" jq -e \
    '[.mapping[] | select(.used != null and .used > .touched)] == []' run.h5.json
"$hpmagg" --per=mapping run.h5 >shown
tr -s ' \n' ' ' <shown >flat
ok "the table says for how long it was looked at, and how much of all was used" grep -Eq \
    'read or written in the last [0-9.]+( to [0-9.]+)? s before that, by whichever thread: [0-9.]+ MiB of [0-9.]+ MiB' flat
ok "the table has what was used in MiB" grep -Eq '^ +0 +anonymous +0000000000 +16 +16 +0 +8$' shown
values () {
    h5dump -y -w 1 -d "/$1" run.h5 | sed -n 's/^ *\([0-9][0-9]*\),*$/\1/p'
}
values look_since >since
values look_used_for >used_for
ok "the file says for how long, from a second after the start on" \
    sh -c 'paste since used_for | awk "!(\$2 > 0 && \$2 <= \$1 - 1e9) { exit 1 } END { exit NR != 2 }"'

in_case "from a time that never came"
flags="--summary=none --backend=none --snapshot=0 --pages --pages-used=3600"
look
has stderr "what is used of pages not told, because the program ended before --pages-used" \
    "that it never came is said"
ok "nothing is told of use" jq -e '[.mapping[] | has ("used")] | any | not' run.h5.json

in_case "not asked for"
flags="--summary=none --backend=none --pages"
look
ok "nothing is told of use" jq -e '[.mapping[] | has ("used")] | any | not' run.h5.json

in_case "no sense"
"$hpmrun" --pages-used=1 -o never.h5 true >out 2>err
is $? 2 "without --pages it ends with status 2"
has err "--pages-used: it is a part of what --pages tells; give that, too" "that --pages is needed is said"
"$hpmrun" --pages=2 --pages-used=2 -o never.h5 true >out 2>err
is $? 2 "at the look it ends with status 2"
has err "--pages-used: 2 s is not before the look of --pages=2" "that it comes too late is said"
finish
