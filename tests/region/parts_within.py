#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What holds of times in regions of a run that split its counts, whatever they are:

    parts_within.py RESULT.json

no part is negative, with those inside or without; both parts are no more than all, nor
are those of a region's own; and user and system time are the parts of processor time,
in MPI and outside, which is no more than time.
"""
import json
import sys

TIMES = ["os::" + name for name in ("CPU_TIME", "USER_TIME", "SYSTEM_TIME")]
result = json.load(open(sys.argv[1]))
rows = result.get("region") or result["region_rank"]
assert rows
for row in rows:
    for part in ("", "mpi_", "useful_"):
        for own in ("", "own_"):
            cpu, user, system = (row[own + part + "counts"][name] for name in TIMES)
            assert min(cpu, user, system) >= 0, (own + part, row)
            assert cpu == user + system, (own + part, row)
    for own in ("", "own_"):
        for name in TIMES:
            parts = row[own + "mpi_counts"][name] + row[own + "useful_counts"][name]
            assert parts <= row[own + "counts"][name], (own, name, row)
        assert row[own + "counts"][TIMES[0]] <= row[own + "counts"]["os::WALL_TIME"], (own, row)
    assert row["useful_counts"]["os::WALL_TIME"] >= row["own_useful_counts"]["os::WALL_TIME"] >= 0
