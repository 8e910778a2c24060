#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Where memory is, by the kernel's word and by ours at the same moment.
. "${srcdir:-.}/tests/run/lib.sh"
[ -z "$sanitizer" ] ||
    skip_all "a sanitizer's memory is not laid out as the program's"
[ -r /proc/self/numa_maps ] || skip_all "this kernel has no numa_maps"

pages=$top/tests/pages/pages
holds () {
    ok "$1" python3 "$source_folder/tests/pages/check.py" run.h5.json 2 "$2"
}
look () {
    rm -f run.h5*
    ok "the program ends well" counted 2 run.h5 "$pages" "$@"
    json run.h5 --per=mapping
}

in_case "at the end"
flags="--summary=none --backend=none --pages"
look
holds "an array is as large as it was made" \
    'm["size"] - a["size"] in (0, 4096) or name == "shared"'
holds "what was touched of an array is what the program touched" \
    'm["touched"] == a["touched"] or name == "shared"
     or (name == "malloc" and 0 <= m["touched"] - a["touched"] <= 4096)'
holds "what is in memory is what smaps says" 'm["touched"] == a["rss"] or name == "shared"'
holds "what is on a node is what numa_maps says" \
    'm["node0"] == a["node0"] or name == "shared" or a["node0"] != a["rss"]'
holds "shared memory is told with what was touched of it" \
    'name != "shared" or 2097152 <= m["touched"] < 2097152 + 131072'
ok "stacks of threads are told as such" jq -e \
    '[.mapping[] | select(.kind == "thread-stack" and .touched >= 2097152)] | length == 2' \
    run.h5.json
ok "each rank has a heap, a stack, libraries and the program" jq -e \
    '[.mapping[] | select(.kind == "heap" or .kind == "stack" or .kind == "libraries"
        or .mapping == "pages")] | length == 8' run.h5.json
"$hpmagg" --per=mapping run.h5 >shown
is $? 0 "the table is told as text"
has shown "each host has one NUMA node: no memory is remote" \
    "a host with one node is told as such"
ok "what was never touched has no part of its bar filled" \
    grep -q ' anonymous  *\.\.\.\.\.\.\.\.\.\.  *32 ' shown
"$hpmagg" run.h5 >summary
ok "the summary says nothing where nothing is remote" sh -c '! grep -q NUMA summary'

in_case "before the end"
flags="--summary=none --backend=none --snapshot=0 --pages=0.5"
look 0 2
holds "what was touched of an array is what the program touched" \
    'm["touched"] == a["touched"] or name in ("shared", "malloc")'
"$hpmagg" --per=mapping run.h5 >shown
ok "it was looked at when it was asked for" \
    grep -Eq 'looked at 0\.[5-9][0-9]* to [01]\.[0-9]* s' shown

in_case "more than is looked at page by page"
flags="--summary=none --backend=none --pages"
look 1280
holds "what was touched is estimated" \
    'abs(m["touched"] - a["touched"]) <= 0.05 * a["size"] or name == "shared"'
holds "huge pages and swap are not told" 'm["swapped"] is None'
"$hpmagg" --per=mapping run.h5 >shown
has shown "of large mappings one page in" "that it is an estimate is told"
in_case ""

# refused VALUE
refused () {
    "$hpmrun" --pages="$1" -o never.h5 true >out 2>err
    is $? 2 "--pages=$1 ends with status 2"
    has err "--pages: '$1' is no number of seconds above 0" "--pages=$1 is refused with what it takes"
}
refused soon
refused -3
refused 1x
flags="--summary=none --backend=none"
counted 1 without.h5 "$pages"
"$hpmagg" --per=mapping without.h5 >shown
has shown "no mappings: hpmrun --pages looks where memory is" \
    "a run that was not looked at says how to"
finish
