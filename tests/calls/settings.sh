#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs of one job that are started with different settings: one result file
# that is whole, and says what is missing of whom.
# Measures: time outside MPI.
. "${srcdir:-.}/tests/calls/lib.sh"

runs_several "$programs/imbalanced" even ||
    skip_all "mpirun fails with a job of several programs, without us, too"

# together FLAGS FLAGS: two programs in one job, rank 0 and rank 1, each with its
# own settings; the JSON of the ranks is r.h5.json.
together () {
    rm -f r.h5 r.h5.json
    # shellcheck disable=SC2086
    mpirun --bind-to none \
        -np 1 "$hpmrun" -o r.h5 --summary=none --backend=none $1 \
        "$programs/imbalanced" even : \
        -np 1 "$hpmrun" -o r.h5 --summary=none --backend=none $2 \
        "$programs/imbalanced" late >stdout 2>stderr </dev/null
    status=$?
    in_case "$1 beside $2"
    is $status 0 "the job ends well"
    is "$(cat stderr)" "" "there are no complaints"
    json r.h5 --per=rank
    is "$("$hpmagg" r.h5 | grep -c INCOMPLETE)" 0 "the result is complete"
}

# holds EXPRESSION: of the ranks and of the whole.
holds () {
    ok "this holds: $1" python3 -c '
import json, sys
found = json.load (open ("r.h5.json"))
ranks, rules = found["rank"], {f["rule"]: f for f in found["verdict"]}
regions = {e.get ("region") for e in found["events"]}
assert eval (sys.argv[1]), (ranks, rules, regions)' "$1"
}

together --mpi=off --mpi=split
holds '[("mpi_s" in r) for r in ranks] == [False, True]'
holds 'ranks[1]["useful_s"] > 0.6'
holds 'rules["not_timed"]["rank"] == 0'
holds 'found["efficiency"]["ranks"] == 1'
holds '"useful" in regions'
holds '[m["calls"] for m in found["mpi"] if m["function"] == "MPI_Allreduce"] == [1]'
ok "the summary says why" sh -c '"$1" r.h5 | tr -s "\n " "  " |
    grep -q "because calls of MPI were not timed there, on 1 of 2 ranks"' sh \
    "$hpmagg"

together --mpi=time --mpi=off
holds '[("mpi_s" in r) for r in ranks] == [True, False]'
holds 'rules["not_timed"]["rank"] == 1'

together --mpi=split "--mpi=time --events=os::MINOR_FAULTS"
holds 'all ("mpi_s" in r for r in ranks)'
holds '"not_timed" not in rules'
holds 'found["efficiency"]["ranks"] == 2'
holds '"useful" in regions'

together --mpi=off "--mpi=time --events=os::MINOR_FAULTS"
holds '[("mpi_s" in r) for r in ranks] == [False, True]'
finish
