#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmagg --per=region --flat has the regions by label: of those within others of their
# label time and counts stand once.
. "${srcdir:-.}/tests/run/lib.sh"

flags="--summary=none --backend=$top/tests/calls/work_backend.so --events=work::DONE"
flat="python3 $source_folder/tests/region/flat.py"

# both FILE: the tree and the labels, in tree.json and flat.json.
both () {
    "$hpmagg" --per=region --format=json "$1" >tree.json
    "$hpmagg" --per=region --flat --format=json "$1" >flat.json
}

ok "a recursive job runs" counted 2 recursive.h5 "$top/tests/region/recursive"
both recursive.h5
"$hpmagg" recursive.h5 >summary
ok "regions that lie deep have names behind their depth in the summary" \
    grep -qE '^ {10}\([0-9]+\) (walk|leaf) ' summary
ok "a job of two threads a rank runs" counted 2 threads.h5 "$top/tests/region/recursive" threads
COLUMNS=50 "$hpmagg" threads.h5 >summary
ok "they have them on 50 columns, too, where times are those of threads" \
    grep -qE '^ {10}\([0-9]+\) (walk|leaf) ' summary
ok "labels are made of the regions of the tree" $flat tree.json flat.json
is "$(jq -c '[.region[] | [.region, .entries, .counts."work::DONE"]] | sort' flat.json)" \
    '[["a",2,60],["b",1,15],["leaf",25,50],["walk",25,75]]' \
    "each has its entries, and the work of all of them once"
is "$(jq -c '[.region[] | select (.region == "walk") | .mean_s, .stddev_s]' flat.json)" "[null,null]" \
    "an entry of nested ones has no mean time"
is "$(jq -c '[.region[] | select (.region == "b")
    | .balance == 0.5, .max_rank == 0, .rank_min_s == 0]' flat.json)" "[true,true,true]" \
    "how ranks share a label is known"
"$hpmagg" --per=region --flat --sort=-entries recursive.h5 >table
is "$(sed -n '/^region/,$p' table | sed 1d | cut -d' ' -f1 | head -n 2 | tr '\n' ' ')" "b a " \
    "labels are sorted"
# shellcheck disable=SC2086
ok "a program with a region around a parallel section runs" \
    "$hpmrun" -o around.h5 $flags "$top/tests/region/around"
json around.h5 --per=region --flat
# Two of three threads have nearly all time.
is "$(jq -c '.region[] | select (.region == "loop") | [.threads, .entries, .thread_balance < 0.75]' \
    around.h5.json)" "[3,3,true]" \
    "its threads are the main one, which has another path, and the others"
in_case "more regions than there is detail of"
# shellcheck disable=SC2086
"$hpmrun" -o many.h5 $flags "$top/tests/region/marked-plain" >said 2>&1
both many.h5
ok "the sums of labels are those of the tree" $flat tree.json flat.json
is "$(jq -c '[.region[] | select (.region == "recur") | .imbalance, .max_rank, .balance]' flat.json)" \
    "[null,null,null]" "how ranks share them is not told"
in_case ""
for per in job rank region-rank; do
    "$hpmagg" --per=$per --flat recursive.h5 >out 2>told
    is "$?$(cat out)" 2 "--flat is refused with --per=$per"
    has told "--flat goes with --per=region" "with --per=$per what it goes with is said"
done
finish
