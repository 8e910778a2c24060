# SPDX-License-Identifier: BSD-3-Clause
"""Compare samples of hardware events with what a program is known to execute.

    shares.py LINES.json SYMBOLS INSTRUCTIONS PERIOD

LINES.json has samples by address (hpmagg --per=line), SYMBOLS what nm -S tells of the
program `shares`.  The samples in its functions must stand for the instructions, but for
a twentieth, and be shared by the functions as these are, within three standard errors.
"""
import json
import math
import sys

PARTS = {"five": 0.5, "three": 0.3, "two": 0.2}

rows = json.load(open(sys.argv[1]))["line"]
instructions, period = int(sys.argv[3]), int(sys.argv[4])
functions = []
for line in open(sys.argv[2]):
    fields = line.split()
    if len(fields) == 4 and fields[3] in PARTS:
        functions.append((int(fields[0], 16), int(fields[1], 16), fields[3]))

found = dict.fromkeys(PARTS, 0)
for row in rows:
    name, _, address = row["place"].partition("+0x")
    for start, size, function in functions:
        if name == "shares" and 0 <= int(address or "0", 16) - start < size:
            found[function] += row["samples"]
    if row["routine"] in PARTS:  # where the tools find names
        found[row["routine"]] += row["samples"]

total = sum(found.values())
print("samples %s, expected %.1f" % (found, instructions / period))
bad = abs(total * period - instructions) > 0.05 * instructions
for name, share in PARTS.items():
    error = math.sqrt(share * (1 - share) / total) if total else 0
    bad |= not total or abs(found[name] / total - share) > 3 * error
sys.exit(bad)
