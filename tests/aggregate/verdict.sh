#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The verdict on runs that are imbalanced in a known way: which rules speak, and
# what they say.
. "${srcdir:-.}/tests/aggregate/lib.sh"

usual='ranks=8 hosts=2 threads=1 events=2 calls=2 story=1'

# judged RULES SETTING...: the rules that speak of such a run, the verdict and
# the outliers, in their order.
judged () {
    rules=$1
    shift
    # shellcheck disable=SC2086
    result r.h5 $usual "$@"
    run --format=json r.h5
    is "$(sed -n 's/^ *"rule": "\(.*\)",$/\1/p' out | tr '\n' ' ')" \
        "$rules${rules:+ }" "$*: ${rules:-nothing}"
    run r.h5
}

# says TEXT: the summary does, wherever it folds its lines.
says () {
    tr -s '\n ' '  ' <out >flat
    has flat "$1" "  it says: $1"
}

judged 'efficiency' useful=95
says 'efficiency 0.95 = balance 1.00 x communication 0.95 (good)'
judged 'efficiency in_mpi' bytes=1
says 'efficiency 0.60 = balance 1.00 x communication 0.60'
says 'even the slowest rank is in MPI 40 % of the run'
says 'of all time in MPI 100 % is in MPI_Allreduce, mean size 7 byte'

# One reason at a time.
judged 'efficiency slowest work rank_outlier rank_outlier' useful=75 slow=5 \
    work=130
says 'the slowest rank is 5 on node001: 9.75 s outside MPI, the others 7.5 s'
says 'it executes 30 % more instructions (work imbalance)'
says 'rank 5 on node001: useful time 9.75 s, median 7.5 s (30 spreads off)'
judged 'efficiency slowest ipc rank_outlier rank_outlier' useful=70 slow=1 \
    ipc=71
says "it completes 0.71 of the others' instructions per cycle"
judged 'efficiency slowest clock rank_outlier rank_outlier' useful=70 slow=6 \
    clock=71
says "it runs at 0.71 of the others' clock (node problem)"
judged 'efficiency slowest cpu_wait rank_outlier rank_outlier' useful=70 \
    slow=2 waiting=27
says 'it waits for a processor 27 % of the run (oversubscribed)'
judged 'efficiency slowest blocked rank_outlier rank_outlier' useful=70 \
    slow=2 blocked=27
says 'it is blocked outside MPI for at least 2.4 s more'
judged 'efficiency slowest kernel rank_outlier rank_outlier' useful=70 \
    slow=2 kernel=27
says 'it spends 2.7 s more in the kernel, with 100 times the page faults'

# Two reasons, and one that is too small to be named.
judged 'efficiency slowest work clock rank_outlier rank_outlier rank_outlier' \
    useful=70 slow=3 work=115 clock=85
judged 'efficiency slowest work rank_outlier rank_outlier' \
    useful=70 slow=3 work=130 clock=97

# What cannot be known is not claimed.
judged 'efficiency slowest unexplained rank_outlier' useful=75 slow=5 work=130 \
    calls=1
says 'cannot be told apart without hardware counters outside MPI'
judged 'efficiency slowest unexplained rank_outlier' useful=75 slow=5 work=130 \
    nopmu=1
judged 'efficiency slowest cpu_wait rank_outlier' useful=70 slow=2 waiting=27 \
    calls=1
judged 'efficiency slowest blocked rank_outlier' useful=70 slow=2 blocked=27 \
    nopmu=1
judged 'not_timed' calls=0
says 'efficiency unknown: time in MPI was not measured'
judged 'not_timed oversubscribed' calls=0 all_wait=30
says 'ranks wait for a processor 30 % of the run'
judged 'not_timed efficiency' useful=95 unnoted=3
says '1 of 8 ranks have no complete record and are not judged'
judged 'not_timed efficiency' useful=95 partial=0
judged 'too_short' milliseconds=99
says 'the run took 99 ms: too short to judge'
judged 'efficiency in_mpi' milliseconds=100

# Two ranks, one; most ranks slow.
judged 'efficiency slowest work' ranks=2 useful=60 slow=1 work=160
says 'it executes 60 % more instructions'
judged 'efficiency' ranks=1 hosts=1 useful=95
judged 'efficiency light in_mpi rank_outlier rank_outlier' ranks=4 useful=80 slow=0 work=10
says 'most ranks are as slow as the slowest; rank 0 on node000 computes only'

# Outliers: off the median by more than five spreads, which come from the median
# deviation where ranks differ anyway.
judged 'efficiency' useful=94 slow=7 work=104
judged 'efficiency rank_outlier rank_outlier' useful=94 slow=7 work=106
judged 'efficiency' useful=80 slow=7 work=106 spread=10000
judged 'efficiency rank_outlier rank_outlier' useful=90 slow=7 work=80 \
    spread=5000
judged 'efficiency' ranks=3 useful=92 slow=2 work=107
judged 'efficiency migrating' useful=95 slow=3 moves=500
says 'rank 3 on node000 moved between processors 500 times'
judged 'efficiency' useful=95 slow=3 moves=9
judged 'efficiency crowded' useful=95 masks=1
says 'host node000: 4 busy threads may only use the same 2 processors'
says 'alike on 1 more host'
judged 'efficiency overlap' useful=95 masks=2
says 'host node000: the processors of ranks 0 and 1 overlap (1 shared)'
judged 'efficiency' useful=95 masks=3
judged 'efficiency' ranks=4 useful=95 masks=1
judged 'efficiency' useful=95 masks=4

# The first host is crowded, by threads as well as by ranks.
result r.h5 ranks=64 threads=1 events=2 calls=2 story=1 useful=95 masks=3
run --format=json r.h5
ok "64 ranks on 64 processors are not too many" grep -q '"outliers": \[\]' out

for rank in 9 37; do
    # shellcheck disable=SC2086
    result r.h5 $usual ranks=64 hosts=4 useful=75 slow=$rank work=130 masks=2
    run r.h5
    is "$(awk 'length > 80' out)" "" "the verdict keeps to 80 columns"
    run --per=host r.h5
    is "$(awk 'length > 80' out)" "" "  so do efficiencies of hosts"
done
has out "efficiency" "  which stand below the table of hosts"

# Rules and limits are those of the manual page.
page=$source_folder/doc/hpm-verdict.7
sed -n '/^#define HPM_FINDINGS/,/^$/s/^ *X ([0-9]*, [A-Z_]*, "\(.*\)", [01],.*/\1/p' \
    "$source_folder/aggregate/findings.h" | grep -vx none >rules
ok "there are rules" test "$(wc -l <rules)" -gt 15
missing=
while read -r rule; do
    grep -q "^\.It Sy $(echo "$rule" | sed 's/_/_/g')\$" "$page" ||
        missing="$missing $rule"
done <rules
is "$missing" "" "the manual page has every rule"
sed -n '/^#define HPM_LIMITS/,/^$/s/^ *X (\([A-Z_]*\), \([0-9.]*\),.*/\1 \2/p' \
    "$source_folder/aggregate/findings.h" >limits
ok "there are limits" test "$(wc -l <limits)" -gt 8
missing=
while read -r name limit; do
    grep -q "^\.It $name Ta $limit Ta " "$page" || missing="$missing $name"
done <limits
is "$missing" "" "the manual page has every limit"
finish
