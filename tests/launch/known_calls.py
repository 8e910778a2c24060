# SPDX-License-Identifier: BSD-3-Clause
"""Whether a job's table of MPI functions is what its ranks said they call.

    known_calls.py JSON STDOUT all|named RANKS

all: nothing else was called; named: other functions may have been.  Prints what
differs; the exit status is 1 if there is something.
"""
import json
import sys
from collections import Counter


def expected(path):
    """Lines "expect RANK FUNCTION CALLS SENT RECEIVED", summed over the ranks."""
    sums, ranks = {}, set()
    with open(path) as lines:
        for line in lines:
            if line.startswith("expect "):
                _, rank, name, *numbers = line.split()
                ranks.add(rank)
                sums.setdefault(name, Counter()).update(
                    dict(zip(("calls", "sent", "received"), map(int, numbers))))
    return sums, len(ranks)


def main(path, said, which, ranks):
    with open(path) as file:
        data = json.load(file)
    sums, spoke = expected(said)
    wrong = []
    if not spoke == data["run"]["ranks"] == int(ranks):
        wrong.append(f"{spoke} ranks spoke, {data['run']['ranks']} were counted")
    if data["run"]["status"] != "complete":
        wrong.append(f"the run is {data['run']['status']}")
    got = {row["function"]: {key: row.get(key, 0) for key in
                             ("calls", "sent", "received")}
           for row in data["mpi"]}
    for name in sorted(sums if which == "named" else set(sums) | set(got)):
        wanted = sums.get(name)
        if got.get(name) != wanted:
            wrong.append(f"{name}: {got.get(name)}, expected {wanted}")
    print("\n".join(wrong))
    return bool(wrong)


sys.exit(main(*sys.argv[1:]))
