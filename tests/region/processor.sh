#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# With --region-cpu-time regions have the processor time of their threads, what of it
# was the kernel's, and page faults.
# Measures: processor time of regions.
. "${srcdir:-.}/tests/run/lib.sh"

# Pages that it touches: a sanitizer has some of its own for each.
most=1200
[ -z "$sanitizer" ] || most=100000

program=$top/tests/region/processor

# counted_in FILE EXPRESSION: holds of the rows of its regions.
counted_in () {
    "$hpmagg" --per=region --format=csv "$1" >"$1.csv"
    python3 "$source_folder/tests/region/rows.py" "$1.csv" \
        "(lambda cpu, near: $2)(lambda p: 1e-9 * of(p)[\"os::CPU_TIME\"], lambda got, known: known - 0.001 <= got <= 1.25 * known + 0.02)"
}

# as_known NAME FLAG...: the regions have the processor time that they took.
as_known () {
    name=$1
    shift
    ok "it runs" "$hpmrun" -o "$name.h5" --summary=none --region-cpu-time "$@"
    ok "a region has the processor time that it took, entry for entry" \
        counted_in "$name.h5" 'near(cpu("outer/spin"), 0.2)'
    ok "one that sleeps has nearly none" counted_in "$name.h5" 'cpu("sleep") < 0.05'
    ok "a thread that is counted from within has that of its region alone" \
        counted_in "$name.h5" 'near(cpu("other"), 0.1)'
    ok "one that is open in the end has it so far" counted_in "$name.h5" \
        'of("open")["unended"] == 1 and near(cpu("open"), 0.1)'
    ok "it is no more than the time in the region" counted_in "$name.h5" \
        'all(cpu(p) <= of(p)["time_s"] + 1e-9 for p in paths)'
    ok "user and system time are its parts" counted_in "$name.h5" \
        'all(of(p)["os::USER_TIME"] + of(p)["os::SYSTEM_TIME"] == of(p)["os::CPU_TIME"] for p in paths)'
    ok "page faults are those of its pages" counted_in "$name.h5" \
        "1000 <= of('touch')['os::MINOR_FAULTS'] <= $most"
    ok "metrics are made of it" counted_in "$name.h5" \
        'all(abs(of(p)["cpu_time"] - cpu(p)) < 1e-9 for p in paths)'
}

in_case "no source of counts"
as_known none --backend=none "$program"
in_case "beside events of a source"
as_known work --backend="$top/tests/calls/work_backend.so" --events=work::DONE "$program"
ok "the events are counted beside" counted_in work.h5 'of("outer/spin")["work::DONE"] == 30'
in_case "with a pause"
as_known paused --backend=none --signals=USR1,USR2 "$program" paused
ok "what a pause took is not in the region around it" counted_in paused.h5 \
    'near(cpu("outer"), 0.2)'
"$hpmagg" --per=region --metrics=utilization paused.h5 >table
ok "the table marks no processor time, which is exact" \
    sh -c 'grep -q "^outer" table && ! grep -q "^outer.*~" table'
"$hpmagg" --per=region --events=os::USER_TIME paused.h5 >table
ok "it marks user time, which is not" grep -q '^outer .*~' table

in_case "marks of a thread beside the main one"
"$hpmrun" -o beside.h5 --summary=none --backend=none --region-cpu-time \
    "$top/tests/region/beside"
"$hpmagg" beside.h5 >told
is "$(sed -n "s/^  marking cost about .* % of the \(.*\): it is taken out .*/\1/p" told)" \
    "threads' time" "what its marks took is no part of the run, but of the threads' time"

in_case "counters of the system that are named"
"$hpmrun" -o named.h5 --summary=none --backend="$top/tests/calls/work_backend.so" \
    --events=work::DONE,perf::PAGE-FAULTS,perf::TASK-CLOCK,perf::CPU-MIGRATIONS "$program"
ok "regions have the page faults that they caused" counted_in named.h5 \
    "1000 <= of('touch')['perf::PAGE-FAULTS'] <= $most and of('outer/spin')['work::DONE'] == 30"
ok "they have the processor time" counted_in named.h5 \
    '199e6 <= of("outer/spin")["perf::TASK-CLOCK"] <= 270e6'
ok "they have no count of what the kernel tells in files alone" counted_in named.h5 \
    'all(of(p)["perf::CPU-MIGRATIONS"] == "" for p in paths)'

in_case "counters of the system in a group"
"$hpmrun" -o group.h5 --summary=none --groups=time "$program"
ok "marks do not read them for that" counted_in group.h5 \
    'all(of(p)["os::CPU_TIME"] == "" for p in paths)'

in_case "not asked for"
"$hpmrun" -o plain.h5 --summary=none --backend=none "$program"
ok "there is no processor time of a region" counted_in plain.h5 \
    'all(of(p)["os::CPU_TIME"] == "" for p in paths)'
finish
