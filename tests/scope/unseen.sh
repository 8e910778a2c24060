#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Threads that nobody saw, and that have ended: the processor time of the process
# has theirs, and so the result; what else they did is missing, which it says.
. "${srcdir:-.}/tests/scope/lib.sh"

unseen=$top/tests/scope/unseen
[ -z "$sanitizer" ] || skip_all "a sanitizer has to see each thread being made"

# counts NAME EXPRESSION CLAIM
counts () {
    "$hpmagg" --format=json --per=thread "$1.h5" >"$1.json"
    ok "$1: $3" $known value "$1.json" "$2"
}

for kind in clone timer; do
    alone $kind "$unseen" $kind
    same_as_plain $kind
    counts $kind 'event ("os::USER_TIME")["quality"] == "partial"' \
        "times in user code are known of a part"
    counts $kind 'event ("os::MINOR_FAULTS")["quality"] == "partial"' \
        "and so are page faults"
    counts $kind 'event ("stub::N1")["quality"] == "partial"' \
        "and the events that were asked for"
    "$hpmagg" --summary=full $kind.h5 >text
    has text "threads, ranks or calls are missing in it" \
        "$kind: the summary says that threads are missing"
    alone $kind-time "$unseen" $kind
    "$hpmagg" --format=json --per=thread $kind-time.h5 >json
    ok "$kind: their processor time is there" $known value json \
        'sum (count_of (row, "os::CPU_TIME") or 0 for row in data["thread"])
         >= 490000000'
    ok "$kind: how long they were there is known of a part" $known value json \
        'event ("os::WALL_TIME")["quality"] == "partial"'
done

# Those that were seen are all there is.
for option in --snapshot=0.1 --interval=0.01; do
    in_case "200 threads, $option"
    "$hpmrun" --summary=none -f -o many.h5 $option --backend="$stub" \
        -e stub::N1 "$unseen" threads >many.out
    counts many 'run["threads"] == 201
        and event ("os::MINOR_FAULTS")["quality"] == "exact"' \
        "none is told to be missing"
done
finish
