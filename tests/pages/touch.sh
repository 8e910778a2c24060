#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Which threads touched the memory of a program that knows it.
# Measures: samples of page faults.
. "${srcdir:-.}/tests/run/lib.sh"
[ -z "$sanitizer" ] ||
    skip_all "a sanitizer's memory is not laid out as the program's"

touch=$top/tests/pages/touch
"$hpmrun" --summary=none --backend=none --sample=page-faults@10 -o probe.h5 \
    true 2>probe
grep -q "not sampled, because" probe && skip_all "$(cat probe)"

# touched FLAG...: the mappings of such a run, of 24 MiB each.
touched () {
    rm -f run.h5*
    ok "the program ends well with $*" "$hpmrun" --summary=none --backend=none -o run.h5 \
        "$@" "$touch" 24
    json run.h5 --per=mapping
    "$hpmagg" --per=mapping run.h5 | tr -s ' \n' ' ' >shown
}
# of ARRAY FILTER: whether it holds for the mapping of that array.
of () {
    jq -e --argjson at "$(jq ".$1" touch.json)" \
        ".mapping[] | select(.address == \$at) | $2" run.h5.json
}

# 6144 faults each: 61 samples of 101, 1 more or less; by three threads, 2.
in_case "at the end"
touched --pages --sample=page-faults
ok "memory that the main thread touches first is its" \
    of main '.main_share == 1 and .fault_threads == 1'
ok "memory that others touch first is not the main thread's" \
    of others '.main_share == 0 and .fault_threads == 3'
ok "memory that all threads touch is of all, by their shares" \
    of both '.main_share > 0.2 and .main_share < 0.3 and .fault_threads == 4'
ok "who touches memory later is not told" \
    of again '.main_share == 1 and .fault_threads == 1'
ok "each sample stands for as many faults as it was asked for" \
    of main '.fault_samples >= 60 and .fault_samples <= 62'
ok "memory that was never touched has no samples" jq -e \
    '[.mapping[] | select(.fault_samples == 0)] | length > 0
     and all (.main_share == null and .fault_threads == 0)' run.h5.json
has shown "samples are of page faults, each for 101;" "what a sample stands for is told"
ok "faults in memory that was given back are told apart" \
    grep -Eq '[0-9]+ more were in memory that was not there' shown

# Those of all arrays, 3072 of 10: none is dropped.
in_case "with callers"
touched --pages --sample=page-faults@10,callers
ok "callers and what was touched are told together" \
    of others '.main_share == 0 and .fault_threads == 3'
"$hpmagg" --per=caller --format=json run.h5 >callers.json
ok "callers are known" jq -e '[.caller[] | select(.samples > 0)] | length > 0' callers.json

in_case "without one of both"
touched --pages
ok "without samples of page faults there are no columns of them" jq -e \
    '.mapping | length > 0 and all (has ("fault_samples") | not)' run.h5.json
touched --pages --sample
ok "samples of the clock tell nothing of mappings" jq -e \
    '.mapping | length > 0 and all (has ("fault_samples") | not)' run.h5.json
touched --sample=page-faults
ok "without a look at pages there are no mappings" jq -e '.mapping == []' run.h5.json
finish
