#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Measures: when ranks are looked at.
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
ok "the summary names the command that shows the mappings" \
    grep -qx 'memory, by mapping: hpmagg --per=mapping run.h5' summary
ok "the summary says nothing where nothing is remote" sh -c '! grep -q NUMA summary'

in_case "before the end"
flags="--summary=none --backend=none --snapshot=0 --pages=5"
look 0 7
holds "what was touched of an array is what the program touched" \
    'm["touched"] == a["touched"] or name in ("shared", "malloc")'
"$hpmagg" --per=mapping run.h5 >shown
ok "it was looked at when it was asked for" \
    grep -Eq 'looked at 5(\.[0-9]*)? to 5(\.[0-9]*)? s' shown

# Memory is on node 0 here; were the processors on node 1, all would be remote.
in_case "processors of another node"
mkdir -p sys/devices/system/node/node0 sys/devices/system/node/node1
echo 0-1 >sys/devices/system/node/online
echo >sys/devices/system/node/node0/cpulist
echo 0-4095 >sys/devices/system/node/node1/cpulist
flags="--backend=none --summary=short --pages=1 --sysfs=$work/sys"
look 0 1.5
sed 's/^ *//' stderr | tr '\n' ' ' >flat
has flat "100 % of the ranks' memory is on other NUMA nodes than their threads ran on" \
    "the summary says that memory is remote"
ok "all that is in memory is remote" jq -e \
    '[.mapping[] | select(.local != null and .local != 0)] == []' run.h5.json
"$hpmagg" --per=mapping run.h5 >shown
ok "a picture has memory on the one node and threads on the other" \
    grep -Eq '^ +1 +[0-9]+\.[0-9] +0\.0\*  +0' shown
ok "one second is one second" \
    grep -Eq 'looked at 1(\.[0-9]*)? to [12](\.[0-9]*)? s' shown

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
