#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Counts over time: intervals add up to the totals, of each event, whatever
# threads and pauses there are; work is in the interval in which it was done; and
# there are not too many.
# Measures: work against the clock.
. "${srcdir:-.}/tests/run/lib.sh"

steps=$top/tests/line/steps
check="/usr/bin/env python3 $source_folder/tests/line/check.py"
work_flags="--summary=none --backend=$top/tests/calls/work_backend.so
            --events=work::DONE,work::TWICE"
[ "$sanitizer" != thread ] || skip_all "threads of MPI are not ours"

# dump FILE VARIABLE ARGUMENT...: its numbers, a line each.
dump () {
    file=$1
    shift
    h5dump -y -w 65535 -d "$@" "$file" \
        | awk '/DATA \{/ { on = 1; next } on && /}/ { exit } on' \
        | tr -cs '0-9' '\n' | sed '/^$/d'
}

# add_up NAME RANKS COMMAND...: a run whose intervals add up.
add_up () {
    name=$1
    ranks=$2
    shift 2
    ok "the run ends well" counted "$ranks" "$name.h5" "$@"
    json "$name.h5" --per=interval --events
    ok "the intervals add up to what was counted" $check sums "$name.h5.json"
    ok "the account of each divides all of its time" $check account "$name.h5.json"
}

in_case "--interval, threads that end and a pause"
flags="$work_flags --interval=0.05"
add_up paused 1 "$steps" 90 20 "$work/log"
is "$(jq '[.interval[].counts."work::DONE"] | add' paused.h5.json)" 60000060 \
    "they have the work that was done while counting"
ok "there are several" test "$(jq '.interval | length' paused.h5.json)" -gt 9
if command -v h5dump >/dev/null; then
    dump paused.h5 /time >edges
    ok "each has what was done until then, by the program's own log" \
        $check steps paused.h5.json edges log
    is "$(dump paused.h5 /interval_begin | sed 1d)" "$(sed '$d' edges)" \
        "each begins where the one before ends"
else
    skip "times in the file" "there is no h5dump"
fi
# From half of it to one and a half (due.h).
ok "they follow each other, not closer than half of what was asked for" \
    $check bounds paused.h5.json 0.024 4097

is "$("$hpmagg" --per=phase --format=csv paused.h5 | cut -d, -f1 | tr '\n' ' ')" "phase run " \
    "a run that pauses has no phases: they would be its pauses"

in_case "ranks over time"
"$hpmagg" --per=interval-rank --events --format=json paused.h5 >of-ranks.json
"$hpmagg" --per=rank --events --format=json paused.h5 >ranks.json
is "$(jq '.interval_rank | length' of-ranks.json)" \
    "$(jq '.interval | length' paused.h5.json)" "one rank has a row for each interval"

COLUMNS=80 "$hpmagg" --per=interval-rank paused.h5 >narrow
ok "their table has the shares of the account in 80 columns" \
    grep -qE '^rank .* comp\. % +in MPI % +neither %' narrow
"$hpmrun" -o brief.h5 --summary=none true
"$hpmagg" --per=interval-rank brief.h5 >out 2>err
status=$?
is "$status:$(wc -l <err | tr -d ' '):$(cat out)" 2:1: "a file without such rows is refused in one line"
ok "that names the option that keeps them" grep -q "brief.h5 has no counts of ranks over time: hpmrun --interval" err

in_case "64 ranks"
flags="$work_flags --interval=0.1"
add_up many 64 "$steps" 30 20
is "$(jq '[.interval[].counts."work::DONE"] | add' many.h5.json)" 1280001280 \
    "they have the work of all ranks"

"$hpmagg" many.h5 >summary
"$hpmagg" --per=interval-rank --events --format=json many.h5 >of-ranks.json
"$hpmagg" --per=rank --events --format=json many.h5 >ranks.json
ok "rows of a rank add up to it, and those of all ranks to the interval" \
    $check ranks of-ranks.json ranks.json many.h5.json
if "$hpmagg" --html=many.html many.h5 2>/dev/null; then
    sed -n '/id="data" type="application\/json">$/,/<\/script>/p' many.html \
        | sed -e 1d -e 's,</script>.*,,' >page.json
    # shellcheck disable=SC2016
    is "$(jq -n --slurpfile page page.json --slurpfile rows of-ranks.json '
            def share(part): if .account then .account | 100 * .[part]
                / (.computing_s + .waiting_s + .blocked_s) | round else null end;
            $page[0][0].rank_times | (.rows | length),
            ([.rows[][1:][]] == [$rows[0].interval_rank[]
                | share("computing_s"), share("waiting_s"), share("blocked_s")])' \
        | tr '\n' ' ')" "64 true " "the page has the shares of each rank over time"
fi
is "$("$hpmagg" --per=interval-rank --sort=-rank --format=csv many.h5 | sed -n 2p | cut -d, -f1)" \
    63 "they are sorted by rank"
ok "no summary tells of more time in MPI than there was" \
    awk '/^  in MPI, / && $3 > 1 { exit 1 } / in MPI [0-9]/ && /part|steady|start-up|end/ { sub(/.* in MPI /, ""); if ($1 + 0 > 100) exit 1 }' summary

intervals=$(jq '.interval | length' many.h5.json)
if command -v h5dump >/dev/null; then
    is "$(dump many.h5 /rank_interval -s "0,0,0" -c "64,1,$intervals" \
        | awk '{ sum += $1 } END { print sum }')" 1280001280 \
        "the file has those of each rank"
    is "$(dump many.h5 /rank_interval -s "63,0,0" -c "1,1,$intervals" \
        | awk '{ sum += $1 } END { print sum }')" 20000020 \
        "those of the last rank are its own"
else
    skip "ranks in the file" "there is no h5dump"
fi

in_case "a run of 0.1 s"
flags="$work_flags"
add_up short 2 "$steps" 3 30
# The first sample that is an edge may be half a period after the beginning.
if jq -e '.interval[-1].to_s < 0.5' short.h5.json >/dev/null; then
    is "$(jq -c '[.interval[] | .from_s == 0]' short.h5.json)" '[true]' "it is one interval"
    is "$(jq '.interval[0].counts."work::DONE"' short.h5.json)" 4000004 \
        "which has all of its work"
    "$hpmagg" short.h5 >text
    ok "its summary has no course of it" sh -c '! grep -q "^over time" text'
else
    skip "it is one interval" "the machine was too busy for a short run"
fi

in_case "MPI is not timed"
flags="$work_flags --mpi=off --interval=0.05"
ok "the run ends well" counted 1 off.h5 "$steps" 3 30
"$hpmagg" --per=interval off.h5 >off
ok "the table says from when to when" grep -qE '^ *from \[[a-z]*s\] +to \[[a-z]*s\] ' off
json off.h5 --per=interval
is "$(jq -c '[.interval[] | has("account")] | unique' off.h5.json)" '[false]' \
    "no interval has an account"
"$hpmagg" --per=interval --format=csv off.h5 >>off
ok "no column is of an account" sh -c "! grep -qE 'account_|comp[.] %' off"

in_case "children are counted"
flags="$work_flags --follow-children --interval=0.05"
ok "the run ends well" counted 1 children.h5 "$steps" 3 30
json children.h5 --per=interval
is "$(jq -c '[.interval[] | has("account")] | unique' children.h5.json)" '[false]' \
    "no interval has an account"
is "$("$hpmagg" --per=thread --format=csv children.h5 | awk -F, '$4 == "children" { print $6 }')" "" \
    "of a run that paused, children have no time of their own"
"$hpmagg" --per=interval --format=csv children.h5 >children
"$hpmagg" --per=interval children.h5 >>children
ok "no column is of an account" sh -c "! grep -qE 'account_|comp[.] %' children"

in_case "a line that is full"
flags="$work_flags --snapshot=0.01"
add_up full 2 "$steps" 300 10
# An edge of the job is a mean of those of the ranks that were sampled there: how
# far apart two are is known of one rank alone.
ok "there are no more than 201 intervals" \
    $check bounds full.h5.json 0 201

in_case "no snapshots"
flags="$work_flags --snapshot=0"
add_up none 1 "$steps" 3 100
is "$(jq '.interval | length' none.h5.json)" 1 "there is no line"
flags="$work_flags --snapshot=0 --interval=0.05"
in_case "no snapshots, but --interval"
add_up alone 1 "$steps" 30 20
ok "there is a line" test "$(jq '.interval | length' alone.h5.json)" -gt 3

in_case ""
"$hpmagg" --per=interval paused.h5 >text
ok "the table says from when to when" grep -qE '^from \[s\] +to \[s\] ' text
"$hpmagg" --per=interval --events=work::DONE --format=csv paused.h5 >csv
is "$(head -n 1 csv | cut -d, -f1-11)" \
    "from_s,to_s,mpi_s,mpi_share,account_computing_s,account_waiting_s,account_blocked_s,account_computing_error_s,account_waiting_error_s,account_blocked_error_s,work::DONE" \
    "the columns of the CSV have names"
ok "the account of the CSV is that of JSON" $check account paused.h5.json csv
COLUMNS=72 "$hpmagg" --per=interval paused.h5 >narrow
ok "the table has the shares of the account" \
    grep -qE ' comp\. % +in MPI % +neither %$' narrow
ok "they add up to the whole, where anything was counted" \
    awk '/comp[.] %/ { on = 1; next } on && NF > 6 && $NF != "-" { gsub("~", ""); n++; sum = $NF + $(NF - 1) + $(NF - 2); if (sum < 99.8 || sum > 100.2) { print; exit 1 } } END { exit !(n > 4) }' narrow
"$hpmagg" paused.h5 >text
ok "the summary has the course of the run in characters of ASCII" \
    grep -qE '^  [_.:=+*#-]{60}(  in MPI, [0-9.]+ at most)?$' text
count=$(jq '.interval | length' paused.h5.json)
ok "its steps are no finer than the intervals" \
    grep -qE "^over time, $((count < 60 ? count : 60)) steps of " text
is "$(awk 'length > 80' text)" "" "the course of the run keeps to 80 columns"
COLUMNS=120 "$hpmagg" paused.h5 >text
ok "where there is room, the name of an event stands behind its course" \
    grep -qE '^  [_.:=+*#-]{60}  work::DONE a second, [0-9].* at most$' text
COLUMNS=50 "$hpmagg" paused.h5 >text
ok "where there is little, it stands above" \
    grep -qE '^  work::DONE a second, ' text
ok "the command that has its numbers is on a line of its own there" \
    grep -qxF "  numbers: hpmagg --per=interval paused.h5" text
ok "the course is as wide as there is room" grep -qE '^  [_.:=+*#-]{46}$' text
if locale -a 2>/dev/null | grep -qix 'C.utf-\?8'; then
    COLUMNS=120 LC_ALL=C.UTF-8 "$hpmagg" paused.h5 >text
    ok "where the locale has others, in blocks" \
        grep -qE '^  (▁|▂|▃|▄|▅|▆|▇|█)+  work::DONE a second' text
else
    skip "blocks in the summary" "there is no locale C.UTF-8"
fi
# Samples are of the program's threads: the MPI library's have no part in them.
# `strace` sees which files of /proc are opened for whom.
if strace -f -o traced true 2>/dev/null; then
    strace -f -e trace=openat -o traced "$hpmrun" --interval=0.01 --summary=none \
        -o traced.h5 -- "$steps" 60 10 >/dev/null 2>err || cat err
    sed -n 's|.*"/proc/self/task/\([0-9]*\)/stat".*|\1|p' traced |
        sort | uniq -c | sort -rn >looks
    ok "the program's thread is looked at" test "$(awk 'NR == 1 { print $1 }' looks)" -ge 5
    ok "threads of the MPI library are not looked at for the course" \
        awk 'NR == 1 { most = $1 } NR > 1 && 2 * $1 > most { exit 1 }' looks
    say "$(tr -s ' \n' ' ' <looks)"
else
    skip "which threads are looked at" "strace does not work here"
fi
"$hpmagg" --per=interval --sort=mpi_s paused.h5 >/dev/null
is $? 0 "intervals are sorted by a time"
finish
