# SPDX-License-Identifier: BSD-3-Clause
#
#     still.py RESULT.json
#
# The regions of `still pause`: whatever the moments of its pauses were, counts grow
# from mark to mark, so that none is negative, user and system time are the parts of
# processor time, that is within the region's time, and a region has at least what is
# inside it.
import json
import sys

rows = {row["region"]: row for row in json.load (open (sys.argv[1]))["region"]}
assert set (rows) == {"open", "open/around", "open/around/inside"}, rows.keys ()
for name, row in rows.items ():
    counts = {event: count for event, count in row["counts"].items () if count is not None}
    wall, whole, user, system = (counts["os::" + time] for time in (
        "WALL_TIME", "CPU_TIME", "USER_TIME", "SYSTEM_TIME"))
    assert row["entries"] > 0, row
    assert all (count >= 0 for count in counts.values ()), (name, counts)
    assert 0 <= row["min_s"] <= row["mean_s"] <= row["max_s"], (name, row)
    assert whole <= wall and user + system == whole, (name, counts)
    around = rows.get (name.rpartition ("/")[0])
    if around:
        assert all (around["counts"][event] >= counts[event] for event in (
            "os::WALL_TIME", "os::CPU_TIME", "os::MINOR_FAULTS")), (name, rows)
