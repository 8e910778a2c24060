#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Sentences of the verdict that say no more than is known: who had the
# processors, whom main threads wait for, what to do about a function.
. "${srcdir:-.}/tests/aggregate/judged.sh"

# advises TEXT: of the last finding of the verdict.
advises () {
    run --format=json r.h5
    is "$(sed -n 's/^ *"advice": "\(.*\)",\{0,1\}$/\1/p' out | tail -1)" "$1" \
        "$judged: it advises: $1"
}

# Four ranks on two processors that each have little to do: they may have waited for
# one another.
judged 'efficiency oversubscribed idle in_mpi' useful=9 masks=1 slow=-2 blocked=75 all_wait=6
says 'ranks wait for a processor 6 % of the run: see how many processors there are'
hushes 'other work had them'
hushes 'oversubscribed'
# One on a processor of its own cannot have.
judged 'efficiency oversubscribed idle in_mpi' useful=9 masks=3 slow=-2 blocked=75 all_wait=6
says 'ranks wait for a processor 6 % of the run (other work had them)'

# One is not called several.
judged 'efficiency oversubscribed' ranks=1 hosts=1 useful=95 all_wait=6
says 'the program waits for a processor 6 % of the run (other work had them)'
hushes 'next: hpmagg'
judged 'efficiency oversubscribed crowded' ranks=1 hosts=1 threads=2 useful=95 all_wait=6 busy=90
says 'the main thread waits for a processor 6 % of the run (oversubscribed)'
says 'next: hpmagg --per=thread'

# Workers wait for a processor, and main threads do not.
judged 'efficiency oversubscribed' threads=2 masks=3 useful=95 busy=60 starved=12
says 'threads wait for a processor 6 % of their time (other work had them)'
judged 'efficiency' threads=2 masks=3 useful=95 busy=60 starved=8

# Main threads are blocked for 60 % of the run, and others have work for 45 or 55 %.
judged 'efficiency idle' threads=2 masks=3 useful=35 busy=45 slow=-2 blocked=60
says 'blocked outside MPI 15 % of their time, one as the other (files, sleep, locks or processes), beside the 45 % in which their other threads or processes may compute, wait for a processor or be in MPI'
judged 'efficiency' threads=2 masks=3 useful=35 busy=55 slow=-2 blocked=60
hushes 'files, sleep, locks or processes'

# One of two is, and no longer outside MPI than the other; of three it is no matter of
# all, and of two none but the slow rank's what that is longer.
judged 'efficiency in_mpi idle' ranks=2 hosts=1 useful=75 slow=1 work=70 blocked=21 calls=1
says 'main threads are blocked outside MPI 10.5 % of their time, rank 1 the most of it (files, sleep'
ok "$judged: the file bears it out" \
    "$python" "$source_folder/tests/truth/refute.py" "$hpmagg" r.h5
judged 'efficiency in_mpi' ranks=2 hosts=1 useful=75 slow=1 work=75 blocked=19 calls=1
judged 'efficiency slowest blocked' ranks=2 hosts=1 useful=70 slow=1 blocked=27 calls=1
judged 'efficiency idle' ranks=2 hosts=1 useful=83 slow=-2 blocked=11 calls=1
says 'of their time, one as the other (files'

# One that hardly is, is not as the others.
judged 'efficiency idle rank_outlier rank_outlier' useful=20 slow=-2 spared=2 blocked=75
says 'main threads are blocked outside MPI 65.6 % of their time (files'
judged 'efficiency' ranks=3 hosts=1 useful=95 slow=1 work=50 blocked=45 calls=1

# They wait for a thread that waits in MPI, which is no good efficiency of all.
judged 'efficiency' threads=2 masks=3 useful=35 busy=5 slow=-2 blocked=60 inside=90 calls=1
says 'efficiency 0.95 = balance 1.00 x communication 0.95, of main threads; other threads are in MPI at least 90 % of their time'
says 'on a processor, at most, and 0.62 blocked (locks, sleep, files, no work)'
judged 'efficiency' threads=2 masks=3 useful=95 busy=90 inside=9 calls=1
hushes 'of main threads'

# One came late to MPI_Init, by what is a part of the run or not.
judged 'efficiency late_start' useful=95 slow=3 before=100
says 'rank 3 on node000 ran for 1.1 s before MPI_Init, the others 100 ms (median)'
run --per=rank --format=json r.h5
has out '"before_mpi_s": 1.1' "JSON has the time before MPI_Init of a rank"
run --per=rank --format=csv r.h5
has out 'before_mpi_s' "CSV has the time before MPI_Init of a rank"
judged 'efficiency' useful=95 slow=3 before=100 milliseconds=21000
judged 'efficiency' useful=95 before=100
judged 'too_short late_start' milliseconds=99 slow=3 before=100
says 'rank 3 on node000 ran for 1.1 s before MPI_Init'
judged 'too_short' milliseconds=99 before=100

# Where all wait for processors, one by turns longer is not out of line; one that is
# blocked longer, or does less, is, and so is one that alone waits.
judged 'efficiency oversubscribed' events=0 useful=90 all_wait=30 slow=2 waiting=7
judged 'efficiency oversubscribed rank_outlier' events=0 useful=90 all_wait=30 slow=2 blocked=7
judged 'efficiency oversubscribed rank_outlier' events=0 useful=90 all_wait=30 slow=2 work=93
judged 'efficiency rank_outlier' events=0 useful=90 slow=2 waiting=7

# One is, beyond the others, and its other threads have more work by less or more
# than half of that.
judged 'efficiency slowest blocked rank_outlier' threads=2 masks=3 useful=70 calls=1 \
    slow=2 blocked=27 busy=10 helped=12
says 'it is blocked outside MPI for at least 2.7 s more (files, sleep, locks or processes, or its other threads): see whether it waits for its threads, a file'
judged 'efficiency slowest blocked rank_outlier' threads=2 masks=3 useful=70 calls=1 \
    slow=2 blocked=27 busy=13
says 'it is blocked outside MPI for at least 2.7 s more (files, sleep, locks or processes): see which file'
judged 'efficiency slowest blocked rank_outlier' threads=2 masks=3 useful=70 calls=1 \
    slow=2 blocked=27 busy=14
says 'it is blocked outside MPI for at least 2.7 s more (files, sleep, locks or processes, or its other threads)'
judged 'efficiency slowest blocked rank_outlier' threads=2 masks=3 useful=70 calls=1 \
    slow=2 blocked=27 busy=10 helped=20
says 'for at least 2.7 s more, while its other threads or processes compute, wait for a processor or are in MPI for up to 2 s more: see how the work of its threads is divided'

# They wait longer for a processor: that is not the rank's own.
judged 'efficiency slowest blocked rank_outlier' threads=2 masks=3 useful=70 calls=1 \
    slow=2 blocked=27 busy=10 hungry=10
says 'it is blocked outside MPI for at least 1.7 s more'
judged 'efficiency slowest unexplained rank_outlier' threads=2 masks=3 useful=70 calls=1 \
    slow=2 blocked=27 busy=10 hungry=26

# A region's efficiency has two factors, the job's three.
judged 'efficiency oversubscribed' useful=95 all_wait=50 regions=10
says 'efficiency of regions: balance x communication alone; the verdict'
judged 'efficiency' useful=95 regions=10
hushes 'efficiency of regions'

# Four ranks of a host that want two processors would have them half the time: they
# have them 26 and 24 % of it.
judged 'efficiency oversubscribed crowded' useful=95 all_wait=74 masks=1
says 'of the run (oversubscribed): start fewer ranks'
judged 'efficiency oversubscribed crowded' useful=95 all_wait=76 masks=1
says 'ranks wait for a processor 76 % of the run (oversubscribed, and other work had most of them): see what else runs on these processors, then start fewer'

# It has 0.96 s of processor time more, and 1.5 times as much waiting with that.
judged 'efficiency oversubscribed slowest unexplained in_mpi rank_outlier' useful=30 \
    slow=5 work=180 calls=1 all_wait=60
says 'it computes longer, and waits for a processor outside MPI for up to 1.44 s more meanwhile; more work'
judged 'efficiency oversubscribed slowest unexplained in_mpi rank_outlier' useful=30 \
    slow=5 work=180 calls=1 all_wait=40
says 'it computes longer; more work'
# It sleeps, too: by the clocks it waits 1.04 or 0.88 s longer, whatever computing longer
# with so many on a processor may bring with it.
judged 'efficiency oversubscribed slowest blocked unexplained rank_outlier' useful=30 \
    slow=5 work=180 blocked=20 waiting=-10 calls=1 all_wait=60
says 'it computes longer, and waits for a processor outside MPI for up to 1.04 s more meanwhile'
judged 'efficiency oversubscribed slowest unexplained blocked in_mpi rank_outlier' \
    useful=30 slow=5 work=180 blocked=12 waiting=-8 calls=1 all_wait=60
says 'it computes longer, and waits for a processor outside MPI for up to 880 ms more meanwhile'
# Where no clock tells what was outside MPI, it is no more than its excess of 3.5 s leaves.
judged 'efficiency slowest unexplained in_mpi oversubscribed rank_outlier' useful=10 slow=5 \
    work=400 blocked=10 waiting=-5 undivided=1 calls=1 all_wait=55
says 'it computes longer, and waits for a processor outside MPI for up to 2.94 s more meanwhile'
# Where processor time in MPI is known, what waiting finds no room there was outside.
judged 'efficiency oversubscribed in_mpi' useful=50 all_wait=40 undivided=2 calls=1
says 'efficiency 0.30 = processors 0.60 x balance 1.00 x communication 0.50 '
judged 'efficiency oversubscribed in_mpi' useful=50 all_wait=40 undivided=1 calls=1
says 'efficiency 0.10 to 0.50 = processors 0.20 to 1.00 x balance 1.00 x communication 0.50'

# That it waits longer is told once.
judged 'efficiency oversubscribed slowest cpu_wait blocked unexplained rank_outlier' \
    useful=30 slow=5 work=180 blocked=10 calls=1 all_wait=60
hushes 'meanwhile'

# It waits, and computes as long as the others: that an estimate of what it does in MPI
# errs by 80 % makes it compute no longer.
judged 'efficiency oversubscribed in_mpi slowest cpu_wait rank_outlier' useful=10 slow=5 \
    waiting=40 calls=1 inexact=40
hushes 'computes longer'

# Its 32 % in the kernel are too little more than what others that yield have there
# to be the cause, and all it has: the program computes no longer by itself.
judged 'efficiency slowest blocked unexplained rank_outlier' useful=5 slow=2 work=2 \
    kernel=32 blocked=58 yields=12 calls=1
says 'it computes longer, in the program or in the kernel'

# The others look for messages in the kernel as long as it computes there.
judged 'efficiency slowest unexplained rank_outlier' useful=10 slow=2 kernel=80 \
    yields=80 calls=1
says 'it computes longer, in the program or in the kernel'
judged 'efficiency slowest kernel rank_outlier' useful=10 slow=2 kernel=80 \
    yields=10 calls=1
hushes 'computes longer'

# Before MPI_Init has ended, that may be what it waits for.
judged 'efficiency slowest blocked rank_outlier' useful=70 calls=1 slow=2 blocked=27 \
    early=1
says '2.7 s more (files, sleep, locks or processes, or MPI_Init): see which'
judged 'efficiency idle' useful=83 slow=-2 blocked=11 early=1
says 'one as the other (files, sleep, locks or processes, or MPI_Init): see which'

# With other threads that wait meanwhile, a slow rank costs more than is known.
judged 'efficiency slowest work rank_outlier rank_outlier' threads=2 masks=3 useful=75 \
    slow=5 work=130 busy=75
says '(median), which costs at least 15.8 s, 9.84 % of all time; it executes'

# Time in MPI without a processor moves no data, and says nothing of turns.
judged 'efficiency oversubscribed' ranks=5 hosts=1 calls=1 milliseconds=20000 useful=20 \
    all_wait=99 bytes=10000

# Beside one run of work ranks poll for 1, 0.55 and 0.45 runs: one processor more
# was there for work, or none that anybody knows of.
turns='ranks=5 hosts=1 calls=1 milliseconds=20000 useful=20 in_vain=1'
# shellcheck disable=SC2086
{
    judged 'efficiency serial oversubscribed' $turns all_wait=60
    says 'up to 100 % of that in MPI, while they wait there for others'
    hushes 'start fewer'
    ok "$judged: the file bears it out" \
        "$python" "$source_folder/tests/truth/refute.py" "$hpmagg" r.h5
    judged 'efficiency serial oversubscribed' $turns all_wait=69
    judged 'efficiency oversubscribed in_mpi' $turns all_wait=71
}

# A thread that loses its processor between two clocks of a look waited all the same:
# 60 % of 80 s, of which outside MPI there is room for less than a second.
judged 'efficiency oversubscribed in_mpi' useful=2 calls=1 all_wait=60 missed=10
run --format=json r.h5
ok "$judged: what has no room outside MPI is waiting in MPI" "$python" -c '
import json, sys
parts = {p["part"]: p["time_s"] for p in json.load (open ("out"))["account"]["parts"]}
sys.exit (abs (parts["waiting"] + parts["mpi_waiting"] - 48) > 0.01)'

# What rounding leaves of a difference is no part.
judged 'efficiency oversubscribed in_mpi' useful=60 all_wait=30
run --format=json r.h5
ok "$judged: no part is shorter than clocks tell" "$python" -c '
import json, sys
parts = json.load (open ("out"))["account"]["parts"]
sys.exit (not parts or min (p["time_s"] for p in parts) < 5e-10)'

# Timing 8,000 calls takes 4 and 6 % of 80 s.
judged 'efficiency' useful=95 calls=1 call_cost=400000000
judged 'efficiency own' useful=95 calls=1 call_cost=600000000
says 'timing 8,000 calls of MPI takes 6 % of processor time, most of them MPI_Allreduce; that counts as time outside MPI of ranks, and in the efficiency'
hushes '(good)'
advises 'hpmrun --mpi=off leaves them alone'

# All are in the kernel for 13 and 26 % of the run at least, with page faults that take
# much of that, or none.
judged 'efficiency' useful=77 slow=-2 kernel=18
says '(good)'
judged 'efficiency system' useful=66 slow=-2 kernel=30 faults=100
says '26 % of processor time is in the kernel, outside MPI (800,000 page faults a second)'
hushes '(good)'
advises 'see which memory it asks for and gives back'
judged 'efficiency system' useful=66 slow=-2 kernel=30 usual_faults=0
says 'is in the kernel, outside MPI: see'
advises 'see which system calls it makes'

# Where a processor was taken from them in the middle of it, ticks tell nothing.
judged 'efficiency' useful=66 slow=-2 kernel=30 faults=100 preempted=1000
hushes 'in the kernel'

# Who comes late is asked of functions that wait for others, on more ranks than one.
judged 'efficiency in_mpi' bytes=1
advises 'see who comes late there, and what is sent'
judged 'efficiency in_mpi' kind=7
advises 'see who comes late there'
judged 'efficiency in_mpi' kind=10
advises 'see which files it is, and in what pieces'
judged 'efficiency in_mpi' kind=11
advises 'call it less often'
# That is nothing to do about one call of each rank, as of MPI_Comm_spawn.
judged 'efficiency in_mpi' kind=11 repeat=1
hushes 'less often'
judged 'efficiency in_mpi' ranks=1 hosts=1
says 'the rank is in MPI 40 % of the run'
advises 'see what is sent'

# Splitting is advised where it would tell more.
judged 'efficiency slowest unexplained rank_outlier' useful=75 slow=5 work=130 calls=1
says 'outside MPI (hpmrun --mpi=split): see how'
judged 'efficiency slowest unexplained rank_outlier' useful=75 slow=5 work=130 calls=1 \
    nopmu=1
says 'outside MPI: see how'
hushes 'mpi=split'
# It does not go with parts of a run.
for asked in 3 4; do
    judged 'efficiency slowest unexplained rank_outlier' useful=75 slow=5 work=130 calls=1 \
        asked=$asked
    hushes 'mpi=split'
done

# Page faults may be a part of it.
judged 'efficiency slowest unexplained rank_outlier' useful=75 slow=5 work=130 calls=1 \
    kernel=1 usual_faults=1000 faults=90000
says 'it computes longer, with 900 times the page faults'
judged 'efficiency slowest unexplained rank_outlier' useful=75 slow=5 work=130 calls=1 \
    kernel=1 usual_faults=1000 faults=110000
says 'it computes longer, with 1,000 times the page faults or more'
advises 'see how the work is divided, and which memory it asks for'

# Five of nine ranks wait 2 s longer, by no more than the others differ in, and have a
# processor for as long as these; one that has it for longer computes some of that.
judged 'efficiency oversubscribed in_mpi slowest unexplained' \
    ranks=9 useful=50 slow_host=0 waiting=20 work=110 calls=1 all_wait=20
says 'none of the difference is computing: it had a processor outside MPI for 4 s at most, the others 4 s at least; it waits for one longer'
hushes 'less than half'
ok "$judged: the file bears it out" \
    "$python" "$source_folder/tests/truth/refute.py" "$hpmagg" r.h5
judged 'efficiency oversubscribed in_mpi slowest unexplained rank_outlier rank_outlier rank_outlier rank_outlier' \
    ranks=9 useful=50 slow_host=0 waiting=15 work=120 calls=1 all_wait=20
says 'less than half of the difference is computing: it had a processor outside MPI for 4.5 s at most, the others 4.25 s at least'
# An estimate's error is a part of what it may be.
judged 'efficiency oversubscribed in_mpi slowest unexplained rank_outlier rank_outlier rank_outlier rank_outlier' \
    ranks=9 useful=50 slow_host=0 waiting=15 work=120 calls=1 all_wait=20 inexact=2
says 'for 4.58 s at most, the others 4.13 s at least'

# Ranks that paused for different times are not held against each other.
judged 'paused' useful=75 slow=5 work=130 paused=250
says 'efficiency unknown: ranks paused for 0 ns to 250 ms, and their times are no parts of the same run'
judged 'efficiency slowest work rank_outlier rank_outlier' useful=75 slow=5 work=130 paused=90

# Nor in regions, and it is said why, once.
# efficiencies_of_regions: how many numbers of them are told in each format.
efficiencies_of_regions () {
    run --per=region --format=json r.h5
    jq '[.region[] | .efficiency, .balance, .communication, .load_balance, .slowest_rank
        | numbers] | length' out
    run --per=region --format=csv r.h5
    python3 -c '
import csv
print(sum(row[name] != "" for row in csv.DictReader(open("out")) for name in
          ("efficiency", "balance", "communication", "load_balance", "slowest_rank")))'
}
# times_it_says TEXT ARGUMENT...: how often hpmagg does of the file.
times_it_says () {
    text=$1
    shift
    run "$@" r.h5
    tr -s '\n ' '  ' <out | grep -oF "$text" | wc -l
}
judged 'efficiency slowest work rank_outlier rank_outlier' useful=75 slow=5 work=130 paused=90 regions=10
is "$(efficiencies_of_regions | tr '\n' ' ')" "9 9 " \
    "regions have efficiencies where ranks paused nearly alike"
is "$(times_it_says 'efficiency of regions unknown' --per=region)" 0 \
    "the table of regions calls no efficiency unknown where there is one"
judged 'paused' useful=75 slow=5 work=130 paused=250 regions=10
is "$(efficiencies_of_regions | tr '\n' ' ')" "0 0 " \
    "regions have no efficiencies where ranks paused apart"
is "$(times_it_says 'efficiency of regions unknown: ranks paused for 0 ns to 250 ms' --per=region)" 1 \
    "the table of regions says why, once"
is "$(times_it_says 'unknown: ranks paused for' --summary=full)" 1 \
    "the summary with regions says why ranks are not judged, once"
is "$(sed -n '/^region/,/^$/p' out | awk '$1 == "solve" { print $(NF - 1) }')" "-" \
    "the tree of regions has no efficiency then"
judged 'too_short' useful=75 slow=5 work=130 paused=20 milliseconds=50 regions=10
is "$(times_it_says 'unknown: ranks paused for' --summary=full)" 1 \
    "the summary of a short run says it of its regions"

# Small is not nothing.
judged 'efficiency in_mpi' useful=2 ranks=1 hosts=1
says 'efficiency 0.02 = balance 1.00 x communication 0.02'
judged 'efficiency in_mpi slowest work rank_outlier rank_outlier' useful=1 slow=3 work=600
says 'efficiency 0.016 = balance 0.27 x communication 0.06'

# What a call cost is what all cost, looks included.
# shellcheck disable=SC2086
result r.h5 $usual useful=60
run --format=json r.h5
is "$(sed -n 's/^ *"mpi_call_overhead_s": \(.*\),$/\1/p' out)" 2e-08 \
    "a call costs what all cost in the mean"

# Events that were asked for by name are shown, and no others.
result r.h5 $usual useful=95 asked=2
judged='asked=2'
run r.h5
says ' event unit total mean min @rank max @rank imbal. PAPI_TOT_INS '
says ' os::MAJOR_FAULTS '
hushes ' PAPI_TOT_CYC '
result r.h5 $usual useful=95
judged='asked=0'
run r.h5
hushes ' PAPI_TOT_INS '
# Where regions were marked, the one in which it is slow is named, unless what is
# known of ranks was taken at different times.
judged 'efficiency in_mpi slowest work rank_outlier rank_outlier' useful=60 slow=2 work=130 regions=1000
says '; in solve/relax itself it is 1.8 s longer outside MPI than the mean of the others, 1.8 ms in each of 1,000 entries; in the whole run it executes'
# As a list has them, each says so by itself.
run --format=json r.h5
ok "a cause behind a region says that it is of the whole run where it stands alone" \
    grep -q '"text": "in the whole run it executes' out
judged 'efficiency in_mpi slowest work rank_outlier rank_outlier' useful=60 slow=2 work=130 regions=1
says '; in solve/relax itself it is 1.8 s longer outside MPI than the mean of the others; in the whole run it executes'
judged 'efficiency in_mpi slowest work rank_outlier rank_outlier' useful=60 slow=2 work=130
hushes 'longer outside MPI than the mean'
judged 'not_timed efficiency in_mpi slowest work rank_outlier rank_outlier' useful=60 slow=2 work=130 regions=1000 partial=1
hushes 'longer outside MPI than the mean'
# The main thread of a rank that is not judged is none of its other threads.
hushes 'other threads are in MPI'
judged 'efficiency in_mpi' useful=60 regions=1000
hushes 'longer outside MPI than the mean'

# Of time that is not divided it is said why: nothing, or too little, is known of the
# processor time in MPI.
judged 'efficiency in_mpi' ranks=1 hosts=1 calls=1 undivided=1 useful=30 slow=0 blocked=10
says 'not divided: processor time in MPI was not measured'
judged 'efficiency oversubscribed in_mpi slowest cpu_wait rank_outlier' useful=10 slow=5 \
    waiting=40 calls=1 inexact=80
says "not divided: what was seen of processor time in MPI may err by more than a twentieth of a thread's time"
judged 'efficiency in_mpi' useful=60 calls=1
hushes 'not divided'

# One that ended early is not judged, and may be in MPI for less.
judged 'not_timed efficiency in_mpi' useful=50 partial=3
says 'even the slowest rank of those judged is in MPI 50 % of the run'
finish
