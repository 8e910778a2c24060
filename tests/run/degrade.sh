#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Without hardware counters: one message with the remedy, exit status 0, and
# everything that the operating system counts.
. "${srcdir:-.}/tests/run/lib.sh"

for pmu in cpu cpu_core armv8_pmuv3 armv8_pmuv3_0; do
    [ ! -e /sys/bus/event_source/devices/$pmu ] ||
        skip_all "this machine has hardware counters"
done

flags=
ok "the default events on a machine without a PMU" \
    counted 4 default.h5 "$programs/threads" pool 2
is "$(grep -c "no hardware counters" stderr)" 1 "the reason is said once"
has stderr "no hardware counters on this machine: hpmrun --check tells what helps" \
    "the reason is said with the command that has the remedy"
"$hpmagg" --summary=full default.h5 >said
has said "because this machine shows no hardware counters" \
    "the full summary has the reason"
has said "ask for a virtual PMU" "the full summary has the remedy"
ok "hpmagg prints JSON of default.h5" json default.h5 --per=thread
ok "time is counted" $known value default.h5.json \
    'of ("os::WALL_TIME") > 0 and of ("os::USER_TIME") is not None'
for event in WALL_TIME CPU_TIME MINOR_FAULTS VOLUNTARY_SWITCHES PEAK_MEMORY; do
    ok "os::$event is exact" $known quality default.h5.json os::$event exact
done
for event in USER_TIME SYSTEM_TIME; do
    ok "os::$event is what the kernel's ticks tell" \
        $known quality default.h5.json os::$event scaled
done
ok "nothing that needs a PMU has a number" $known value default.h5.json \
    'not any (e["name"].startswith ("PAPI_") and e.get ("total") is not None
    for e in data["events"])'
ok "no metric is invented" $known value default.h5.json \
    'not any (m["name"].lower () in ("ipc", "mips") and m.get ("total")
    is not None for m in data["metrics"])'

flags="-e PAPI_TOT_INS,PAPI_TOT_CYC"
ok "events asked for by name do not stop the program" \
    counted 2 asked.h5 "$programs/ordinary" well
ok "hpmagg prints JSON of asked.h5" json asked.h5
for event in PAPI_TOT_INS PAPI_TOT_CYC; do
    ok "$event is unavailable, not 0" \
        $known quality asked.h5.json $event unavailable "no hardware counters"
done

# A zero that the kernel makes up: context switches in the user domain.
flags="--domain=user -e perf::CONTEXT-SWITCHES"
ok "context switches in the user domain" \
    counted 2 switches.h5 "$programs/ordinary" system
ok "hpmagg prints JSON of switches.h5" json switches.h5
ok "context switches in the user domain are counted or unavailable, never 0" $known value switches.h5.json \
    '[e.get ("total") for e in data["events"]
    if e["name"] == "perf::CONTEXT-SWITCHES"] != [0]'

"$hpmrun" --check >text 2>&1
is $? 0 "hpmrun --check: what there is could be told"
ok "tells it in plain words" grep -q "no hardware counters" text
finish
