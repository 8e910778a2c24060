#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What a count is worth travels with it from the counter to the screen.
. "${srcdir:-.}/tests/run/lib.sh"

events=stub::N1,stub::SCALED,stub::DEAD,stub::ZERO,stub::CONFLICT,stub::PROCESS
flags="--summary=none --backend=$stub -e $events"

ok "a run with events of every quality is counted" \
    counted 2 quality.h5 "$programs/threads" pool 3
ok "hpmagg prints JSON of quality.h5" json quality.h5 --per=rank
ok "a count is exact" $known quality quality.h5.json stub::N1 exact
ok "a multiplexed count is scaled" \
    $known quality quality.h5.json stub::SCALED scaled
ok "a counter that never moves is unavailable" \
    $known quality quality.h5.json stub::DEAD unavailable "never moves"
ok "a zero that could have moved is a zero" \
    $known quality quality.h5.json stub::ZERO exact
ok "the sum of a zero that could have moved is 0" $known value quality.h5.json 'of ("stub::ZERO") == 0'
ok "an event that does not fit is unavailable" \
    $known quality quality.h5.json stub::CONFLICT unavailable "other events"
ok "an event of the process is counted once on each rank" \
    $known value quality.h5.json 'of ("stub::PROCESS") == 1000 + 1001'

grep -c "^hpmmpi: stub::CONFLICT: not counted, because the other events" \
    stderr >said
is "$(cat said)" 1 "one rank says so at the start"

# On the screen: no number where there is none.
ok "hpmagg prints text" "$hpmagg" quality.h5
"$hpmagg" quality.h5 >text 2>&1
ok "the text names what was not counted" grep -q "stub::CONFLICT" text
ok "the text says why it was not counted" grep -q "other events already take all counters" text
"$hpmagg" --format=csv quality.h5 >csv
ok "CSV has an empty field for it" grep -q "stub::DEAD,1,unavailable,,,," csv

# hpmrun refuses an unknown name beforehand; the library alone goes on.
flags="--summary=none --backend=$stub -e other::EVENT,stub::N1"
launch 1 "$hpmrun" $flags -o none.h5 "$programs/threads" none 0 \
    >stdout 2>stderr
is $? 2 "hpmrun refuses a wrong event name"
ok "hpmrun names the wrong event" grep -q "other::EVENT" stderr
ok "before anything runs" test ! -e none.h5
launch 1 -x LD_PRELOAD="$library" -x HPM_SUMMARY=none -x HPM_BACKEND="$stub" \
    -x HPM_EVENTS=other::EVENT,stub::N1 -x HPM_OUTPUT="$work/wrong.h5" \
    "$programs/threads" none 0 >stdout 2>stderr
is $? 0 "the library alone does not stop the program for it"
ok "hpmagg prints JSON of wrong.h5" json wrong.h5
ok "the wrong event is unavailable" $known quality wrong.h5.json \
    other::EVENT unavailable "does not offer it"
ok "the other is counted" $known quality wrong.h5.json stub::N1 exact
# The error of a count that was scaled by 4: sqrt (3/4), of every row.
for per in job rank thread; do
    ok "hpmagg prints JSON per $per" json quality.h5 --per=$per
    [ $per = job ] && rows='[{"errors": {e["name"]: e.get ("error")
        for e in data["events"]}, "coverage": {e["name"]: e.get ("coverage")
        for e in data["events"]}}]' || rows="[r for r in rows ('$per')
        if 'stub::N1' in r['counts'] and r.get ('role') != 'mpi']"
    ok "a scaled count has its error per $per" $known value quality.h5.json \
        "all (abs (r['errors']['stub::SCALED'] - 0.75 ** 0.5) < 1e-9
              and r['coverage']['stub::SCALED'] == 0.25 for r in $rows)"
    ok "an exact count has no error per $per" $known value quality.h5.json \
        "all (r['errors'].get ('stub::N1') is None for r in $rows)"
done
"$hpmagg" --per=rank --events=stub::SCALED,stub::N1 quality.h5 >text
ok "the text has it" grep -q " ~[0-9,]* (87 %)" text
"$hpmagg" --per=rank --format=csv quality.h5 | tr -d '\r' >csv
ok "CSV has columns of it" grep -q "stub::SCALED:coverage,stub::SCALED:error" csv
ok "with its value" grep -q ",0.25,0.866025403784438[0-9]*" csv
is "$(grep -c N1:error csv)" 0 "CSV has no error of exact counts"
finish
