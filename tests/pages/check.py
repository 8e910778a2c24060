# SPDX-License-Identifier: BSD-3-Clause
# check.py RESULT.json RANKS EXPRESSION: whether it holds for each array of each
# rank that pages.RANK.json tells of.  In it, a is what the program knows, m what
# the result says, name the array's.
import json
import sys

rows = json.load(open(sys.argv[1]))["mapping"]
checked = 0
for rank in range(int(sys.argv[2])):
    for name, a in json.load(open("pages.%d.json" % rank)).items():
        if name == "page":
            continue
        found = [
            r
            for r in rows
            if r["rank"] == rank
            and (
                r["address"] == a["address"]
                or (name in ("shared", "file") and name == r["kind"]
                    and r["mapping"] in ("shared", "shared (2)", "data.%d" % rank))
            )
        ]
        if len(found) != 1:
            sys.exit("rank %d, %s: %d mappings" % (rank, name, len(found)))
        m = found[0]
        m["node0"] = sum(int(n.split(":")[1]) for n in (m["nodes"] or "").split())
        checked += 1
        if not eval("(%s)" % sys.argv[3]):
            sys.exit("rank %d, %s: knows %s, result has %s" % (rank, name, a, m))
sys.exit(not checked)
