#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The short summary: how long it is, what it leaves out, and that the command which
# it names has all of it.
. "${srcdir:-.}/tests/aggregate/lib.sh"

definitions=$source_folder/metrics
usual='ranks=8 hosts=2 threads=1 events=2 calls=2 story=1'

# shown NAME SETTING...: the short and the full summary of such a run, by the
# definitions that are installed.
shown () {
    in_case "$1"
    shift
    # shellcheck disable=SC2086
    stream $usual "$@"
    run --recover stream -o r.h5 --force --summary=none --definitions="$definitions"
    [ "$status" = 0 ] || bail_out "no r.h5: $(cat err)"
    run r.h5
    cp out short
    command=$(sed -n 's/^.*(*all[a-z ]*: hpmagg \(.*r.h5\))*$/\1/p' short)
    # shellcheck disable=SC2086
    run $command
    cp out full
}

# findings FILE: lines of it that a finding begins on, of the verdict.
findings () {
    sed -n '/^verdict/,/^$/p' "$1" | grep -c '^  [^ ]'
}

# One finding beside the efficiency, as most runs have.
shown "an ordinary run" useful=60 hosts=1 events=16
is "$command" "--summary=full r.h5" "the last line names the full summary"
ok "there are 25 lines at most" test "$(wc -l <short)" -le 25 || cat short
has full "cost of measuring a rank: " "the full one has both parts of what measuring cost"
has full "all of MPI" "the full one has the sum over functions"
has full "messages from" "the full one has sizes of messages"
has full "os::MINOR_FAULTS" "the full one has all counts"
ok "they are not in the short one" sh -c '! grep -q "messages from\|os::\|all of MPI" short'
has short "in MPI 40.0 %" "time in MPI is told"

shown "slow" useful=70 slow=5 work=115 clock=85 masks=2
is "$(findings short)" 5 "of many findings there are three, how many more, and what to do"
has short "and 1 more finding: hpmagg --summary=full r.h5" "the others are told of"
is "$(grep -c 'spreads off\|overlap (' full)" 4 "the full one has them"
ok "that the slowest rank is out of line by this time is not told again" \
    sh -c '! grep -q "useful time" short && grep -q "rank 5 .*: useful time" full'
has short "(529 ms on rank 5 to 3 s on rank 0)" "the spread of time in MPI is over ranks"

# 4 of 10 s of each main thread, beside a thread that is never there.
shown "threads" threads=2 masks=3 useful=60 busy=90 calls=1
has full "in MPI 20.0 %" "what is in MPI is a part of the time of all threads"
is "$(sed -n 's/^MPI_Allreduce .*  \([0-9.]* %\) .*/\1/p' full)" "20.0 %" \
    "that of its functions is one of the same"

shown "little" useful=99 calls=1
ok "MPI with next to nothing in it has a row where it has the most" \
    grep -q "^MPI_Allreduce " short
shown "nothing" useful=100 calls=1
ok "what takes no time has no table" sh -c '! grep -q "^MPI" short'

shown "one" ranks=1 hosts=1
ok "of one rank there is one value" grep -q '^metric  *unit  *value$' short
ok "the full one has its columns" grep -q '^metric  *unit  *total  *mean ' full

# How ranks are bound is known of hosts that have several.
while read -r masks words; do
    shown "masks=$masks" "masks=$masks" ranks=4 hosts=1
    tr -s '\n ' '  ' <short >line
    has line "(node000), Open MPI v4.1.4, $words wall time" "it is told: $words"
done <<'END'
0 1 processor each
1 2 processors shared
2 on processors that overlap
3 64 processors shared
5 on processors that overlap
END
# told_of WORDS OPTION...: what the head says of processors behind the library.
told_of () {
    words=$1
    shift
    shown "$*" "$@"
    tr -s '\n ' '  ' <short >line
    has line ", Open MPI v4.1.4, $words wall time" "it is told: $words"
}
told_of "1 processor each" ranks=2 hosts=2
told_of "1 processor" ranks=1 hosts=1
told_of "64 processors" ranks=1 hosts=1 masks=3

# What is too short to judge is neither good nor poor.
shown "long" all_wait=50
ok "a poor metric is marked" grep -q '^! Utilization' short
shown "brief" all_wait=50 milliseconds=90
has short "verdict: the run took 90 ms: too short to judge" "the verdict says why"
ok "no metric is marked" sh -c '! grep -q "^[!*] " short'
is "$("$hpmagg" --metrics --format=json r.h5 | grep -c '"rating"')" 0 "JSON rates none"

# The machine cannot count, which nobody asked it for.
shown "without counters" nopmu=1
has short "no hardware counters on this machine: hpmrun --check tells what helps" \
    "one line says so"
ok "the events are not named" sh -c '! grep -q "PAPI" short'
has full "not counted: PAPI_TOT_INS, PAPI_TOT_CYC" "the full one names them"
shown "asked without counters" nopmu=1 asked=2
has short "not counted: PAPI_TOT_INS" "what was asked for is named"
finish
