#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether an expression holds of the rows of hpmagg --per=site --format=csv.

  sites.py FILE SOURCE EXPRESSION

    line (WORD)   the line of the source file with that word in a comment
    at (WORD)     rows whose call stands there, by file and line
    of (NAME)     rows of a function
    rows          all; columns are attributes, numbers are numbers
    total (ROWS, COLUMN)
"""
import csv
import os
import sys
from types import SimpleNamespace


def value(text):
    try:
        return float(text)
    except ValueError:
        return text


def main():
    with open(sys.argv[1], newline="", encoding="utf-8") as file:
        rows = [SimpleNamespace(**{k: value(v) for k, v in row.items()})
                for row in csv.DictReader(file)]
    with open(sys.argv[2], encoding="utf-8") as file:
        source = file.read().splitlines()

    def line(word):
        return 1 + [word in text.replace("!", "/*").partition("/*")[2].split()
                    for text in source].index(True)

    def at(word):
        return [r for r in rows if r.line == line(word)
                and os.path.basename(r.file) == os.path.basename(sys.argv[2])]

    known = {"rows": rows, "line": line, "at": at,
             "of": lambda name: [r for r in rows if r.function == name],
             "total": lambda some, column: sum(getattr(r, column) for r in some)}
    if eval(f"({sys.argv[3]})", known):  # pylint: disable=eval-used
        return 0
    print(f"{sys.argv[3]}: does not hold")
    for row in rows[:40]:
        print(vars(row))
    return 1


sys.exit(main())
