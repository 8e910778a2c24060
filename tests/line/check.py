#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What tests/line asks of intervals.

    check.py sums FILE.json        of hpmagg --per=interval: of each event they
                                   add up to what the job counted
    check.py steps FILE.json EDGES LOG
                                   and work::DONE is at each edge, of EDGES in
                                   ns since 1970, what the LOG of steps.c says
    check.py bounds FILE.json STEP MOST
                                   they follow each other, the first begins with
                                   the run, there are no more than MOST, and no
                                   less than STEP s lies between two edges but
                                   for the first and the last; main threads
                                   counted in the last one
Prints what differs.
"""
import json
import sys

MAIN = 1000000
kind, data = sys.argv[1], json.load(open(sys.argv[2]))
rows, wrong = data["interval"], 0


def differs(*texts):
    global wrong
    wrong += 1
    if wrong < 20:
        print(*texts)


def sums():
    """PEAK_MEMORY does not add up, and when ranks came to collectives is known
    in the end alone."""
    none = ("os::PEAK_MEMORY", "mpi::ARRIVAL_TIME", "mpi::AWAITED_TIME")
    seen = 0
    for event in data["events"]:
        name, total = event["name"], event["total"]
        counts = [row["counts"][name] for row in rows]
        if len(rows) > 1 and name in none or total is None:
            if any(count is not None for count in counts):
                differs(name, "has counts in intervals", counts)
        elif name not in none:
            seen += total > 0
            if None in counts or sum(counts) != total or min(counts) < 0:
                differs(name, "adds up to", counts, "and not", total)
    if not seen:
        differs("nothing was counted")


def steps(edges, log):
    """A sample is taken after the one before it, and before the one behind it:
    so it has what was done by the one, and no more than by the other."""
    done = 0
    begin = int(edges[0]) - 60 * 10**9
    moments = [begin] + [int(edge) for edge in edges] + [begin + 10**15]
    for i, row in enumerate(rows):
        done += row["counts"]["work::DONE"]
        least = max([d for _, after, d in log if after <= moments[i]] + [0])
        most = max([d for before, _, d in log if before <= moments[i + 2]] + [0])
        if not least <= done // MAIN <= most:
            differs("interval", i, "ends with", done, "of", least, "to", most)


def bounds(step, most):
    ends = [row["to_s"] for row in rows]
    if [row["from_s"] for row in rows] != [0] + ends[:-1]:
        differs("intervals do not follow each other")
    if not len(rows) <= most:
        differs(len(rows), "intervals")
    if not rows[-1]["counts"]["os::WALL_TIME"] > 0:
        differs("no time is left for the last interval")
    for row in rows[1:-1]:
        if row["to_s"] - row["from_s"] < step:
            differs("short interval", row["from_s"], row["to_s"])


if kind == "sums":
    sums()
elif kind == "steps":
    log = [tuple(map(int, line.split())) for line in open(sys.argv[4])]
    steps(open(sys.argv[3]).read().split(), log)
else:
    bounds(float(sys.argv[3]), int(sys.argv[4]))
sys.exit(wrong > 0)
