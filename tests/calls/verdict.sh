#!/bin/sh
# SPDX-License-Identifier: BSD-3-Clause
#
# Programs that are imbalanced in a known way: the verdict names the kind.
. "${srcdir:-.}/tests/calls/lib.sh"

# judged MODE HOW: run the program; its JSON is r.h5.json.
judged () {
    rm -f r.h5
    flags="--summary=none --mpi=$1 $more"
    ok "$2, --mpi=$1" counted 2 r.h5 $prefix "$programs/imbalanced" "$2" || return
    json r.h5
}

# finds RULE [MEMBER VALUE]: a finding of that rule, with that member.
finds () {
    ok "  is judged as: $*" python3 -c '
import json, sys
found = json.load (open ("r.h5.json"))
rule, member, value = (sys.argv[1:] + [None, None])[:3]
findings = [f for f in found["verdict"] + found["outliers"] if f["rule"] == rule]
assert findings, [f["text"] for f in found["verdict"]]
assert not member or str (findings[0][member]) == value, findings' "$@"
}

more=--backend=none
prefix=
for mode in time split; do
    judged $mode late
    finds slowest rank 1
    finds blocked rank 1
    judged $mode slow
    finds in_mpi subject MPI_Allreduce
done
judged off even
finds not_timed
judged time work
finds slowest rank 1

# More work, as a counter knows it.
cat >work.metric <<'END'
event instructions = work::DONE
event cycles = work::TWICE
END
more="--backend=$work_backend --events=work::DONE,work::TWICE
      --metrics=$PWD/work.metric"
judged split work
finds slowest rank 1
finds work rank 1

# The same on more ranks: 500, 600 and 800 units of work in all, at 0.5
# instructions a cycle.
for ranks in 1 2 4; do
    rm -f r$ranks.h5
    flags="--summary=none --mpi=split $more"
    ok "work that is shared by $ranks" counted $ranks r$ranks.h5 \
        "$programs/imbalanced" share
done
ok "the runs are compared" "$hpmagg" --scaling --format=json -o scaling.json \
    r4.h5 r1.h5 r2.h5
ok "  instructions grow as they do" python3 -c '
import json
runs = json.load (open ("scaling.json"))["runs"]
near = lambda a, b: abs (a - b) < 1e-9
assert [r["ranks"] for r in runs] == [1, 2, 4]
assert all (map (near, [r["instructions"] for r in runs], [500, 300, 200])), runs
assert all (map (near, [r["instruction_scaling"] for r in runs],
                 [1, 5 / 6, 5 / 8])), runs
assert all (near (r["ipc_scaling"], 1) for r in runs), runs
for r in runs:
    assert near (r["global_efficiency"], r["load_balance"]
                 * r["communication_efficiency"] * r["instruction_scaling"]
                 * r["ipc_scaling"] * r["frequency_scaling"]), r'
"$hpmagg" --scaling r1.h5 r2.h5 r4.h5 >said
ok "  and shown" grep -q "instruction scaling *1.00 *0.83 *0.62" said

# Two ranks that may use one processor only.
more=--backend=none
if first=$(taskset -pc $$ 2>/dev/null | sed 's/.*: *\([0-9]*\).*/\1/') &&
    [ -n "$first" ]; then
    prefix="taskset -c $first"
    judged time even
    finds crowded reference 1.0
else
    skip "ranks that share a processor" "no taskset"
fi
finish
