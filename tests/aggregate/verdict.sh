#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# The verdict on runs that are imbalanced in a known way: which rules speak, and
# what they say.
. "${srcdir:-.}/tests/aggregate/judged.sh"

# efficiency NAME HOST: of the job, or of a host.
efficiency () {
    "$python" -c '
import json, sys
found = json.load (open ("json"))
for host in found["host"]:
    if host["host"] == sys.argv[2]:
        found = host
print ("%.6f" % found["efficiency"][sys.argv[1]])' "$@"
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
# 8 x (9.75 - 7.78) s of 80 s.
says '7.5 s (median), which costs 15.8 s, 19.7 % of all time; it executes'
says 'rank 5 on node001: useful time 9.75 s, median 7.5 s (30 spreads off)'
judged 'efficiency slowest ipc rank_outlier rank_outlier' useful=70 slow=1 \
    ipc=71
says "it completes 0.71 of the others' instructions per cycle"
judged 'efficiency slowest clock rank_outlier rank_outlier' useful=70 slow=6 \
    clock=71
says "it runs at 0.71 of the others' clock (node problem)"
judged 'efficiency slowest cpu_wait rank_outlier rank_outlier' useful=70 \
    slow=2 waiting=27
says 'it waits for a processor outside MPI 27 % of its time, at least 2.7 s longer than the others (other work had them)'
hushes oversubscribed
judged 'efficiency slowest blocked rank_outlier rank_outlier' useful=70 \
    slow=2 blocked=27
says 'it is blocked outside MPI for at least 2.7 s more'
judged 'efficiency slowest kernel rank_outlier rank_outlier' useful=70 \
    slow=2 kernel=27
says 'it spends 2.7 s more in the kernel, with 100 times the page faults'

# Two reasons, the larger first, and one that is too small to be named.
judged 'efficiency slowest clock work rank_outlier rank_outlier rank_outlier' \
    useful=70 slow=3 work=115 clock=85
judged 'efficiency slowest work rank_outlier rank_outlier' \
    useful=70 slow=3 work=130 clock=97

# What cannot be known is not claimed.
judged 'efficiency slowest unexplained rank_outlier' useful=75 slow=5 work=130 \
    calls=1
says 'cannot be told apart without hardware counters outside MPI'
says 'it computes longer'
judged 'efficiency slowest unexplained rank_outlier' useful=75 slow=5 work=130 \
    nopmu=1
# All wait for processors, wherever: it is longer outside MPI, and may have no more
# of them.
judged 'efficiency oversubscribed slowest unexplained rank_outlier' useful=75 \
    slow=5 work=130 calls=1 all_wait=20
says 'it computes longer'
judged 'efficiency oversubscribed slowest unexplained rank_outlier' useful=75 \
    slow=5 work=130 calls=1 all_wait=20 undivided=1
says 'what it counts outside MPI does not tell why'
hushes 'it computes longer'
judged 'efficiency slowest cpu_wait rank_outlier' useful=70 slow=2 waiting=27 \
    calls=1
judged 'efficiency slowest blocked rank_outlier' useful=70 slow=2 blocked=27 \
    nopmu=1
judged 'not_timed' calls=0
says 'efficiency unknown: time in MPI was not measured'
judged 'not_timed oversubscribed' calls=0 all_wait=30
says 'ranks wait for a processor 30 % of the run'
judged 'not_timed efficiency' useful=95 unrecorded=3
says 'MPI was not timed on 1 of 8 ranks (the first is rank 3), which are not'
judged 'not_timed efficiency' useful=95 partial=0
says '1 of 8 ranks left no complete record: not judged efficiency'
judged 'not_timed' ranks=1 hosts=1 useful=95 partial=0 all_wait=30
says '1 of 1 ranks left no complete record: not judged'
hushes 'wait for a processor'
judged 'not_timed efficiency' useful=95 partial=0 odd=0
says ': not judged; MPI was not timed on 4 of 8 ranks (the first is rank 0)'
judged 'not_timed efficiency' useful=95 calls=0 odd=1
says 'MPI was not timed on 4 of 8 ranks (the first is rank 0), which are not'
says 'because calls of MPI were not timed there, on 4 of 8 ranks'
judged 'too_short' milliseconds=99
says 'the run took 99 ms: too short to judge'
judged 'efficiency in_mpi' milliseconds=100

# Two ranks, one; most ranks slow.
judged 'efficiency slowest work' ranks=2 useful=60 slow=1 work=160
says 'it executes 60 % more instructions'
judged 'efficiency' ranks=1 hosts=1 useful=95
judged 'efficiency in_mpi light rank_outlier rank_outlier' ranks=4 useful=80 slow=0 work=10
says 'most ranks are as slow as the slowest; rank 0 on node000 is outside MPI for'

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

# Causes cost no more than the rank they are of.
judged 'efficiency slowest kernel blocked in_mpi oversubscribed rank_outlier rank_outlier' \
    useful=30 slow=2 kernel=22 blocked=10 all_wait=30
ok "causes cost no more than their rank" \
    "$python" "$source_folder/tests/truth/refute.py" "$hpmagg" r.h5

# Limits, from both sides.  Balance 0.976 and 0.894; communication 0.90, 0.89.
judged 'efficiency in_mpi' ranks=2 useful=70 slow=1 work=105
judged 'efficiency in_mpi slowest work' ranks=2 useful=70 slow=1 work=127
judged 'efficiency' useful=90
judged 'efficiency in_mpi' useful=89
# In a job of good balance a rank may be told, too: it has 4 and 6 % of the run
# more, and the parallel efficiency is below 0.9 and at 0.9.
judged 'efficiency in_mpi rank_outlier rank_outlier' useful=50 slow=3 work=108
judged 'efficiency in_mpi slowest work rank_outlier rank_outlier' useful=50 slow=3 work=112
says 'it executes 12 % more instructions (work imbalance): divide the work more evenly'
judged 'efficiency rank_outlier rank_outlier' useful=92 slow=3 work=106
# What costs less than 1 % of all time is not told: 7 of 800 %, and 21.
judged 'efficiency in_mpi' useful=2 slow=1 blocked=1 calls=1
judged 'efficiency in_mpi slowest blocked rank_outlier' useful=2 slow=1 blocked=3 calls=1
# All wait for a processor, one of them longer: but for that another is slow.
judged 'efficiency oversubscribed slowest blocked rank_outlier' ranks=4 \
    useful=80 slow=1 blocked=19 all_wait=10 calls=1
hushes 'but for waiting for processors'
# In the kernel 90 and 110 ms more, where ranks wait for processors; and where not.
judged 'efficiency oversubscribed in_mpi slowest unexplained rank_outlier' ranks=4 \
    milliseconds=400 useful=50 slow=1 kernel=22 all_wait=10 calls=1
judged 'efficiency oversubscribed slowest kernel in_mpi rank_outlier' ranks=4 \
    milliseconds=400 useful=50 slow=1 kernel=28 all_wait=10 calls=1
judged 'efficiency in_mpi slowest kernel rank_outlier' ranks=4 \
    milliseconds=400 useful=50 slow=1 kernel=22 calls=1
# Taking turns: 0.65, 0.75, 1.55 and 1.65 runs of useful time, long calls of few
# bytes; and not with two ranks, short calls, or many bytes.
turns='ranks=5 hosts=1 calls=1 milliseconds=20000'
# shellcheck disable=SC2086
{
    judged 'efficiency in_mpi' $turns useful=13
    judged 'efficiency serial' $turns useful=15
    says 'times outside MPI of all 5 ranks add up to 0.75 runs, as if one worked at a time (serialisation), which costs 85 s, 85 % of all time: let ranks work at the same time'
    judged 'efficiency serial' $turns useful=31
    judged 'efficiency in_mpi' $turns useful=33
    judged 'efficiency serial oversubscribed' $turns useful=20 all_wait=9
    hushes 'see what else runs'
    judged 'efficiency serial oversubscribed' $turns useful=15 all_wait=50 in_vain=1
    # On a full machine those that work wait as well, and the others poll for them.
    judged 'efficiency oversubscribed in_mpi' $turns useful=20 all_wait=11
    judged 'efficiency oversubscribed' $turns useful=20 all_wait=99
    judged 'efficiency oversubscribed in_mpi' $turns useful=5 slow=-2 waiting=12
    judged 'efficiency in_mpi' $turns useful=20 milliseconds=1000
    judged 'efficiency in_mpi' $turns useful=20 bytes=99999999
    judged 'efficiency in_mpi' $turns useful=50 ranks=2
}
# All main threads are blocked for 9 and 11 % of their time.
judged 'efficiency' useful=83 slow=-2 blocked=9
judged 'efficiency idle' useful=83 slow=-2 blocked=11
says 'main threads are blocked outside MPI 11 % of their time, one as the other'
hushes '(good)'
# The slowest rank is 1.026 and 1.077 times as slow as the median of the others.
judged 'efficiency light rank_outlier rank_outlier' ranks=4 useful=90 slow=0 \
    work=10 spread=13000
judged 'efficiency slowest work rank_outlier rank_outlier' ranks=4 useful=85 \
    slow=0 work=10 spread=40000
# Parts 0.20 and 0.30 of the excess: log (1.05, 1.08) / log (1.275)
judged 'efficiency in_mpi slowest ipc rank_outlier rank_outlier' \
    useful=60 slow=2 work=105 ipc=82
judged 'efficiency in_mpi slowest ipc work rank_outlier rank_outlier rank_outlier' \
    useful=60 slow=2 work=108 ipc=85
# It waits for 4 and 6 % of the run, which lasts little longer than that.
judged 'efficiency slowest work rank_outlier rank_outlier' \
    useful=85 slow=2 work=110 waiting=4
judged 'efficiency slowest work cpu_wait rank_outlier rank_outlier rank_outlier' \
    useful=85 slow=2 work=110 waiting=6
# It may have waited inside MPI, where it was longer than that.
judged 'efficiency in_mpi slowest work rank_outlier rank_outlier rank_outlier' \
    useful=40 slow=2 work=110 waiting=6 undivided=1
judged 'efficiency in_mpi slowest cpu_wait work rank_outlier rank_outlier rank_outlier' \
    useful=40 slow=2 work=110 waiting=6
judged 'efficiency' useful=95 all_wait=4
judged 'efficiency oversubscribed' useful=95 all_wait=6
says 'ranks wait for a processor 6 % of the run (other work had them)'
judged 'efficiency oversubscribed crowded' useful=95 all_wait=6 masks=1
says 'ranks wait for a processor 6 % of the run (oversubscribed)'
judged 'efficiency oversubscribed' threads=2 masks=3 useful=95 busy=90 all_wait=6
says 'main threads wait for a processor 6 % of the run'
judged 'efficiency oversubscribed slowest work in_mpi rank_outlier rank_outlier' \
    useful=60 slow=3 work=140 all_wait=30
judged 'efficiency slowest kernel rank_outlier rank_outlier' useful=70 \
    slow=2 kernel=27 faults=190
says 'it spends 2.7 s more in the kernel'
hushes 'page faults'
judged 'efficiency slowest kernel rank_outlier rank_outlier' useful=70 \
    slow=2 kernel=27 faults=210
says 'with 2.1 times the page faults'
# 258 more take 26 us, at least.
judged 'efficiency slowest kernel rank_outlier rank_outlier' useful=70 \
    slow=2 kernel=27 faults=2250 usual_faults=12
hushes 'page faults'
# Less than ticks err: 20 ms, of which 12 and three times 9 may be an error.
judged 'efficiency slowest unexplained rank_outlier rank_outlier' useful=85 \
    milliseconds=200 slow=2 kernel=12 work=103
hushes 'in the kernel'
judged 'efficiency slowest kernel rank_outlier rank_outlier' useful=85 \
    milliseconds=2000 slow=2 kernel=12 work=103
# It waits 3 % of the run longer than the others, which wait 30 % of it.
judged 'efficiency oversubscribed in_mpi slowest unexplained rank_outlier' \
    useful=60 slow=2 waiting=3 kernel=5 blocked=4 all_wait=30 calls=1 undivided=1
hushes 'it waits for a processor'
# Good is said of the whole.
judged 'efficiency oversubscribed' useful=95 all_wait=7
hushes '(good)'
judged 'efficiency' threads=2 masks=3 useful=95 busy=70
hushes '(good)'
judged 'efficiency' threads=2 masks=3 useful=95 busy=90
says '(good)'
# A main thread that idles wants no processor.
judged 'efficiency idle' useful=2 masks=1 slow=-2 blocked=93
# Ten moves at least, and more than one a second.
judged 'efficiency' useful=95 slow=3 moves=10
judged 'efficiency migrating' useful=95 slow=3 moves=11
judged 'efficiency' useful=95 slow=3 moves=11 milliseconds=20000
judged 'efficiency' useful=95 slow=3 moves=9 milliseconds=1000
hushes 'not in it'

# The run time is that of the longest rank of the job, for each host, too.
judged 'efficiency in_mpi slowest blocked rank_outlier' ranks=4 slow=3 wall=125 calls=1
says 'efficiency 0.53 = balance 0.78 x communication 0.68'
says 'not in it: 7.5 s by which ranks ran shorter than rank 3'
"$hpmagg" --per=host --format=json r.h5 >json
is "$(efficiency communication node000)" 0.480000 "communication takes 6 s of 12.5 s on one host"
is "$(efficiency communication node001)" 0.680000 "communication takes 8.5 s of 12.5 s on the other host"
is "$(efficiency load_balance node000)" 1.000000 "the ranks of one host have no imbalance"
is "$(efficiency load_balance node001)" 0.852941 "the ranks of the other host differ"
is "$(efficiency parallel node001)" 0.580000 "the parallel efficiency is useful time / run time"

# The account: what went where.
account () {
    expected=$1
    shift
    # shellcheck disable=SC2086
    result r.h5 $usual "$@"
    judged=$*
    run --summary=full r.h5
    says "$expected"
}
account 'outside MPI 75.0 %: user 75.0 % in MPI 25.0 %: on a processor 25.0 % MPI call' \
    useful=75
account 'outside MPI 80.0 %: user 60.0 %, waiting for a processor 10.0 %, blocked 10.0 % in MPI 20.0 %: on a processor 20.0 % MPI' \
    ranks=1 hosts=1 useful=60 slow=0 waiting=10 blocked=10
account 'outside MPI 60.0 %: user 48.0 %, waiting for a processor 12.0 % in MPI 40.0 %: on a processor 32.0 %, waiting for a processor 8.0 % MPI' \
    useful=60 all_wait=20
account 'outside MPI 75.0 %: user 54.0 %, blocked 21.0 %' \
    ranks=1 hosts=1 useful=54 slow=0 blocked=21 inexact=1
# 55 s on a processor and 45 s blocked, of which 60 s are in MPI: nothing must be
# outside; of 90 s and 10 s, 30 s must, and none of those that are blocked.
account 'outside MPI 40.0 %: not divided 40.0 % in MPI 60.0 %: on a processor 15.0 %, blocked 5.0 %, not divided 40.0 %' \
    ranks=1 hosts=1 calls=1 undivided=1 useful=-5 slow=0 blocked=45
account 'outside MPI 40.0 %: user 30.0 %, not divided 10.0 % in MPI 60.0 %: on a processor 50.0 %, not divided 10.0 %' \
    ranks=1 hosts=1 calls=1 undivided=1 useful=30 slow=0 blocked=10
account 'on a processor 70.0 %, waiting for a processor 30.0 %' \
    calls=0 all_wait=30
account 'in MPI 100.0 %: on a processor 70.0 %, waiting for a processor 30.0 %' \
    calls=1 useful=0 all_wait=30
# What is exact bounds what is estimated: 6 s on a processor, of which timing calls
# is said to take 6 s more; and an estimate that divides nothing has no error.
refutes_nothing () {
    # shellcheck disable=SC2086
    result r.h5 $usual "$@"
    ok "$*: nothing is refuted" \
        "$python" "$source_folder/tests/truth/refute.py" "$hpmagg" r.h5
}
refutes_nothing calls=1 useful=50 slow=-2 blocked=40 call_cost=6000000000
refutes_nothing calls=1 useful=30 inexact=10

# Threads: processor time outside MPI against their lives there.  That of the main
# thread is 8 s, that of the other 10 s; 3 s of it on a processor.
judged 'efficiency in_mpi' threads=2 masks=3 useful=80 busy=30
says 'threads: 0.61 of their time outside MPI on a processor, at most'
judged 'efficiency in_mpi' threads=3 masks=3 useful=80 busy=30
says 'threads: 0.50 of their time'
judged 'efficiency in_mpi' threads=2 masks=3 useful=80 busy=95
says 'threads: 0.97 of their time'
judged 'efficiency in_mpi' threads=2 masks=3 useful=80 busy=30 merged=3
says 'threads: 0.61 of their time'
judged 'efficiency in_mpi' masks=3 useful=80
hushes 'threads: '
judged 'efficiency slowest work rank_outlier rank_outlier' threads=2 masks=3 useful=75 \
    slow=5 work=130 busy=75
says 'threads: 0.86 of their time'
judged 'efficiency slowest clock rank_outlier rank_outlier' threads=2 masks=3 useful=70 \
    slow=6 clock=71 busy=50
says "it runs at 0.71 of the others' clock (node problem), or fewer of its"

# Hosts: the means of their ranks; the farthest are told first, eight at most.
judged 'efficiency slowest work host_outlier host_outlier rank_outlier rank_outlier rank_outlier rank_outlier' \
    ranks=10 hosts=5 useful=70 slow_host=3 work=130
says 'host node003: useful time 9.1 s, median 7 s (30 spreads off)'
says 'host node003: instructions 27.3e9, median 21e9 (30 spreads off)'
judged 'efficiency slowest work rank_outlier rank_outlier rank_outlier rank_outlier rank_outlier rank_outlier rank_outlier rank_outlier' \
    ranks=12 hosts=3 useful=70 slow_host=2 work=130
judged 'efficiency slowest work host_outlier host_outlier rank_outlier rank_outlier rank_outlier rank_outlier rank_outlier rank_outlier more_outliers' \
    ranks=32 hosts=8 useful=70 slow_host=3 work=130
says 'and 2 more'
judged 'efficiency rank_outlier' useful=95 slow=4 memory=288
says 'rank 4 on node001: peak memory 288 MiB, median 256 MiB (12.5 spreads off)'
judged 'not_timed rank_outlier' calls=0 slow=2 blocked=27
says 'rank 2 on node000: processor time 7.3 s, median 10 s (27 spreads off)'
judged 'efficiency slowest blocked rank_outlier' calls=1 useful=70 slow=2 \
    blocked=27

# Busy threads: those that ran for three tenths of the run.
judged 'efficiency' ranks=2 hosts=1 threads=4 useful=95 busy=29 masks=1
judged 'efficiency crowded' ranks=2 hosts=1 threads=4 useful=95 busy=31 masks=1
# No more than wanted one at a time: 1.49 and 1.51 of 2.
judged 'efficiency' ranks=2 hosts=1 threads=2 useful=95 busy=49 masks=1
judged 'efficiency crowded' ranks=2 hosts=1 threads=2 useful=95 busy=51 masks=1
says 'host node000: 4 busy threads may only use the same 2 processors, as rank'
# A list within another: three ranks on two processors.
judged 'efficiency crowded' ranks=3 hosts=1 useful=95 masks=5
says 'host node000: 3 busy threads may only use the same 2 processors, as rank 1'
judged 'efficiency' ranks=2 hosts=1 useful=95 masks=5

# The first host is crowded, by threads as well as by ranks.
result r.h5 ranks=64 threads=1 events=2 calls=2 story=1 useful=95 masks=3
run --format=json r.h5
ok "64 ranks on 64 processors are not too many" grep -q '"outliers": \[\]' out

for rank in 9 37; do
    # shellcheck disable=SC2086
    result r.h5 $usual ranks=64 hosts=4 useful=75 slow=$rank work=130 masks=2
    run r.h5
    is "$(awk 'length > 80' out)" "" "slow=$rank: the verdict keeps to 80 columns"
    run --per=host r.h5
    is "$(awk 'length > 80' out)" "" "slow=$rank: efficiencies of hosts keep to 80 columns"
done
has out "proc.  bal.  comm.  eff." "efficiencies of hosts stand below the table of hosts"

# Rules and limits are those of the manual page.
page=$source_folder/doc/hpm-verdict.7
sed -n '/^#define HPM_FINDINGS/,/^$/s/^ *X ([0-9]*, [A-Z_]*, "\(.*\)", [01],.*/\1/p' \
    "$source_folder/aggregate/model/findings.h" | grep -vx none >rules
ok "there are rules" test "$(wc -l <rules)" -gt 15
missing=
while read -r rule; do
    grep -q "^\.It Sy $(echo "$rule" | sed 's/_/_/g')\$" "$page" ||
        missing="$missing $rule"
done <rules
is "$missing" "" "the manual page has every rule"
# Each piece of a sentence, its string in one line.
sed -n '/^} pieces/,/^};/p' "$source_folder/aggregate/show/summary/finding_pieces.h" |
    tr '\n' ' ' | sed 's/" *"//g' | grep -o '"[^"]*"' |
    sed 's/^"\(; \)*//; s/"$//' | grep -v 'this version does not know' >pieces
ok "there are templates" test "$(wc -l <pieces)" -gt 30
tr '\n' ' ' <"$page" >flat
missing=
while read -r piece; do
    grep -qF -- "$piece" flat || missing="$missing
$piece"
done <pieces
is "$missing" "" "the manual page has the template of every sentence"
sed -n '/^#define HPM_PARTS/,/^$/s/^ *X ([A-Z_]*, "\(.*\)", [A-Z_]*, .*/\1/p' \
    "$source_folder/aggregate/model/account.h" >parts
ok "there are parts" test "$(wc -l <parts)" -gt 14
missing=
while read -r part; do
    sed -n 's/^\.It Sy //p' "$page" | tr -d ' ' | tr ',' '\n' | grep -qx "$part" ||
        missing="$missing $part"
done <parts
is "$missing" "" "the manual page has every part of the account"
sed -n '/^#define HPM_LIMITS/,/^$/s/^ *X (\([A-Z_]*\), \([0-9.]*\),.*/\1 \2/p' \
    "$source_folder/aggregate/model/findings.h" >limits
ok "there are limits" test "$(wc -l <limits)" -gt 8
missing=
while read -r name limit; do
    grep -q "^\.It $name Ta $limit Ta " "$page" || missing="$missing $name"
done <limits
is "$missing" "" "the manual page has every limit"
finish
