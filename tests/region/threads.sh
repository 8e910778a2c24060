#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The time of threads beside each other is told as theirs, not as a share of the
# run that is more than all of it.
# Measures: time of threads side by side.
. "${srcdir:-.}/tests/run/lib.sh"

flags="--summary=none --backend=none --mpi=time"
ok "a job whose threads are in a region beside each other runs" \
    counted 2 threads.h5 "$top/tests/region/threads"
"$hpmagg" threads.h5 >summary
ok "the tree has thread time, and shares of that" \
    grep -qE '^region +entries +thread time \[s\] +of threads ' summary
ok "no share is beyond 100 %" sh -c \
    "grep -oE '[0-9.]+ %' summary | awk '\$1 > 100 { exit 1 }'"
ok "what the shares are of is told" \
    grep -qE "^  time of threads: all of the run's together ran for .* s$" summary
ok "the region of one thread has its share of these" \
    grep -qE '^solve +2 +[0-9.]+ +([1-4][0-9]|[0-9])\.[0-9] % ' summary
COLUMNS=120 "$hpmagg" threads.h5 >wide
ok "time in MPI of several threads is a share of theirs" \
    grep -qE "^  team/meet: has the most time in MPI, [0-9.]+ m?s: [0-9.]+ % of the threads' time$" wide
ok "threads that are longer outside MPI are those of a rank" \
    grep -qE '^  team/meet: threads of rank 0 are outside MPI for [0-9.]+ s together, [0-9.]+ m?s more than the mean$' wide
"$hpmagg" --per=region threads.h5 >table
has table "time of threads: " "the table of regions says so, too"
json threads.h5 --per=region
is "$(jq -c '.region[] | select (.region == "team") | [.threads, .time_s > 4]' threads.h5.json)" \
    '[8,true]' "JSON has the threads that entered a region, and their time"

# Mean over longest: 3.5 of 5 s on rank 0, 7 of 10 s on rank 1; outside MPI in "meet"
# one second each.
in_case "threads of known times"
# shellcheck disable=SC2086
launch 2 "$hpmrun" -o left.h5 $flags --writer=/bin/false "$top/tests/region/threads" >out 2>&1
python3 "$source_folder/tests/region/thread_times.py" left.h5.stream-* >known
ok "the stream is made a result" "$hpmagg" --write known -o known.h5 --summary=none
json known.h5 --per=region
is "$(jq -c '[.region[] | [.region, if .thread_balance == null then null
        else (.thread_balance * 1e9 | round) end]] | sort' known.h5.json)" \
    '[["solve",null],["team",700000000],["team/apart",700000000],["team/meet",1000000000]]' \
    "balance of threads is their mean time outside MPI over that of the longest"
"$hpmagg" --per=region --format=csv known.h5 >known.csv
ok "CSV has it, too" python3 "$source_folder/tests/region/rows.py" known.csv \
    'abs (of ("team/apart")["thread_balance"] - 0.7) < 1e-9 and of ("solve")["thread_balance"] == ""'

in_case "more threads than have rows"
rm -f ended.h5
# shellcheck disable=SC2086
ok "a program runs" "$hpmrun" -o ended.h5 $flags "$top/tests/region/ended"
json ended.h5 --per=region
is "$(jq -c '[.region[] | [.region, .entries, .threads]]' ended.h5.json)" \
    '[["each",300,300],["each/half",150,150]]' "those that were merged count one by one"

in_case "threads of which one is in a region"
ok "a job runs" counted 2 one.h5 "$top/tests/region/uneven"
"$hpmagg" one.h5 >one
ok "the tree has shares of the run" grep -qE '^region +entries +time \[[a-z]*s\] +of run ' one
ok "nothing is said of threads" sh -c '! grep -q "time of threads" one'
finish
