#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A run that changes on its way has phases: where it changed, made of whole
# intervals, with the counts of these.
# Measures: work against the clock.
. "${srcdir:-.}/tests/line/lib.sh"
[ "$sanitizer" != thread ] || skip_all "threads of MPI are not ours"

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
