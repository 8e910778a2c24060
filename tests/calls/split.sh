#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Every counter inside MPI and outside: known work, and parts that add up.
# Measures: processor time inside MPI and outside.
. "${srcdir:-.}/tests/calls/lib.sh"

known_work () {
    in_case "work on $1 threads${WORK_PER_LOOK:+, with looks that cost}"
    flags="--summary=none --backend=$work_backend
           --events=work::DONE,work::TWICE,work::NONE"
    ok "a program that works inside MPI and outside runs" \
        streamed split 2 "$programs/work" "$1"
    ok "the parts add up" compare adds
    shift
    ok "work is where it was done" compare split work::DONE "$@"
}

known_work 0 work:1000:70:5
known_work 4 work:1000:70:5 w1:100:7:0 w2:200:14:0 w3:300:21:0 w4:400:28:0
ok "work of a second event is where it was done" compare split work::TWICE work:2000:140:10 \
    w1:200:14:0 w2:400:28:0 w3:600:42:0 w4:800:56:0
ok "calls inside a call are part of it" compare value \
    'not any(c["name"] in ("MPI_Type_size", "MPI_Comm_rank") for k in ranks for c in k["calls"])'
ok "what can't be counted is in no region" compare value \
    'all(t[r]["work::NONE"]["quality"] == 4 for k in ranks for t in k["cells"] for r in t)'
ok "what is not split says so" compare value \
    'all(t["mpi"]["os::MINOR_FAULTS"]["reason"] == 17 for k in ranks for t in k["cells"])'

# Looks that cost work of their own: the parts of the program are the same.
export WORK_PER_LOOK=2:3
known_work 4 work:1000:70:5 w1:100:7:0 w2:200:14:0 w3:300:21:0 w4:400:28:0
ok "what looks cost is apart" compare measuring work::DONE 10
ok "what looks cost of a second event is apart" compare measuring work::TWICE 20
flags="$flags --with-measurement-error"
in_case "--with-measurement-error"
ok "the program runs" streamed split 2 "$programs/work" 2
ok "the parts add up" compare adds
ok "nothing is taken" compare value \
    'all(t["measuring"]["work::DONE"]["value"] == 0 for k in ranks for t in k["cells"])'
ok "it is said what it cost" compare value \
    'all(k["mpi"]["removed"] == 0 and k["mpi"]["overhead"] > 0 for k in ranks)'
ok "looks are in the counts" compare value \
    'all(k["cells"][0]["mpi"]["work::DONE"]["value"] > 70 for k in ranks)'
WORK_PER_LOOK=0:0
in_case

flags="--summary=none --backend=none"
ok "a program runs without counters" streamed split 2 "$programs/collectives"
ok "times, faults and switches add up" compare adds
ok "who is useful has the processor no longer than there was time" compare value \
    'all(t["useful"]["os::CPU_TIME"]["value"] <= t["useful"]["os::WALL_TIME"]["value"] for k in ranks for n, t in enumerate(k["cells"]) if k["threads"][n]["role"] < 2)'
ok "user and system time are known as a sample, in each part" compare value \
    'all(t["useful"]["os::" + e]["quality"] == 2 for k in ranks for n, t in enumerate(k["cells"]) if k["threads"][n]["role"] < 2 for e in ("USER_TIME", "SYSTEM_TIME"))'
ok "page faults are split" compare value \
    'all(t["mpi"]["os::MINOR_FAULTS"]["quality"] in (1, 2) for k in ranks for t in k["cells"] if k["threads"][0]["role"] == 0)'
ok "a program runs with --mpi=time" streamed time 2 "$programs/others" data
mv stream timed
rm -f data
flags="--summary=none --events=perf::PAGE-FAULTS:u,perf::CONTEXT-SWITCHES:u"
ok "a program runs with the kernel's counters" streamed split 2 "$programs/others" data
ok "bytes that looks read are not the program's" \
    compare alike os::BYTES_READ timed
mv timed stream
ok "--mpi=time splits nothing" compare value 'data["regions"] == ["program"]'
finish
