#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Every thread of every kind is counted, once, with its own count: a backend
# whose counts are a function of rank and thread says what is right.
. "${srcdir:-.}/tests/run/lib.sh"

flags="--summary=none --backend=$stub -e stub::N1,stub::N3"
# ThreadSanitizer has a thread of its own, nameless to the stub.
extra=
[ "$sanitizer" != thread ] || extra=0

# check RANKS KIND NUMBER EXPECTED...: the threads that must have a count
check () {
    ranks=$1 kind=$2 number=$3
    shift 3
    name=$kind-$number
    ok "$name: the run ends well" \
        counted "$ranks" "$name.h5" "$programs/threads" "$kind" "$number"
    ok "$name: hpmagg prints JSON" json "$name.h5" --per=thread
    ok "$name: every thread's count is the known one" \
        $known threads "$name.h5.json" "$ranks" "$@" $extra
}

check 2 none 0
for number in 1 2 7 64; do check 2 pool $number 1-$number; done
for number in 1 16 64; do check 2 short $number 1-$number; done
check 1 short 5000 1-5000

# Of threads that are over at once some counts are partial, of rates that are next
# to nothing and have no row.
"$hpmagg" short-16.h5 >overview
ok "a summary explains no mark that is at none of its numbers" awk '
    /^~/ && !marked { exit 1 } / ~[0-9]/ { marked = 1 }' overview
check 4 pool-joined 8 1-8
check 2 exit 8 1-8
check 2 detached 16 1-16
check 2 nested 16 1-16
check 2 before 8 1-8
check 2 constructor 8 1-8
check 2 before-gone 8

for kind in cancel c11; do
    if [ "$sanitizer" = thread ]; then
        skip $kind "ThreadSanitizer stops the program alone, too"
    else
        check 2 $kind 8 1-8
    fi
done

# Two threads and four are not three each.
if [ "$sanitizer" = thread ]; then
    skip "ranks of unequal threads" "no shell that was built without it bears libtsan"
else
    ok "ranks of unequal threads run well" counted 2 uneven.h5 sh -c \
        'exec "$0" pool $((1 + 2 * OMPI_COMM_WORLD_RANK))' "$programs/threads"
    "$hpmagg" uneven.h5 >overview
    ok "the threads of unequal ranks are told in all" \
        grep -q "^  2 ranks with 6 threads in all on 1 host" overview
fi

# OpenMP's team is alive at MPI_Finalize.
export OMP_NUM_THREADS=4
ok "OpenMP: the run ends well" counted 4 openmp.h5 "$programs/openmp"
ok "OpenMP: hpmagg prints JSON" json openmp.h5 --per=thread
ok "OpenMP: every thread's count is the known one" \
    $known threads openmp.h5.json 4 1-3 $extra
ok "threads have their names" $known value openmp.h5.json \
    '{r["name"] for r in rows("thread") if r["role"] == "worker"}
    >= {"w1", "w2", "w3"}'
ok "the thread that called MPI_Init is the main one" \
    $known value openmp.h5.json \
    'sum(r["role"] == "main" for r in rows("thread")) == 4'
finish
