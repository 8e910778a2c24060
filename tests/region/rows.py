#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether an expression holds of the rows of hpmagg --per=region --format=csv.

  rows.py FILE EXPRESSION

    of (PATH)     the row of a region: by column, numbers as numbers
    paths         of all regions
"""
import csv
import sys


def value(text):
    try:
        return float(text)
    except ValueError:
        return text


def main():
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        rows = [{k: value(v) for k, v in row.items()} for row in csv.DictReader(file)]
    by_path = {row["region"]: row for row in rows}
    known = {"of": by_path.__getitem__, "paths": list(by_path)}
    try:
        if eval(f"({sys.argv[2]})", known):  # pylint: disable=eval-used
            return 0
        why = "does not hold"
    except KeyError as error:
        why = f"there is no {error}"
    print(f"{sys.argv[2]}: {why}")
    for row in rows[:40]:
        print({k: row[k] for k in list(row)[:20]})
    return 1


sys.exit(main())
