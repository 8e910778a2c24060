# SPDX-License-Identifier: BSD-3-Clause
"""How long ranks waited in collectives, by the traces of arrivals_tracer.c.

arrivals_truth.py TRACE RANKS: of each rank, in JSON, "waited" and "awaited" by
the rule that a rank waits for the root, the root for all others, or each for
all; and "waited_all", as if each waited for all in any call.  "longest" is the
longest wait of the rank in one call, and "most" what all waited in one call of the
run.  Seconds.
"""
import collections
import json
import os
import sys

ALL, FOR_ROOT, OF_ROOT = range(3)


def calls_of(trace, ranks):
    """(comm, number): rank, how, whether it is the root, start and end"""
    calls = collections.defaultdict(list)
    for rank in range(ranks):
        name = f"{trace}.{rank}"
        if not os.path.exists(name):
            continue
        for line in open(name, encoding="ascii"):
            comm, number, size, how, root, start, end = map(int, line.split())
            calls[comm, number, size].append((rank, how, root, start, end))
    return calls


def waits(how, root):
    return how == ALL or bool(root) == (how == OF_ROOT)


def truth(trace, ranks):
    told = [dict(waited=0.0, awaited=0.0, waited_all=0.0, calls=0, longest=0.0)
            for _ in range(ranks)]
    most = 0.0
    for (_, _, size), call in calls_of(trace, ranks).items():
        if len(call) != size:
            raise SystemExit(f"a call of {size} ranks has {len(call)}")
        awaited = [c for c in call if c[1] != FOR_ROOT or c[2]]
        last = max(awaited, key=lambda c: c[3])
        latest = max(c[3] for c in call)
        waited = 0.0
        for rank, how, root, start, end in call:
            wait = max(0, min(last[3], end) - start) if waits(how, root) else 0
            waited += 1e-9 * wait
            told[rank]["waited"] += 1e-9 * wait
            told[rank]["longest"] = max(told[rank]["longest"], 1e-9 * wait)
            told[rank]["waited_all"] += 1e-9 * max(0, min(latest, end) - start)
            told[last[0]]["awaited"] += 1e-9 * wait
            told[rank]["calls"] += 1
        most = max(most, waited)
    for one in told:
        one["most"] = most
    return told


if __name__ == "__main__":
    print(json.dumps(truth(sys.argv[1], int(sys.argv[2]))))
