#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The regions of tests/region/marked.c against what it knows of itself.

    check.py FILE.json RANKS mpi|plain|none

none: there is no source of counts.  Prints what differs.
"""
import json
import os
import sys

file, ranks, kind = sys.argv[1], int(sys.argv[2]), sys.argv[3]
rows = {r["region"]: r for r in json.load(open(file))["region"]}
threads, deep, labels = 4, 50, 10000
hot = int(os.environ.get("MARKED_HOT", 1000000))
expected = {}  # path: entries, work, unended, stray


def expect(path, entries, work, unended=0, stray=0):
    expected[path] = entries, work, unended, stray


if kind == "plain":
    expect("before", 0, 0, 0, 1)
    expect("early", 1, 5)
    expect("early/earlier", 1, 0)
    expect("early/before", 0, 0, stray=1)
else:
    expect("early", 1, 105)
    expect("early/call", 1, 100)
expect("solve", 1, 210)
expect("solve/halo", 100, 200)
expect("hot", hot, hot)
path = ""
for depth in range(deep):
    path += "/d%d" % depth if path else "d0"
    expect(path, 1, deep - depth)
for depth in range(256):
    expect("/".join(["recur"] * (depth + 1)), 1, 300 - depth)
expect("labels", 1, sum(range(labels)))
for i in range(labels):
    expect("labels/l%d" % i, 1, i)
expect("jump", 1, 7)
expect("jump/from", 1, 6, unended=1)
expect("team", 1000 * threads, sum(1000 * (i + 1) for i in range(threads)))
expect("mine", 1, 48, stray=1)
expect("mine/theirs", 0, 0, stray=1)
expect("theirs", 1, 8, unended=1)
expect("gone", 2, 6, unended=2)
expect("never", 1, 6, unended=1)
expect("never/left", 1, 6, unended=1)

wrong = 0


def differs(*texts):
    global wrong
    wrong += 1
    if wrong < 20:
        print(*texts)


by_id = {row["id"]: row for row in rows.values()}
for path, row in rows.items():
    around = by_id[row["parent"]]["region"] + "/" if row["parent"] is not None else ""
    if around + row["label"] != path:
        differs(path, "is", row["label"], "in", around)
inside = {}  # path: time of those directly in it
for path in rows:
    parent = path.rpartition("/")[0]
    inside[parent] = inside.get(parent, 0) + rows[path]["time_s"]
for path in sorted(set(rows) | set(expected)):
    if path not in rows or path not in expected:
        differs(path, "is", "not there" if path in expected else "too much")
        continue
    row = rows[path]
    got = row["entries"], row["unended"], row["stray"]
    entries, work, unended, stray = (ranks * each for each in expected[path])
    if got != (entries, unended, stray):
        differs(path, "entries, unended, stray", got, "not", entries, unended, stray)
    if kind != "none" and row["counts"]["work::DONE"] != work:
        differs(path, "work", row["counts"]["work::DONE"], "not", work)
    times = [0] + [row[key] for key in ("min_s", "mean_s", "max_s", "time_s")]
    if entries and any(a > b * (1 + 1e-12) for a, b in zip(times, times[1:])):
        differs(path, "times", times)
    if not 0 <= row["own_s"] <= row["time_s"] * (1 + 1e-12):
        differs(path, "own time", row)
    if abs(row["time_s"] - row["own_s"] - inside.get(path, 0)) > 1e-9 * (1 + row["time_s"]):
        differs(path, "own time is not what is left:", row, inside.get(path, 0))
if rows["hot"]["file"] != "marked.c" or rows["hot"]["line"] != 77:
    differs("place", rows["hot"])
sys.exit(wrong > 0)
