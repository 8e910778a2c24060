#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# How the time in MPI calls was spent, by a sample of them, is what the program's
# own clocks tell, within the error that is stated.
# Measures: how time in calls was spent, within the errors of a sample.
. "${srcdir:-.}/tests/calls/lib.sh"

# as_spent RANKS COMMAND...: its last word is the pattern.  Where a function has
# many calls of no time and a few long ones, hardly one of which is looked at,
# the error may be all there is.
as_spent () {
    ok "calls to $pattern $where run" streamed time "$@" || return
    ok "time in calls to $pattern $where was spent as the program tells" \
        compare spent stdout "$most"
}

where="on 2 ranks"
for pattern in exchange sum late asleep reduce poll; do
    most=20
    [ $pattern != sum ] || most=100
    as_spent 2 "$programs/spent" $pattern
done
where="on 4 ranks"
most=20
for pattern in late reduce; do
    as_spent 4 "$programs/spent" $pattern
done
processor=$(python3 -c 'import os; print (min (os.sched_getaffinity (0)))')
where="of 3 ranks on one processor"
# ThreadSanitizer's library is borne by its own programs alone, which taskset is not.
if [ "$sanitizer" = thread ]; then
    skip "ranks that share a processor" "ThreadSanitizer"
else
    for pattern in late reduce; do
        as_spent 3 taskset -c "$processor" "$programs/spent" $pattern
    done
    ok "ranks that share a processor wait for it" compare value \
        'any(r["cells"][0]["program"]["mpi::WAIT_TIME"]["value"] > 0 for r in ranks)'
fi
# Files of ours are opened far up: the table grows before there are threads.
ok "a program that looks at its descriptors runs" streamed time 2 "$programs/first"
ok "the first call does not wait for a larger table of descriptors" \
    awk '$1 == "table" { seen++; bad += $2 != $3 } END { exit bad || seen != 2 }' stdout
where="where counters are split, on 2 ranks"
flags="--backend=none"
for pattern in exchange sum late asleep reduce poll mix; do
    most=20
    [ $pattern != sum ] || most=100
    ok "calls to $pattern $where run" streamed split 2 "$programs/spent" "$pattern"
    ok "time in calls to $pattern $where was spent as the program tells" \
        compare spent stdout "$most"
    ok "calls to $pattern $where have no more processor time than time" compare value \
        'all(c["mpi::CPU_TIME"]["value"] <= 1.01 * c["mpi::TIME"]["value"] + 1000
             for c in [r["cells"][0]["program"] for r in ranks])'
    [ $pattern != poll ] ||
        ok "of many short calls few are looked at" compare value \
            'all(0 < 20 * r["mpi"]["looks"] < r["mpi"]["calls"] for r in ranks)'
    [ $pattern != late ] ||
        ok "of few calls each is" compare value \
            'all(r["mpi"]["looks"] >= 2 * r["mpi"]["calls"] - 2 for r in ranks)'
done
ok "processor time in calls is then that of its parts" compare columns
ok "what looks at counters cost is told" compare value \
    'all(r["mpi"]["look_overhead"] > 0 for r in ranks)'
flags="--summary=none --events=perf::PAGE-FAULTS"
ok "many short calls with an event of the system run" streamed split 2 "$programs/spent" poll
ok "what was asked for by name is looked at in each" compare value \
    'all(r["mpi"]["looks"] == 0 and
         all(p["perf::PAGE-FAULTS"]["quality"] == 1 for p in r["cells"][0].values())
         for r in ranks)'
flags="--summary=none --events=perf::PAGE-FAULTS:u"
ok "calls to late with events at each run" streamed split 2 "$programs/spent" late
ok "how long a rank waited for a processor is then bounded" compare value \
    'all(0 <= c["mpi::WAIT_TIME"]["value"] <= c["mpi::TIME"]["value"]
         and c["mpi::WAIT_TIME"]["quality"] in (1, 2)
         and c["mpi::WAIT_TIME"]["error"] <= c["os::WAIT_TIME"]["value"]
         for c in [r["cells"][0]["program"] for r in ranks])'
finish
