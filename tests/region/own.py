#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether an expression holds of a file that libhpm wrote.

  own.py FILE EXPRESSION

    head          its first lines, by name
    sections      all, by id as text
    of (ID)       one of them: its lines, by name
    s (ID, NAME)  the seconds of its line that begins so
"""
import re
import sys


def main():
    head, sections = {}, {}
    at = head
    for line in open(sys.argv[1], encoding="utf-8"):
        line = line.rstrip("\n")
        new = re.match(r"section (-?\d+) +(.*)", line)
        if new:
            at = sections[new[1]] = {"label": new[2]}
        elif line:
            pair = [line[:29].strip(), line[29:].strip()]
            at[pair[0]] = pair[-1]

    def of(number):
        return sections[str(number)]

    def s(number, name):
        return float(next(v for k, v in of(number).items() if k.startswith(name)))

    known = {"head": head, "sections": sections, "of": of, "s": s}
    try:
        if eval(f"({sys.argv[2]})", known):  # pylint: disable=eval-used
            return 0
        why = "does not hold"
    except (KeyError, ValueError) as error:
        why = f"there is no {error}"
    print(f"{sys.argv[2]}: {why}")
    print(head)
    for number in list(sections)[:20]:
        print(number, str(sections[number])[:400])
    return 1


sys.exit(main())
