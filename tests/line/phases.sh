#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A run that changes on its way has phases: where it changed, made of whole
# intervals, with the counts of these.
# Measures: work against the clock.
. "${srcdir:-.}/tests/run/lib.sh"

change=$top/tests/line/change
check="/usr/bin/env python3 $source_folder/tests/line/check.py"
flags="--summary=none --backend=$top/tests/calls/work_backend.so
       --events=work::DONE --interval=0.05"
[ "$sanitizer" != thread ] || skip_all "threads of MPI are not ours"

# both NAME: rows of the phases, and of the intervals
both () {
    json "$1.h5" --per=interval
    mv "$1.h5.json" "$1.intervals"
    json "$1.h5" --per=phase
}

in_case "half computes, half waits"
ok "the run ends well" counted 2 half.h5 "$change" 60 60
both half
ok "phases are whole intervals, add up to them, and end where it changed" \
    sh -c "$check phases half.h5.json half.intervals >half.told"
ok "the account of each phase divides all of its time" $check account half.h5.json
ok "the account of each interval divides all of its time" $check account half.intervals
ok "what had a processor in the phase that computes is computing" \
    sh -c "$check computes half.h5.json >half.free"
if grep -q free half.free; then
    ok "more than 80 % of the phase that computes is computing" \
        awk '!($2 > 0.8) { exit 1 }' half.free
else
    skip "more than 80 % of the phase that computes is computing" \
        "the machine was too busy for a processor each"
fi
if grep -q clear half.told; then
    "$hpmagg" half.h5 >half.text
    ok "the summary has the parts" \
        grep -qE '^  part +[0-9.]+ to +[0-9.]+ s  in MPI <?[0-9.]+ %, processors ' half.text
else
    skip "the summary has the parts" "the machine was too busy for clear ones"
fi

# changed FILE: rank and cause of what the verdict has changed, in the full
# summary, whose numbers bear it out.
changed () {
    ok "the file bears out what is said to have changed" \
        python3 "$source_folder/tests/truth/refute.py" "$hpmagg" "$1.h5"
    "$hpmagg" --format=json "$1.h5" |
        jq -c '[.verdict[] | select (.rule == "changed") | [.rank, .subject]]' >changed
}
changed half
if grep -q clear half.told; then
    is "$(cat changed)" '[[0,"blocked"]]' "the verdict says that rank 0 is blocked from then on"
else
    skip "the verdict says that rank 0 is blocked from then on" \
        "the machine was too busy for clear parts"
fi

in_case "half computes, then one does"
ok "the run ends well" counted 2 works.h5 "$change" 60 60 works
both works
changed works
if sh -c "$check phases works.h5.json works.intervals" | grep -q clear; then
    ok "the verdict says that rank 0 computes from then on, or waits for a processor" \
        grep -qE '^\[\[0,"(computes|waits|unknown)"\]\]$' changed
else
    skip "the verdict says that rank 0 computes from then on, or waits for a processor" \
        "the machine was too busy for clear parts"
fi

in_case "half of them wait for a while"
ok "the run ends well" counted 2 back.h5 "$change" 50 40 back
changed back
is "$(cat changed)" "[]" "the verdict says nothing of what changes back"

in_case "all compute all the time"
ok "the run ends well" counted 2 steady.h5 "$change" 80 0
changed steady
is "$(cat changed)" "[]" "the verdict says of no change"

in_case "half computes, half waits, with new pages"
ok "the run ends well" counted 2 pages.h5 "$change" 60 60 pages
both pages
"$hpmagg" pages.h5 >pages.text
ok "what the summary says to have changed did" \
    sh -c "$check changes pages.h5.json pages.text >pages.told"
if sh -c "$check phases pages.h5.json pages.intervals" | grep -q clear; then
    has pages.text "s, os::MINOR_FAULTS a second: " "it says that page faults did"
else
    skip "it says that page faults did" "the machine was too busy for clear parts"
fi

# Work stands for cycles: no clock can be made slower here.
in_case "one computes at half the clock, half waits"
cat >clock.metric <<'METRIC'
event cycles = work::DONE
metric work_rate
  title    Rate of work
  unit     GHz
  formula  cycles / user_ns
METRIC
ok "the run ends well" counted 2 slower.h5 -m clock.metric "$change" 120 120 slower
changed slower
had_processor () {
    "$hpmagg" --format=json --per=rank slower.h5 |
        jq -e '.rank[0].counts["os::USER_TIME"] > 4.4e9' >/dev/null
}
if had_processor; then
    is "$(cat changed)" '[[0,"clock"]]' "the verdict says that rank 0 computes at a lower clock"
else
    skip "the verdict says that rank 0 computes at a lower clock" \
        "the machine was too busy for a processor each"
fi

in_case "one reads mapped pages, half waits"
ok "the run ends well" counted 2 reads.h5 "$change" 60 60 reads "$work/stored"
rm -f "$work/stored"
changed reads
read_from_storage () {
    "$hpmagg" --format=json --per=rank reads.h5 |
        jq -e '.rank[0].counts["os::MAJOR_FAULTS"] > 4000' >/dev/null
}
if ! read_from_storage; then
    skip "the verdict says that rank 0 waits for pages from storage" \
        "nothing here is read from storage, or it was too busy for that"
else
    ok "the verdict says that rank 0 waits for pages from storage, unless it has no processor" \
        grep -qE '^\[(\[0,"(reads|waits|computes|unknown)"\])?\]$' changed
fi

in_case "two ranks of three wait"
ok "the run ends well" counted 3 third.h5 "$change" 40 60
both third
ok "phases are whole intervals, add up to them, and end where it changed" \
    sh -c "$check phases third.h5.json third.intervals >/dev/null"
ok "the account of each phase divides all of its time" $check account third.h5.json
if jq -e '.phase | length > 1' third.h5.json >/dev/null; then
    ok "the phase that waits in MPI is mostly waiting" $check waits third.h5.json
else
    skip "the phase that waits in MPI is mostly waiting" "the machine was too busy for phases"
fi

in_case "a short start-up"
ok "the run ends well" counted 2 start.h5 "$change" 15 110
both start
ok "phases are whole intervals, add up to them, and end where it changed" \
    sh -c "$check phases start.h5.json start.intervals >start.told"
if jq -e '(.phase | length) == 2 and .phase[0].to_s < 0.25 * .phase[-1].to_s' \
    start.h5.json >/dev/null; then
    is "$(jq -c '[.phase[].phase]' start.h5.json)" '["start-up","steady"]' \
        "they are called start-up and steady"
    "$hpmagg" start.h5 >start.text
    ok "the summary tells both" sh -c "grep -A3 '^  start-up ' start.text | grep -q '^  steady '"
else
    skip "they are called start-up and steady" "the machine was too busy for a short one"
fi
"$hpmagg" --per=phase --format=csv --events=work::DONE start.h5 >csv
is "$(head -n 1 csv | cut -d, -f1-7,12)" \
    "phase,from_s,to_s,mpi_s,mpi_share,account_computing_s,account_waiting_s,work::DONE" \
    "the columns of the CSV have names"

in_case "no intervals"
flags="$flags --snapshot=0 --interval=0"
ok "the run ends well" counted 2 none.h5 "$change" 3 3
both none
is "$(jq -c '[.phase[] | [.phase, .from_s == 0, .counts."work::DONE"]]' none.h5.json)" \
    '[["run",true,6000]]' "all of the run is one phase"
ok "the summary has no phases" sh -c "! '$hpmagg' none.h5 | grep -qE '^  (part|steady|run) '"
finish
