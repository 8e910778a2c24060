#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Ranks that a limit of processor time stopped: who had their processors is not said
# of that part, nor anything where there is no limit.
. "${srcdir:-.}/tests/aggregate/judged.sh"

# Eight ranks of 10 s on two hosts wait for 6 % of it, which is 2.4 s on a host.
judged 'efficiency oversubscribed' useful=95 masks=3 all_wait=6
says 'ranks wait for a processor 6 % of the run (other work had them)'
hushes "cgroup's limit"
judged 'efficiency oversubscribed' useful=95 masks=3 all_wait=6 limit=200 throttled=0
says 'ranks wait for a processor 6 % of the run (other work had them)'
judged 'efficiency oversubscribed' useful=95 masks=3 all_wait=6 limit=200 throttled=1900
says 'ranks wait for a processor 6 % of the run (other work had them)'
hushes "cgroup's limit"
judged 'efficiency throttled' useful=95 masks=3 all_wait=6 limit=200 throttled=2100
says "a cgroup's limit of 2 processors stopped ranks of node000 for 2.1 s, 5.25 % of the time of their threads; alike on 1 more host: ask the batch system or container for more processors"
hushes 'other work had them'
hushes 'oversubscribed'
hushes '(good)'

# Other processes of the group are stopped, too: no more than the ranks waited.
judged 'efficiency throttled' useful=95 masks=3 all_wait=6 limit=200 throttled=9000
says 'stopped ranks of node000 for 2.4 s, 6 % of the time of their threads'
judged 'efficiency' useful=95 masks=3 all_wait=4 limit=200 throttled=9000

# On one host: what the others wait for is told beside it.
judged 'efficiency throttled oversubscribed' useful=95 masks=3 all_wait=12 limit=150 \
    throttled=4000 limited=1
says "a cgroup's limit of 1.5 processors stopped ranks of node001 for 4 s, 10 % of the time of their threads:"
says 'beside that ranks wait for a processor 7 % of the run: see how many processors there are'
hushes 'other work had them'
# Of four ranks on two processors more wanted one than there are.
judged 'efficiency throttled oversubscribed crowded' useful=95 masks=1 all_wait=76 \
    limit=50 throttled=6000
says "a cgroup's limit of 0.5 processor stopped"
says 'beside that ranks wait for a processor 61 % of the run (oversubscribed): start fewer ranks'

# A rank in a group of its own waits longer than the others.
judged 'efficiency slowest cpu_wait rank_outlier' useful=70 calls=1 slow=2 waiting=27 masks=3
says 'longer than the others (other work had them): see what else runs'
judged 'efficiency throttled slowest cpu_wait rank_outlier' useful=70 calls=1 slow=2 \
    waiting=27 masks=3 limit=100 limited=2 throttled=2600
says "a cgroup's limit of 1 processor stopped ranks of node000 for 2.6 s"
says "longer than the others (a cgroup's limit stopped it): ask the batch system"
judged 'efficiency throttled slowest cpu_wait rank_outlier' useful=70 calls=1 slow=2 \
    waiting=27 masks=3 limit=100 limited=2 throttled=1200
says 'longer than the others: see how many threads want its processors'

# A job whose calls were not timed, and what rows have.
judged 'not_timed throttled crowded' calls=0 masks=1 useful=95 all_wait=76 limit=50 throttled=30000
run --per=rank --format=json r.h5
has out '"throttled_s": 30' "JSON has the time that the group of a rank was stopped"
result r.h5 $usual
run --per=rank --format=json r.h5
ok "JSON has no such time where there is no limit" sh -c '! grep -q throttled_s out'
finish
