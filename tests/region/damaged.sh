#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A record stream whose chunks of marked regions are not as they must be is
# refused.
. "${srcdir:-.}/tests/run/lib.sh"

damage="python3 $source_folder/tests/region/damage.py"
"$hpmrun" -o result.h5 --writer=/bin/false --summary=none --backend=none \
    "$top/tests/region/scoped" >stdout 2>stderr ||
    "$hpmrun" -o result.h5 --writer=/bin/false --summary=none --backend=none \
        "$top/tests/region/marked-plain" >stdout 2>stderr
mv result.h5.stream-* stream || bail_out "there is no stream"
launch 1 "$hpmrun" -o result.h5 --writer=/bin/false --summary=none --mpi=split \
    --backend="$top/tests/calls/work_backend.so" --events=work::DONE \
    "$top/tests/region/split" >stdout 2>stderr
mv result.h5.stream-* parts || bail_out "there is no stream of counts that are split"

for name in $($damage); do
    in_case "$name"
    case $name in
    *split*) from=parts ;;
    *) from=stream ;;
    esac
    ok "the stream is changed" sh -c "$damage $from $name >changed"
    rm -f made.h5
    "$hpmagg" --write changed -o made.h5 >out 2>err
    status=$?
    case $name in
    same | escape | long | dear | free | no-split | split-beyond)
        is "$status:$(cat err)" 0: "it is taken"
        "$hpmagg" made.h5 >"$name"
        "$hpmagg" --per=region --format=json made.h5 >"$name.json"
        continue
        ;;
    esac
    is "$status:$(wc -l <err)" 2:1 "it is refused with one line"
    ok "there is no result" test ! -e made.h5
done
in_case "counts inside MPI"
is "$(jq -c '[.region[] | .mpi_counts == null] | unique' no-split.json)" "[true]" \
    "there are none where none were told"
is "$(jq -c '[.region[] | .mpi_counts."work::DONE" as $in | .counts."work::DONE" as $all
        | $in <= $all] | unique' split-beyond.json)" "[true]" "they are no more than all"
in_case "what marks cost"
ok "the summary says where marks took most of the time" \
    grep -qE "^  outer(/[a-z]*)?: marks took 100 % of its time" dear
$damage stream escape >changed
$damage changed dear >escaped
rm -f made.h5
"$hpmagg" --write escaped -o made.h5
"$hpmagg" made.h5 >told
is "$(grep -c "marks took" told):$(tr -d -c '\033' <told | wc -c)" 1:0 \
    "a label goes to the terminal without control characters"
is "$(grep -c "marks took" free)" 0 "it does not where they took none"
$damage stream long >changed
$damage changed dear >dearer # whose regions are most of the run, whatever that took
rm -f made.h5
"$hpmagg" --write dearer -o made.h5
"$hpmagg" made.h5 >told
json made.h5 --per=region
entries=$(jq '[.region[].entries] | add' made.h5.json)
is "$(sed -n 's/^  marking cost about \([0-9.]*\) .*% of the .*/\1/p' told)" \
    "$(python3 -c "print('%d' % float('%.3g' % ($entries * (3 << 40) / 1e9)))")" \
    "it says what all marks took, in regions and around them"
tr -s ' \n' ' ' <told >words
has words "; of $entries entries, $(jq '[.region[].threads] | add' made.h5.json) may have been the first of a region, which cost more: how much is not known" \
    "it says what that leaves out: how many entries made their region"
is "$(grep -c "marking cost" free)" 0 "that not where they took none"
is "$(sed -n 's/.*, marks at least \([0-9.]*\) s .*/\1/p' words)" \
    "$(sed -n 's/^  marking cost about \([0-9.]*\) .*/\1/p' told)" \
    "what measuring cost has the same of one thread at the head"
is "$(grep -c "marks at least" free)" 0 "where they took none it has not"
finish
