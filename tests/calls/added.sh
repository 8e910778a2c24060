#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# What timing calls adds to counts, told beside them: a program that does nothing
# else, by an event that has a part of every step, processor time.
# Measures: processor time of calls.
. "${srcdir:-.}/tests/calls/lib.sh"

flags="-e perf::task-clock,perf::page-faults --mpi=time"
ok "a program of calls alone runs" counted 2 time.h5 "$programs/many" 300000
cp stderr said
ok "hpmagg prints JSON of it" json time.h5 || finish
grep -q '"perf::task-clock"' time.h5.json &&
    $known quality time.h5.json perf::task-clock exact ||
    skip_all "the kernel counts no perf::task-clock here"
ok "most of its processor time is of timing calls" $known value time.h5.json \
    'event ("perf::task-clock")["added"] > 0.2 * of ("perf::task-clock")'
ok "it is no more than there is" $known value time.h5.json \
    'event ("perf::task-clock")["added"] <= of ("perf::task-clock")'
ok "page faults have none of it" $known value time.h5.json \
    '"added" not in event ("perf::page-faults")'
ok "the summary says that the count holds it, and speaks of no event it is not known of" \
    grep -q '^  counts hold what timing calls took: [0-9.e+]* % of perf::task-clock$' said
"$hpmagg" --mpi time.h5 >said
ok "the table of all functions of MPI says so, too" \
    grep -q '^  counts hold what timing calls took: [0-9.e+]* % of perf::task-clock$' said

for mode in split off; do
    flags="-e perf::task-clock --mpi=$mode --summary=none"
    ok "--mpi=$mode: the program runs" counted 2 $mode.h5 "$programs/many" 30000
    ok "--mpi=$mode: hpmagg prints JSON of it" json $mode.h5
    ok "--mpi=$mode: nothing is told apart from the parts" $known value $mode.h5.json \
        'not any ("added" in e for e in data["events"])'
done
flags="-e perf::task-clock --with-measurement-error --summary=none"
ok "--with-measurement-error: the program runs" counted 2 error.h5 "$programs/many" 30000
ok "--with-measurement-error: hpmagg prints JSON of it" json error.h5
ok "--with-measurement-error: nothing was measured" $known value error.h5.json \
    '"added" not in event ("perf::task-clock")'
finish
