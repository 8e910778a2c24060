#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether the regions of a job with one thread a rank are what its ranks did in them.

    of_ranks.py REGION_RANK.json REGION.csv RANKS
"""
import csv
import json
import sys

with open(sys.argv[1], encoding="utf-8") as file:
    ranks = json.load(file)["region_rank"]
with open(sys.argv[2], newline="", encoding="utf-8") as file:
    regions = list(csv.DictReader(file))
COUNT = int(sys.argv[3])
SUMS = "entries", "time_s", "own_s", "mpi_s", "cost_s", "os::WALL_TIME"

assert regions
for region in regions:
    mine = [row for row in ranks if row["region"] == region["region"]]
    useful = [row["useful_s"] for row in mine] + [0] * (COUNT - len(mine))
    longest = max(row["time_s"] for row in mine)
    expected = {"balance": sum(useful) / COUNT / max(useful),
                "communication": max(useful) / longest}
    for name in SUMS:
        expected[name] = sum(row.get(name, row["counts"].get(name)) for row in mine)
    for name, value in expected.items():
        assert abs(float(region[name]) - value) < 1e-6, (region["region"], name, region[name], value)
