#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# hpmagg --costs: counts that are known, times costs that are.  After an
# intended change of the output: HPM_BLESS=1 make check TESTS=tests/costs/...
. "${srcdir:-.}/tests/aggregate/lib.sh"
costs=$source_folder/tests/costs
golden=$costs/golden
HOME=$work
export HOME
unset XDG_CONFIG_HOME

# golden NAME ARGUMENT...: what hpmagg prints is what was recorded.
golden () {
    name=$1
    shift
    run "$@"
    if [ -n "$HPM_BLESS" ]; then
        cp out "$golden/$name"
    fi
    ok "$name: hpmagg $*" diff "$golden/$name" out
}

# field NAME WHAT: a column of the CSV output, by its number.
total () {
    tr -d '\r' <out | awk -F, -v what="$1" -v name="$2" \
        '$1 == what && $3 == name { print $6 }'
}

# near GOT EXPECTED CLAIM
near () {
    ok "$3" awk -v got="$1" -v expected="$2" \
        'BEGIN { exit !(got != "" && (got - expected) ^ 2 < (1e-9 * expected) ^ 2 + 1e-30) }' ||
        say "got '$1', expected '$2'"
}

stream ranks=4 hosts=2 threads=2 scaled=1 holes=1 events=8
cp stream kept
run --recover stream -o run.h5 --force --summary=none \
    --definitions="$here/definitions"
is "$status" 0 "a result file without any table is no error"

# The table of the command line.
cp "$costs/known.costs" known.costs
golden costs.txt --costs=known.costs --events run.h5
golden costs.csv --costs=known.costs --events='PAPI_*' --format=csv run.h5
golden costs.json --costs=known.costs --events='PAPI_L1_DCM' --metrics=ipc \
    --format=json run.h5
golden print.txt --costs=known.costs --print-costs run.h5
is "$(awk 'length > 80' "$golden/costs.txt")" "" "costs.txt keeps to 80 columns"

is "$(tr -d '\r' <"$golden/costs.csv" | sed 's/"[^"]*"//g' |
    awk -F, '{ print NF }' | sort -u | wc -l | tr -d ' ')" 1 \
    "costs.csv has as many columns in each row"

# Arithmetic, from the counts of the same output.
run --costs=known.costs --format=csv run.h5
misses=$(total event PAPI_L1_DCM)
faults=$(total event os::MINOR_FAULTS)
cycles=$(total event PAPI_TOT_CYC)
user=$(total event os::USER_TIME)
wall=$(total event os::WALL_TIME)
clock=$(echo "$cycles $user" | awk '{ printf "%.17g", 1000 * $1 / $2 }')
near "$(total cost_clock 'seen in the run')" "$clock" "the clock seen in the run"
near "$(total cost_typical PAPI_L1_DCM)" \
    "$(awk "BEGIN { printf \"%.17g\", 8 * $misses / $clock / 1e6 }")" \
    "cycles become time at that clock"
near "$(total cost_maximum os::MINOR_FAULTS)" \
    "$(awk "BEGIN { printf \"%.17g\", 900e-9 * $faults }")" "nanoseconds are taken as they are"
is "$(total cost_minimum os::MINOR_FAULTS)" "" "what is unknown is no number"
near "$(total cost_share os::MINOR_FAULTS)" \
    "$(awk "BEGIN { printf \"%.17g\", 100 * 500 * $faults / $wall }")" \
    "the share is that of the time of all threads"
run --costs=known.costs run.h5
is "$(sed -n '/^event  *count/,/^no cost/s/^\([A-Z:_a-z0-9]*\) .*%$/\1/p' out | tr '\n' ' ')" \
    "PAPI_L1_DCM TEST_EVENT_7 TEST_EVENT_6 TEST_EVENT_4 os::MINOR_FAULTS PAPI_TOT_CYC " \
    "the most costly come first"
ok "events whose cost nobody knows are named" \
    grep -q '^no cost is known of: .*TEST_EVENT_5' out

# The clock: seen, of the table, nominal.
stream ranks=2 events=1
run --recover stream -o no-cycles.h5 --force --summary=none \
    --definitions="$here/definitions"
run --costs=known.costs no-cycles.h5
has out "clock 2,500 MHz, that of the table of costs" "the clock of the table is taken"
run --costs no-cycles.h5
has out "clock 2,000 MHz, nominal" "the nominal clock is taken"

# The table goes through its text, and over a part of itself.
run --costs=known.costs --print-costs run.h5
cp out first.costs
run --costs=first.costs --print-costs run.h5
ok "printed, loaded and printed again" diff first.costs out
echo 'cost PAPI_L1_DCM 1 2 3 nsec' >part.costs
run --costs=part.costs --print-costs run.h5
ok "a part goes over the rest" grep -q '^cost PAPI_L1_DCM  *1  *2  *3 nsec' out
ok "the rest is as it was" grep -q '^cost PAPI_TOT_CYC' out

# The table of the run travels with its file, and metrics use it.
cat "$here/definitions/test.metric" "$costs/costs.metric" >both.metric
cp kept stream
run --recover stream -o own.h5 --force --summary=full --costs=known.costs \
    --metrics=both.metric --definitions="$here/definitions"
has err "estimated costs of events" "the summary of the writer tells costs"
rm -f known.costs
run --costs --format=csv own.h5
cp out before
near "$(total metric l1_time)" \
    "$(awk "BEGIN { printf \"%.17g\", 8 * $(total event PAPI_L1_DCM) / 2.5e9 }")" \
    "a metric of typical costs, by the clock of the table"
near "$(total metric l2_latency)" \
    "$(awk "BEGIN { printf \"%.17g\", 12.5 * $(total event PAPI_L1_DCM) / 2.5e9 }")" \
    "a metric of latencies"
is "$(total metric memory_time)" "" "no metric of what is not in the table"
mkdir -p "$HOME/.config/hpmmpi"
echo 'cost PAPI_L1_DCM 100 100 100 nsec' >"$work/.config/hpmmpi/costs"
run --costs --format=csv own.h5
ok "a table of the reader's does not change it" diff before out
run --costs own.h5
has out "Time of memory: n/a: latency_memory is not in the table of costs" \
    "why a metric has no value"
run --costs --format=csv run.h5
near "$(total cost_typical PAPI_L1_DCM)" \
    "$(awk "BEGIN { printf \"%.17g\", 1e-7 * $misses }")" \
    "a run without a table of its own takes the reader's"
echo 'latency memory 80 100 120 nsec' >later.costs
run --costs=later.costs --format=csv own.h5
near "$(total metric memory_time)" \
    "$(awk "BEGIN { printf \"%.17g\", 1e-7 * $(total event PAPI_L1_DCM) }")" \
    "metrics are computed anew with a table given now"

# A damaged table.
if have_python h5py; then
    "$python" -c 'import h5py
with h5py.File ("own.h5", "r+") as file:
    del file["hpm/costs"]
    file["hpm"].create_dataset ("costs", data=[b"cost A 1 2 clks"])'
    refuses "own.h5 is damaged or cut short (hpm/costs)" own.h5
else
    skip "a damaged table is refused in one line" "no h5py"
    skip "a damaged table is refused for its reason" "no h5py"
fi
finish
