# SPDX-License-Identifier: BSD-3-Clause
"""Compare the threads of a run with what paused.c says they counted.

    paused.py JSON OUTPUT

OUTPUT has lines "RANK NAME COUNT".  Threads without such a name are not the
program's.
"""
import json
import sys


def counts_of(path):
    with open(path) as file:
        rows = json.load(file)["thread"]
    return {(row["rank"], row["name"]): row["counts"]["stub::N1"]
            for row in rows if row["name"].startswith("w")}


def number(count):
    return count["value"] if isinstance(count, dict) else count


def main(path, output):
    with open(output) as file:
        lines = [line.split() for line in file]
    known = {(int(rank), name): int(count) for rank, name, count in lines}
    got = {key: number(count) for key, count in counts_of(path).items()}
    for key in sorted(known.keys() | got.keys()):
        if known.get(key) != got.get(key):
            print(f"rank {key[0]} thread {key[1]}: {got.get(key)}, expected"
                  f" {known.get(key)}")
    return known != got or not known


sys.exit(main(*sys.argv[1:]))
