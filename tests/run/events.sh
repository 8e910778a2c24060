#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What --list=events says of an event is what a run finds.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$sanitizer" != thread ] ||
    skip_all "no program that was built without it bears libtsan"

"$hpmrun" --list=events >listed
is $? 0 "events are listed"

# counts EVENT: yes or no, as a run has it
counts () {
    "$hpmrun" -f -o event.h5 --summary=none -e "$1" true 2>/dev/null &&
        "$hpmagg" --format=csv event.h5 |
        awk -F, -v name="$1" '$1 == "event" && $3 == name {
            print $5 == "unavailable" ? "no" : "yes" }'
}

for event in perf::CYCLES perf::INSTRUCTIONS perf::BRANCH-MISSES \
    perf::L1-DCACHE-LOADS perf::PAGE-FAULTS perf::CPU-MIGRATIONS \
    perf::TASK-CLOCK PAPI_TOT_INS PAPI_L1_DCM perf::SLOTS; do
    said=$(awk -v name="$event" '$1 == name { print $2 }' listed)
    if [ -n "$said" ]; then
        is "$said" "$(counts $event)" "$event is listed as it counts"
    else
        skip "$event is not listed" "PAPI does not have it here"
    fi
done
finish
