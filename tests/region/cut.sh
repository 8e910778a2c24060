#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A run that was cut short shows its regions as far as they got, those included
# that it was in.
. "${srcdir:-.}/tests/guest/lib.sh"

cut=$top/tests/region/cut
flags="--backend=$top/tests/calls/work_backend.so --events=work::DONE --region-cpu-time"
folder=$work/checkpoint

# as_far_as RANKS: the file recovered has what the program did up to its end.
as_far_as () {
    "$hpmagg" --recover "$folder"/hpmmpi-* -o cut.h5 --force --summary=none \
        --definitions="$source_folder/metrics" \
        >/dev/null 2>&1 || return
    json cut.h5 --per=region
    jq -e --argjson n "$1" '[.region[]
        | [.region, .entries / $n, .unended / $n, .counts."work::DONE" / $n]] | sort
        == [["ended", 40, 40, 120], ["held", 1, 1, 5], ["held/deeper", 1, 1, 1],
            ["outer", 1, 1, 27], ["outer/inner", 6, 1, 17]]' cut.h5.json >known &&
        jq -e 'all (.region[]; .own_s >= 0 and .time_s >= .own_s)' cut.h5.json >sound
}

for way in _exit MPI_Abort; do
    in_case "$way"
    guest $way 1 "$cut" $way
    ok "what it names has all regions as far as they got" as_far_as 1
    rm -rf "$folder"/hpmmpi-*
done

# Whoever asks while it runs, or after it was killed, gets the same.
in_case "a run of two ranks that hangs"
# shellcheck disable=SC2086
become 2 "$hpmrun" $flags --checkpoint="$folder" --snapshot=0.1 --summary=none \
    "$cut" hang >out 2>err </dev/null &
job=$!
for try in $(seq 100); do
    as_far_as 2 && break
    sleep 0.3
done
say "it was there at try $try"
ok "has all regions while it runs" as_far_as 2
ps -o pid= --ppid $job | xargs kill -KILL $job 2>/dev/null
wait $job 2>/dev/null
ok "and when it was killed" as_far_as 2
"$hpmagg" cut.h5 >summary
"$hpmagg" --per=region --events=work::DONE --metrics=cpu_time cut.h5 >table
ok "its counts and its metrics are marked as those of a part" \
    grep -qE '^outer .* ~[0-9.e-]+ +~[0-9.e-]+$' table
has summary "entries never ended" "the summary says that entries never ended"
ok "no rank is said to be longer outside MPI, of records of different times" \
    sh -c '! grep -q "is outside MPI for" summary'
"$hpmagg" --per=interval-rank cut.h5 >out 2>err
is "$?:$(cat err)" "2:hpmagg: cut.h5 has no counts of ranks over time: the run was recovered, and these were not" \
    "ranks over time are refused with the recovery as the reason"
finish
