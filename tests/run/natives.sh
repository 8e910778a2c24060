#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Names of native events are looked up in libpfm's tables of all processors, so
# that a slip is told on a machine without counters, too.
. "${srcdir:-.}/tests/run/lib.sh"

[ "$(uname -m)" = x86_64 ] || skip_all "the names are those of x86"
[ "$pfm_tables" = yes ] ||
    skip_all "built without the header of libpfm4 (Debian: libpfm4-dev)"
"$hpmrun" --check >check 2>&1
grep -q '^Hardware counters  *no' check ||
    skip_all "the processor has counters: it knows its events"

# told EVENT: status and what is said.
told () {
    "$hpmrun" -s none -o told.h5 --force -e "$1" true >out 2>err
    echo "$? $(sed 's/, because.*//;s/; .*//' err)"
}
for event in MEM_LOAD_RETIRED:L3_MIZZ MEM_LOAD_RETIREDD:L3_MISS \
    icx::MEM_LOAD_RETIRED:L4_MISS nowhere::MEM_LOAD_RETIRED:L3_MISS \
    icx::RETIRED_INSTRUCTIONS INST_RETIRED:ANY_P:z=1; do
    is "$(told "$event")" \
        "2 hpmrun: unknown event $event" \
        "$event is a slip"
done
if [ "$sanitizer" = thread ]; then
    skip "events of processors" \
        "no program that was built without it bears libtsan"
    finish
fi
for event in MEM_LOAD_RETIRED:L3_MISS icx::MEM_LOAD_RETIRED:L3_MISS \
    RETIRED_INSTRUCTIONS INST_RETIRED:ANY_P:u:c=1 inst_retired:any_p r01c2 \
    perf::CYCLES perf::slots perf::topdown-mem-bound; do
    is "$(told "$event")" "0 hpmrun: $event will not be counted" \
        "$event is an event of a processor"
done
finish
