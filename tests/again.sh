#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Run a test; one that measures, up to three times.
#
#     again.sh TEST
#
# A test with a line "# Measures: WHAT" compares times or samples of a machine that
# others use, too.  Each of its claims is refuted by chance once in some hundred or
# thousand runs, and there are hundreds of them: of all tests together one would fail
# in most runs.  It fails if it fails three times.  The claims that failed before are
# told on stderr, which is the log, as "TRIED AGAIN: TEST N - CLAIM", which .ci/run
# lists at its end, and stand in the log as comments.
#
# Nothing else is tried again: no test without that line, no crash, no report of a
# sanitizer, and no test that did not come to its end.
#
# A test that comes to no end is ended after HPM_TEST_LIMIT seconds (900: five times
# what the longest takes under a sanitizer), so that its log tells where it hung.
#
# How long it took, and how much of processors, is a comment at its end, "# took: S s,
# P s of processors, TEST", which .ci/run reads: on stdout, since what stderr has may
# come into the middle of a line of the log.

test=$1
[ ! -x tests/python/python3 ] || PATH=$PWD/tests/python:$PATH
begun=$(date +%s)
limit=${HPM_TEST_LIMIT:-900}
took () {
    # What the shell's children had of processors, in ticks (proc(5)).
    of_processors=$(awk -v tick="$(getconf CLK_TCK)" \
        '{ printf "%.0f", ($16 + $17) / tick }' /proc/$$/stat)
    echo "# took: $(($(date +%s) - begun)) s, $of_processors s of processors, $test"
}

# run_test: returns its status.  Its processes are a group, which timeout ends with
# itself; who ends this script ends them, too.
run_test () {
    since=$(date +%s)
    timeout -k 10 "$limit" "$test" </dev/null &
    running=$!
    wait $running
    status=$?
    running=
    # 137 is also that of a test of which somebody else killed the end.
    if [ $status = 124 ] || { [ $status = 137 ] && [ $(($(date +%s) - since)) -ge "$limit" ]; }
    then
        echo "not ok - it came to no end within $limit s, after what stands above"
    fi
    return $status
}

log=
running=
trap '[ -z "$log" ] || rm -f "$log"' EXIT
trap '[ -z "$running" ] || kill $running; exit 1' HUP INT TERM

if ! grep -q '^# Measures: ' "$test"; then
    run_test
    status=$?
    took
    exit $status
fi

log=$(mktemp) || exit 99

# by_chance STATUS: whether what the log holds may be so.  Claims that hold, or are
# skipped, may name a sanitizer.  A report that no line shows ends its program by
# status 66 (tests/run/lib.sh).
by_chance () {
    [ "$1" = 1 ] && tail -n 1 "$log" | grep -qE '^1\.\.[0-9]+$' &&
        ! grep -v '^ok ' "$log" | grep -qE -e 'Sanitizer|runtime error:' \
            -e 'SIG(SEGV|BUS|ABRT|ILL|FPE)|[Ss]egmentation fault|dumped core' \
            -e 'on signal (4|6|7|8|11)\b|(status|code|rc|value)[^0-9]*66\b'
}

for try in 1 2 3; do
    run_test >"$log"
    status=$?
    [ $try -lt 3 ] && by_chance $status || break
    sed -n "s,^not ok ,TRIED AGAIN: $test ,p" "$log" >&2
    sed -n 's/^not ok /# tried again: /p' "$log"
done
cat "$log"
took
exit $status
