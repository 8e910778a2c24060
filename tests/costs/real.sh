#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# A real run with --costs: page faults are counted everywhere.
. "${srcdir:-.}/tests/run/lib.sh"
HOME=$work
export HOME
unset XDG_CONFIG_HOME

cat >mine.costs <<'END'
cost os::MINOR_FAULTS 100 500 900 nsec
cost os::VOLUNTARY_SWITCHES unknown
END

# The table is read where the result is written, before and after the run.
launch 2 "$hpmrun" -o run.h5 --costs=mine.costs "$programs/ordinary" system \
    >stdout 2>stderr </dev/null
is $? 0 "the program runs as ever"
has stderr "estimated costs of events" "the summary tells costs"
ok "page faults are among them" grep -q "^os::MINOR_FAULTS " stderr
ok "what is unknown is named" \
    grep -q "no cost is known of: .*os::VOLUNTARY_SWITCHES" stderr
rm mine.costs
"$hpmagg" --costs --format=json run.h5 >run.json
ok "faults times 500 ns" "${HPM_PYTHON:-/usr/bin/python3}" -c '
import json, sys
run = json.load (open ("run.json"))
faults, = [e for e in run["events"] if e["name"] == "os::MINOR_FAULTS"]
cost, = [c for c in run["costs"]["events"] if c["name"] == "os::MINOR_FAULTS"]
assert faults["total"] > 0
for name, ns in ("minimum", 100), ("typical", 500), ("maximum", 900):
    assert abs (cost["total_s"][name] - 1e-9 * ns * faults["total"]) < 1e-12
    assert abs (cost["rank_s"][name] - 1e-9 * ns * faults["mean"]) < 1e-12
assert abs (cost["share"] - cost["total_s"]["typical"]
            / run["costs"]["run_s"]) < 1e-9'
"$hpmagg" --print-costs run.h5 >printed
ok "the table travelled with the file" \
    grep -q '^cost os::MINOR_FAULTS *100 *500 *900 nsec' printed

launch 2 "$hpmrun" -o quiet.h5 "$programs/ordinary" system >stdout 2>stderr \
    </dev/null
ok "no word of costs is said unless asked" test "$(grep -c 'costs of events' stderr)" = 0

# The library alone checks nothing beforehand.
echo 'cost A 3 2 1 clks' >bad.costs
launch 2 -x LD_PRELOAD="$library" -x HPM_OUTPUT="$work/bad.h5" \
    -x HPM_COSTS="$work/bad.costs" "$programs/ordinary" system >stdout 2>stderr \
    </dev/null
is $? 0 "a bad table harms no program"
has stderr "costs left out: $work/bad.costs:1: the minimum is above the others" \
    "a bad table is told"
"$hpmagg" bad.h5 >out
is $? 0 "a bad table costs no count"

launch 2 "$hpmrun" -o none.h5 --costs=bad.costs "$programs/ordinary" system \
    >stdout 2>stderr </dev/null
is $? 2 "hpmrun refuses it before the program starts"
is "$(grep -c 'the minimum is above the others' stderr)" 1 "hpmrun tells it once"
is "$(cat stdout)" "" "nothing runs with a bad table"
finish
