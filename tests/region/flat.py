#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether regions by label are made of those of the tree: time and counts of the
outermost, entries and own time of all.

    flat.py TREE.json FLAT.json
"""
import collections
import json
import sys

ALL = "entries", "own_s", "unended", "stray", "folded"
OUTERMOST = "time_s", "mpi_s"


def rows(name):
    with open(name, encoding="utf-8") as file:
        return json.load(file)["region"]


def labels(row):
    return row["region"].split("/")


def same(got, parts, what):
    """Sums of reals are rounded."""
    if None in parts:
        assert got is None, what
        return
    assert abs(got - sum(parts)) <= 1e-9 * (1 + abs(got)), (what, got, sum(parts))


tree, flat = rows(sys.argv[1]), rows(sys.argv[2])
of_label = collections.defaultdict(list)
for node in tree:
    of_label[labels(node)[-1]].append(node)

assert sorted(of_label) == sorted(row["region"] for row in flat)
for row in flat:
    label = row["region"]
    mine = of_label[label]
    outermost = [part for part in mine if label not in labels(part)[:-1]]
    for name in ALL:
        same(row[name], [part[name] for part in mine], (label, name))
    for name in OUTERMOST:
        if name in row:
            same(row[name], [part[name] for part in outermost], (label, name))
    assert row["threads"] >= max(part["threads"] for part in mine), label
    assert row["threads"] <= sum(part["threads"] for part in mine), label
    for name, count in row["counts"].items():
        same(count, [part["counts"][name] for part in outermost], (label, name))
