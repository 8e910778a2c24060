#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What ranks wait for processors outside MPI is a factor of the efficiency, which the
# POP project's parallel efficiency leaves out.
. "${srcdir:-.}/tests/aggregate/judged.sh"

# member NAME TEXT: the job's efficiency of that name is TEXT.
member () {
    "$hpmagg" --format=json r.h5 >json
    is "$("$python" -c '
import json, sys
print (json.load (open ("json"))["efficiency"][sys.argv[1]])' "$1")" "$2" \
        "$judged: $1 is $2"
}

# Eight ranks of 10 s: 9.5 s outside MPI, of which they wait 3.8.
judged 'efficiency oversubscribed' useful=95 all_wait=40
says 'efficiency 0.57 = processors 0.60 x balance 1.00 x communication 0.95'
hushes ' to 0.57'
member parallel 0.95
member processors 0.6
member processors_least 0.6
member overall 0.57
says 'ranks wait for a processor'

# Nothing is said of what would be 1.00, which may be less.
judged 'efficiency' useful=95 all_wait=0
says 'efficiency 0.95 = balance 1.00 x communication 0.95 (good)'
member processors 1.0

# Less waiting than a finding speaks of is a factor, too.
judged 'efficiency' useful=95 all_wait=4
says 'efficiency 0.91 = processors 0.96 x balance 1.00 x communication 0.95 (good)'

# What of the waiting was in MPI is not known: all of it may have been outside.
judged 'efficiency oversubscribed in_mpi' useful=60 all_wait=50 undivided=1
says 'efficiency 0.10 to 0.50 = processors 0.17 to 0.83 x balance 1.00 x communication 0.60'

# What is waited outside MPI and has no room there beside what timing calls took may
# have been a part of that: 4 s of the 8 outside MPI, or 5 with 1 s of timing.
judged 'efficiency oversubscribed in_mpi own' calls=1 useful=80 all_wait=50 missed=20 \
    call_cost=1000000000
says 'efficiency 0.30 to 0.40 = processors 0.38 to 0.50 x balance 1.00 x communication 0.80'
member processors 0.5
member processors_least 0.375

# Where the kernel does not tell waiting, neither bound is known.
judged 'efficiency in_mpi' useful=60 os=0 calls=1
member processors None
member processors_least None

# And told where it may be 1.00, since that is what is not sure.
judged 'efficiency oversubscribed in_mpi' useful=60 all_wait=30 undivided=1
says 'efficiency 0.30 to 0.60 = processors 0.50 to 1.00 x balance 1.00 x communication 0.60'

# Good is what is so at least; and a range is one where its ends differ as they are told.
judged 'efficiency' ranks=4 hosts=1 threads=1 calls=1 useful=90 all_wait=4 undivided=1
says 'efficiency 0.86 to 0.90 = processors 0.96 to 1.00 x balance 1.00 x communication 0.90'
hushes '(good)'
judged 'efficiency in_mpi slowest unexplained rank_outlier' ranks=8 hosts=1 threads=1 calls=1 useful=60 slow=0 waiting=5 work=109 undivided=1
says 'efficiency 0.61 = balance'

# Where it is the other threads that wait, it is of the main ones.
judged 'efficiency oversubscribed' threads=2 masks=3 useful=95 busy=45 starved=45
says 'communication 0.95, of main threads'

# Ranks that want one processor now and then, and had little of it in all: whether they
# took it from each other is not known.  More of them had more.
rare="hosts=1 threads=1 calls=1 slow=-2 masks=14 useful=12 blocked=63 all_wait=35"
judged 'efficiency oversubscribed idle in_mpi crowded' ranks=12 $rare
hushes '(oversubscribed'
says 'see how many processors there are, and what else runs on them'
judged 'efficiency oversubscribed idle in_mpi crowded' ranks=16 $rare
says '(oversubscribed): start fewer'

# Where all have one processor, which is never without work, a slow rank costs nothing.
# Where there is another one, or the others poll on it in MPI, or it is blocked, it does.
one="ranks=4 hosts=1 threads=1 slow=2 calls=1 useful=47"
judged 'efficiency oversubscribed rank_outlier crowded' $one work=200 masks=14 all_wait=98
hushes 'slowest rank'
hushes 'see how the work is divided'
judged 'efficiency oversubscribed slowest unexplained rank_outlier crowded' \
    $one work=200 masks=1 all_wait=98
says 'see how the work is divided'
judged 'efficiency oversubscribed slowest unexplained rank_outlier crowded' \
    $one work=200 masks=14 all_wait=80
judged 'efficiency oversubscribed slowest blocked cpu_wait rank_outlier crowded' \
    $one blocked=47 masks=14 all_wait=40
# Hosts and regions tell ranges as such.
result hosts.h5 calls=1 story=1 undivided=1 ranks=8 hosts=2 threads=1 useful=60 all_wait=32 \
    slow_host=1 work=130
run --per=host hosts.h5
ok "what a host has at most is marked" grep -q '^node001 .* <0.87  1.00   0.78  <0.68$' out
has out "<: at most" "the mark is explained below the table of hosts"
result regions.h5 calls=2 story=1 undivided=1 ranks=4 useful=60 all_wait=60 regions=3 threads=1
run --summary=full regions.h5
ok "regions tell both ends of processors" \
    sh -c 'tr -s " \n" " " <out | grep -q "the verdict.s processors, 0.00 to 0.67, are no part of it"'
finish
