# SPDX-License-Identifier: BSD-3-Clause
"""Compare the ranks of a run that ended in some way with what must be known.

    ends.py JSON STATUS...      one STATUS a rank: complete, partial, missing
    ends.py --row JSON          how the ranks ended, as a cell of a table

Rank r counts 3000 + 2 r of stub::N1: 1000 + r on its main thread and
2000 + r on the thread "w1".  ThreadSanitizer (GUEST_SANITIZER=thread) has a
thread of its own, which counts 1000 + r.
"""
import json
import os
import sys
from itertools import groupby


OWN_THREAD = os.environ.get("GUEST_SANITIZER") == "thread"


def known_count(rank):
    return 3000 + 2 * rank + OWN_THREAD * (1000 + rank)


def rows(path):
    with open(path) as file:
        return json.load(file)


def problems(data, expected):
    ranks = {row["rank"]: row for row in data["rank"]}
    worst = "exact" if set(expected) == {"complete"} else "partial"
    for number, status in enumerate(expected):
        row = ranks.get(number, {})
        if row.get("status") != status:
            yield f"rank {number}: {row.get('status')}, expected {status}"
        count = row.get("counts", {}).get("stub::N1")
        count = count.get("value") if isinstance(count, dict) else count
        known = None if status == "missing" else known_count(number)
        if count != known:
            yield f"rank {number}: {count} of stub::N1, expected {known}"
    event, = (e for e in data["events"] if e["name"] == "stub::N1")
    if event["quality"] != worst:
        yield f"stub::N1 is {event['quality']}, expected {worst}"
    if worst == "partial" and data["run"]["status"] != "partial":
        yield f"the run is {data['run']['status']}"


def row_of(data):
    states = [row["status"] for row in sorted(data["rank"],
                                              key=lambda row: row["rank"])]
    parts = []
    first = 0
    for state, group in groupby(states):
        last = first + len(list(group)) - 1
        parts.append(f"{first} {state}" if first == last
                     else f"{first}-{last} {state}")
        first = last + 1
    return ", ".join(parts)


def main(arguments):
    if arguments[0] == "--row":
        print(row_of(rows(arguments[1])))
        return 0
    found = list(problems(rows(arguments[0]), arguments[1:]))
    print("\n".join(found))
    return bool(found)


sys.exit(main(sys.argv[1:]))
