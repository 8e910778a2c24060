#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether functions have the shares of samples that perf record sees.

  perf.py FILE.json PERF.txt [NAME...]

FILE.json is of hpmagg --per=routine, PERF.txt of perf script -F comm,ip,sym:
each line a program, an address and the function that it is in.  Compared are the functions
named, or all that have 1 % of the samples of either.  Status 1 where a share
differs by more than 4 errors of both numbers, or there are fewer than 50 samples.
"""
import collections
import json
import math
import sys


def of_file(name):
    with open(name, encoding="utf-8") as file:
        rows = json.load(file)["routine"]
    counts = collections.Counter()
    for row in rows:
        # perf has one name for [unknown] addresses, whichever object has them.
        routine = (row["routine"] or "[unknown]").split("(")[0]
        counts[routine.rsplit("::", 1)[-1]] += row["samples"]
    return counts


def of_perf(name):
    counts = collections.Counter()
    with open(name, encoding="utf-8") as file:
        for line in file:
            words = line.strip().split(None, 2)
            if len(words) == 3:
                routine = words[2].split("(")[0].split("+0x")[0].strip()
                counts[routine.rsplit("::", 1)[-1]] += 1
    return counts


def main():
    ours, theirs = of_file(sys.argv[1]), of_perf(sys.argv[2])
    totals = sum(ours.values()), sum(theirs.values())
    if min(totals) < 50:
        print("samples", totals)
        return 1
    names = sys.argv[3:] or [n for n in ours | theirs
                             if ours[n] >= totals[0] / 100
                             or theirs[n] >= totals[1] / 100]
    failed = 0
    for name in sorted(names, key=lambda n: -ours[n]):
        shares = ours[name] / totals[0], theirs[name] / totals[1]
        errors = [math.sqrt(n[name] + 1) / t for n, t in zip((ours, theirs), totals)]
        apart = abs(shares[0] - shares[1]) / math.hypot(*errors)
        failed |= apart > 4
        print(f"{name:40} {shares[0]:.4f} {shares[1]:.4f} {apart:.1f} errors")
    return int(failed)


sys.exit(main())
