#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What the verdict says of runs that change on their way, by its cause, or do not.
# Measures: work against the clock.
. "${srcdir:-.}/tests/line/lib.sh"

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
finish
