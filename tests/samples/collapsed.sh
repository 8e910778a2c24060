#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Samples and regions as programs for flame graphs read them.
. "${srcdir:-.}/tests/run/lib.sh"

profile=$top/tests/samples/profile
region=$top/tests/region

# collapsed PER FILE: into the file lines.
collapsed () {
    "$hpmagg" --per="$1" --format=collapsed "$2" >lines
}

# adds_up FILE FILTER: whether the numbers of the lines are that sum of its JSON.
adds_up () {
    is "$(awk '{ sum += $NF } END { printf "%.0f\n", sum }' lines)" "$(jq "$2" "$1")" "$3"
}

flags="--summary=none --backend=none --sample=1000"
ok "a sampled program runs" counted 2 samples.h5 "$profile" plain 20
if "$hpmagg" --per=routine samples.h5 | grep -q "not sampled"; then
    skip "flame graphs of samples" "the kernel lets nobody sample"
else
    json samples.h5 --per=routine
    is "$("$hpmagg" samples.h5 | sed -n 's/ samples*, by function: hpmagg --per=routine samples.h5$//p' | tr -d ,)" \
        "$(jq '[.routine[].samples] | add // "" | tostring' -r samples.h5.json)" \
        "the summary tells how many there are, and the command that shows them"
    collapsed routine samples.h5
    ok "each line of functions is frames and a number" sh -c '! grep -Evq "^[^;]+(;[^;]+)* [0-9]+$" lines'
    adds_up samples.h5.json '[.routine[].samples] | add // 0' \
        "functions have all samples"
    ok "a function is in its object" sh -c '! grep -q "five" lines || grep -Eq "^profile;five [0-9]+$" lines'
    collapsed line samples.h5
    adds_up samples.h5.json '[.routine[].samples] | add // 0' "lines have all samples"
    ok "a line is in its function" \
        sh -c '! grep -q "five" lines || grep -Eq "^profile;five;profile[.]c:[0-9]+ [0-9]+$" lines'
fi

flags="--summary=none --backend=none --mpi=time"
ok "a marked program runs" counted 2 regions.h5 "$region/marked"
json regions.h5 --per=region
collapsed region regions.h5
ok "each line of regions is frames and a number" sh -c '! grep -Evq "^[^;]+(;[^;]+)* [0-9]+$" lines'
ours=$(awk '{ sum += $NF } END { printf "%.0f\n", sum }' lines)
ok "regions have their own time, that in MPI included" env OURS="$ours" jq -e \
    '([.region[].own_s] | add) * 1e9 | (. - (env.OURS | tonumber) | fabs) <= 1e-6 * . + 20000' regions.h5.json
inner=$(jq -r '[.region[] | select (.own_s > 2e-6 and (.region | contains ("/")))][0].region
    // "none" | gsub ("/"; ";")' regions.h5.json)
if [ "$inner" = none ]; then
    skip "a region is inside those around it" "none took long enough"
else
    ok "a region is inside those around it" grep -Fq "$inner" lines
fi
ok "time in MPI is a frame of its own" grep -q ';\[MPI\] ' lines

# refused TEXT ARGUMENT...
refused () {
    expected=$1
    shift
    "$hpmagg" --format=collapsed "$@" >out 2>err
    is $? 2 "$*: the status is 2"
    has err "$expected" "$*: it is said what goes"
    ok "$*: nothing is printed" sh -c '! test -s out'
}
refused "the program marked none, with hpm.h" --per=region samples.h5
ok "the marked program runs again" counted 2 again.h5 "$region/marked"
"$hpmagg" --join -o joined.h5 regions.h5 again.h5 >stdout
refused "a file of joined runs has none; those of the runs may have them" --per=region joined.h5
refused "hpmrun --sample takes them" --per=line regions.h5
refused "--per=region, --per=routine, --per=line or --per=caller" regions.h5
refused "--per=region, --per=routine, --per=line or --per=caller" --per=rank regions.h5
refused "does not go with --diff" --diff regions.h5 regions.h5
refused "does not go with --join" --join --per=region regions.h5 samples.h5
finish
