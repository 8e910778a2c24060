# SPDX-License-Identifier: BSD-3-Clause
"""Check the processor time in hpmagg's JSON of one rank against what its threads
say (clocks.c).

    clocks.py parts JSON            user and system add up, and to no more than
                                    the time there was
    clocks.py known JSON SAID SLACK what is told lies between LEAST and MOST,
                                    which may be off by SLACK ns a thread

With SANITIZED in the environment, processor time that no thread had is that of the
sanitizer, at the ends of threads, and is left out.
"""
import json
import os
import sys

differences = []


def counts(row):
    return {name: cell["value"] if isinstance(cell, dict) else cell
            for name, cell in row["counts"].items()}


def rows(path):
    with open(path) as file:
        data = json.load(file)
    return [(row, counts(row)) for row in data["thread"]
            if row["role"] != "mpi"
            and not ("SANITIZED" in os.environ and row["role"] == "unseen")]


def parts(path):
    for row, count in rows(path):
        name = f"rank {row['rank']} thread {row['thread']}"
        cpu = count["os::USER_TIME"] + count["os::SYSTEM_TIME"]
        if cpu != count.get("os::CPU_TIME"):
            differences.append(f"{name}: user and system are {cpu}, and not"
                               f" {count.get('os::CPU_TIME')}")
        wait, wall = count["os::WAIT_TIME"] or 0, count["os::WALL_TIME"]
        if wall is not None and cpu + wait > wall:
            differences.append(f"{name}: {cpu} on a processor and {wait}"
                               f" waiting for one in {wall}")


def known(path, said, slack):
    slack = float(slack)
    with open(said) as file:
        words = [line.split() for line in file]
    limits = {word[0]: (int(word[1]), int(word[2])) for word in words
              if word and word[0] in ("threads", "main")}
    got = {"threads": 0, "main": 0}
    number = {"threads": 0, "main": 1}
    for row, count in rows(path):
        which = "main" if row["role"] == "main" else "threads"
        got[which] += count["os::USER_TIME"] + count["os::SYSTEM_TIME"]
        if which == "threads":
            number[which] += max(1, row.get("merged", 1))
    for which, (least, most) in limits.items():
        off = slack * number[which]
        if not least - off <= got[which] <= most + off:
            differences.append(f"{which}: {got[which]} ns of processor time,"
                               f" not {least} to {most} (by {off:.0f})")


if __name__ == "__main__":
    {"parts": parts, "known": known}[sys.argv[1]](*sys.argv[2:])
    print("\n".join(differences))
    sys.exit(1 if differences else 0)
