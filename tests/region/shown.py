#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the summary shows of regions, against hpmagg --per=region of the same file:
which regions took most of the time is not the same in each run.

    shown.py tree|cost SUMMARY FILE.json

tree: the regions with most time of their own, with those around them.
cost: the one of which marks took most, where that is more than it took itself.
"""
import json
import re
import sys

SHOWN = 12
LINES = 24

summary = open(sys.argv[2]).read().split("\n")
rows = json.load(open(sys.argv[3]))["region"]
by_path = {row["region"]: row for row in rows}


def parent(path):
    return path.rpartition("/")[0]


def expected_tree():
    """Rows in the order in which they were met, what is inside below it."""
    shown = set()
    chosen = 0
    for path in (row["region"] for row in sorted(rows, key=lambda row: -row["own_s"])):
        around = set()
        while path:
            around.add(path)
            path = parent(path)
        if chosen < SHOWN and len(shown | around) <= LINES:
            chosen += 1
            shown |= around

    def below(path):
        for row in rows:
            if row["region"] in shown and parent(row["region"]) == path:
                yield row
                yield from below(row["region"])

    return list(below(""))


def tree():
    first = next(i for i, line in enumerate(summary) if line.lstrip().startswith("region "))
    got = []
    for line in summary[first + 1:]:
        found = re.match(r" *(?:\(\d+\) )?(\S*?)~? +([0-9,]+) .* %", line)
        if not found:
            break
        got.append((found[1], int(found[2].replace(",", ""))))
    expected = [(row["region"].rpartition("/")[2], row["entries"]) for row in expected_tree()]
    assert len(got) == len(expected), (len(got), len(expected))
    # A label has less room the deeper it is.
    for (label, entries), (whole, known) in zip(got, expected):
        begin, _, end = label.partition("...")
        assert whole.startswith(begin) and whole.endswith(end) and entries == known, \
            (label, entries, whole, known)
    assert len(got) <= LINES
    assert got[0][0] == expected[0][0], (got[0], expected[0])


def all_cost():
    """All marks, where they took 1 % of the run: no less than is taken out of regions."""
    known = sum(row["cost_s"] for row in rows if row["parent"] is None)
    said = [line for line in summary if "marking cost" in line]
    for line in said:
        number, unit = re.match(r"  marking cost about ([0-9.]+) (\w+), ", line).groups()
        told = float(number) * {"s": 1, "ms": 1e-3, "us": 1e-6, "ns": 1e-9}[unit]
        assert told >= 0.99 * known, (line, known)
    return len(said)


def cost():
    assert all_cost() <= 1
    dear = [row for row in rows if row["cost_s"] > row["time_s"]]
    said = [line for line in summary if "marks took" in line]
    if not dear:
        assert not said, said
        return
    most = max(dear, key=lambda row: row["cost_s"])
    share = 100 * most["cost_s"] / (most["cost_s"] + most["time_s"])
    found = re.match(r"  (.*): marks took ([0-9.]+) % of its time; ", said[0])
    assert len(said) == 1 and found[1] == most["region"], (said, most)
    assert abs(float(found[2]) - share) <= 1, (said, share)


{"tree": tree, "cost": cost}[sys.argv[1]]()
