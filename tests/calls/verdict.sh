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
