#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# How long ranks wait in collectives for those that come last, and for whom: what the
# result file says against a tracer of its own of the same run.
# Measures: who waits for whom, against a tracer and within the errors of samples.
. "${srcdir:-.}/tests/calls/lib.sh"

tracer=$top/tests/calls/arrivals_tracer.so
# Between the library and MPI: preloaded behind it, in the program alone.
cat >traced <<'SCRIPT'
#!/bin/sh
LD_PRELOAD="$LD_PRELOAD $TRACER" "$@"
SCRIPT
chmod +x traced

# traced_run RANKS PATTERN [FLAG...]: the result is run.h5, and rows of its ranks
# are in ranks.json; the truth is in truth.json.
traced_run () {
    ranks=$1
    pattern=$2
    shift 2
    rm -f run.h5* trace.*
    # shellcheck disable=SC2086
    ARRIVALS_TRACE=$work/trace TRACER=$tracer launch "$ranks" "$hpmrun" \
        -o run.h5 $flags "$@" ./traced "$program" "$pattern" \
        >stdout 2>stderr </dev/null || {
        cat stdout stderr
        return 1
    }
    "$hpmagg" --per=rank --format=json --events='mpi::*' -o ranks.json run.h5 \
        && "$hpmagg" --per=rank --events='mpi::A*' -o ranks.txt run.h5 \
        && python3 "$source_folder/tests/calls/arrivals_truth.py" \
            "$work/trace" "$ranks" >truth.json
}

# agrees WHAT [EXPRESSION]
agrees () {
    python3 "$source_folder/tests/calls/arrivals_compare.py" ranks.json ranks.txt \
        truth.json "$@"
}

# A rank that is late is so by much, and the tracer saw the same run: nothing here
# depends on how long anything takes.
case_of () {
    in_case "$2, $1 ranks${3:+ ($3)}"
    ok "a run with the tracer" traced_run "$1" "$2"
    ok "waits are those of the tracer, within their errors" agrees waited
    ok "so are waits for each rank" agrees awaited
    ok "nobody is awaited for longer than others waited" agrees bounded
}

# Where calls are left out, each error is to hold the truth 19 times in 20 only: what
# counts is in how many of all cases it does.
values=0 outside=0
estimated () {
    in_case "$2, $1 ranks${3:+ ($3)}"
    ok "a run with the tracer" traced_run "$1" "$2"
    for what in waited awaited; do
        agrees $what >>wrong
        values=$((values + $1))
    done
    ok "nobody is awaited for longer than others waited" agrees bounded
    outside=$(($(wc -l <wrong)))
}
are_covered () {
    echo "$outside of $values are not"
    cat wrong
    test $((10 * outside)) -le "$values"
}

program=$programs/arrivals

# A shell cannot have a library with a sanitizer, and what that takes in a call
# would be told as a wait.  What a sanitizer finds ends a run with an error.
if [ "$sanitizer" != "" ]; then
    patterns="world pairs kept freed threads shared between"
    [ "$sanitizer" = thread ] ||
        patterns="$patterns after self once empty order alternate root leaf never exchange"
    for pattern in $patterns; do
        in_case "$pattern, 4 ranks"
        ok "calls are recorded, and no sanitizer objects" \
            counted 4 "$pattern.h5" "$program" "$pattern"
    done
    in_case ""
    skip "waits are those of a tracer" "the library is instrumented"
    finish
fi
for pattern in world pairs after self; do
    case_of 4 $pattern
    ok "it is known of all ranks, exactly" agrees exact
done
case_of 4 kept
ok "70 communicators that are kept are known one by one" agrees exact
for pattern in once freed empty order alternate noise; do
    estimated 4 $pattern
done
estimated 16 alternate
in_case ""
ok "of estimated waits 9 in 10 are within three of their errors" are_covered

ok "a program with an inter-communicator runs" traced_run 4 between
ok "what was waited between groups is not known: it is at least" \
    agrees least 0,1,2
ok "it is no more than the tracer saw of the others" agrees waited
ok "one whose root comes late runs" traced_run 4 root
ok "leaves wait for the root, not for each other" agrees waited
ok "of calls with a root that is told as at least" agrees least 3
ok "one whose leaf comes late runs" traced_run 4 leaf
ok "that a root may wait for a leaf is not ruled out" agrees least 0
ok "one with two threads in collectives runs" traced_run 4 threads
ok "what one of the threads waited is told as at least" agrees least 0,1,2
ok "it is less than what both waited" agrees waited
"$hpmagg" --summary=full run.h5 >summary.txt
ok "that a thread is missing is told with the sum" \
    grep -q "before the last rank came at least" summary.txt
ok "one whose threads share a communicator runs" traced_run 4 shared
ok "what two threads waited in one communicator is not told" agrees unknown
ok "the summary does not speak of it" \
    sh -c '"$1" --summary=full run.h5 | grep -q "last rank came"; test $? = 1' - "$hpmagg"
ok "nonblocking barriers are started" traced_run 4 never
ok "they are no blocking collectives" agrees nothing
ok "messages are exchanged" traced_run 4 exchange
ok "without collectives nobody waits in them" agrees nothing
ok "a rank is alone" traced_run 1 world
ok "it waits for nobody" agrees nothing
ok "counters are split around barriers" traced_run 4 world --mpi=split
ok "split: waits are those of the tracer" agrees waited

# Who was late is shown.
ok "a rank comes late" traced_run 4 world
"$hpmagg" --per=rank --events='mpi::A*' --sort=mpi::AWAITED_TIME run.h5 >rows.txt
ok "ranks are sorted by how long others waited for them" \
    python3 "$source_folder/tests/calls/arrivals_compare.py" ranks.json rows.txt \
    truth.json sorted
"$hpmagg" --events='mpi::A*' run.h5 >summary.txt
ok "no counter is said to have run part of the time for it" \
    sh -c '! grep -q "scaled up" summary.txt'
ok "CSV has it" sh -c '"$1" --per=rank --events=mpi::AWAITED_TIME --format=csv run.h5 |
    head -1 | grep -q mpi::AWAITED_TIME' - "$hpmagg"

if [ -x "$program" ] && "$program" sessions >/dev/null 2>&1; then
    ok "a program of sessions runs" traced_run 4 sessions
    ok "without MPI_COMM_WORLD nothing is compared" agrees unknown
else
    skip "a program of sessions" "the MPI library has none, or not without mpirun"
fi

# with_mpich: the program and the tracer, of MPICH.
with_mpich () {
    sources=$source_folder/tests/calls
    program=$work/arrivals.mpich
    tracer=$work/tracer.so
    mpicc.mpich -D_GNU_SOURCE -O1 -pthread -o "$program" \
        "$sources/programs/arrivals.c" \
        && mpicc.mpich -D_GNU_SOURCE -O1 -fPIC -shared -o "$tracer" \
            "$sources/arrivals_tracer.c"
}

if [ -z "$sanitizer" ] && command -v mpicc.mpich mpiexec.hydra >/dev/null; then
    ok "the program and the tracer can be made for MPICH" with_mpich
    launch () {
        n=$1
        shift
        mpiexec.hydra -n "$n" "$@"
    }
    # Its ranks keep their processors while they wait: where there are more of them than
    # processors, each collective takes as long as the kernel lets one run.
    for pattern in world pairs; do
        case_of 4 $pattern MPICH
    done
    for pattern in kept self; do
        case_of 2 $pattern MPICH
    done
    : >wrong
    values=0
    for once in 1 2 3 4 5; do
        estimated 2 freed "MPICH, $once"
    done
    in_case ""
    ok "with MPICH, too, 9 in 10 are within three of their errors" are_covered
else
    skip "programs of MPICH" "there is no MPICH, or the library is instrumented"
fi
finish
