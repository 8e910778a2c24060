#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Output as people and programs see it, against recorded output.  After an
# intended change: HPM_BLESS=1 make check TESTS=tests/aggregate/golden.sh
. "${srcdir:-.}/tests/aggregate/lib.sh"

# golden NAME ARGUMENT...: what hpmagg prints is what was recorded.
golden () {
    name=$1
    shift
    run "$@"
    if [ -n "$HPM_BLESS" ]; then
        cp out "$here/golden/$name"
    fi
    ok "hpmagg $* prints $name" diff "$here/golden/$name" out
}

result mixed.h5 ranks=4 hosts=2 mpi=1 holes=1 scaled=1 events=6
result lost.h5 ranks=4 said=6 gap=1 partial=2 nopmu=1 events=6

golden job.txt mixed.h5
golden job-events.txt --events mixed.h5
golden lost.txt lost.h5
golden rank.txt --per=rank mixed.h5
golden rank-sorted.txt --per=rank --sort=PAPI_TOT_INS --events='PAPI_*' mixed.h5
golden host.txt --per=host mixed.h5
golden thread.txt --per=thread --sort=-thread mixed.h5
golden job.csv --format=csv mixed.h5
golden rank.csv --format=csv --per=rank lost.h5
golden thread.csv --format=csv --per=thread --events='os::*' --metrics=ipc mixed.h5
golden job.json --format=json --events='PAPI_TOT_*' mixed.h5
golden rank.json --format=json --per=rank --events='PAPI_TOT_*' --metrics=ipc \
    lost.h5
result calls.h5 ranks=4 hosts=2 threads=2 events=3 calls=2 scaled=1
result slow.h5 ranks=8 hosts=2 threads=1 events=2 calls=2 story=1 slow=5 \
    useful=70 work=115 clock=85 masks=2
golden calls.txt calls.h5
golden calls-full.txt --summary=full calls.h5
golden calls-mpi.txt --mpi calls.h5
golden calls-list.txt --mpi='MPI_*e*' --events='mpi::*' --metrics=ipc calls.h5
golden calls.csv --format=csv --mpi=MPI_Send --events='mpi::*' --metrics=ipc \
    calls.h5
golden calls.json --format=json --mpi=MPI_Irecv --events=mpi::TIME \
    --metrics=mips calls.h5
golden calls-thread.txt --per=thread calls.h5
golden calls-rank.csv --per=rank --format=csv --events='mpi::*' --metrics=ipc \
    calls.h5
golden slow.txt slow.h5
golden slow-full.txt --summary=full slow.h5
golden slow-host.txt --per=host slow.h5
golden slow-host.json --format=json --per=host --events=mpi::TIME \
    --metrics=ipc slow.h5

for name in job job-events lost rank host calls calls-mpi calls-thread slow slow-host; do
    is "$(awk 'length > 80' "$here/golden/$name.txt")" "" \
        "$name.txt keeps to 80 columns"
done

# The writer prints what the reader prints.
for how in short full; do
    stream ranks=4 hosts=2 mpi=1 holes=1 scaled=1 events=6
    "$hpmagg" --recover stream -o r.h5 --force --summary=$how \
        --definitions="$here/definitions" 2>first </dev/null
    run --summary=$how r.h5
    ok "the summary of the writer ($how) is that of the file" diff first out
done

run --help
is "$status" 0 "--help is no failure"
is "$(awk 'length > 80' out)" "" "--help keeps to 80 columns"
run --version
ok "--version says it" grep -q '^hpmagg [0-9]' out
finish
