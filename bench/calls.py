#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What hpmmpi adds to one MPI call, in each mode.

    calls.py --calls CALLS --hpmrun HPMRUN [--pairs N] [--events LIST]

Plain and measured runs alternate; each figure is the difference of a pair, as
median [quartiles].  Prints a table, the last row of which is the floor: two bare
looks at what the mode looks at.  `split` is measured without counters, which
takes those of the system, and with those of --events, which are counted on every
machine.  Other tools that are installed have a column each (peers.py).
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

import peers
from bench import MPI_ENVIRONMENT, machine, spread

KERNEL_EVENTS = ",".join(f"perf::{name}:u" for name in (
    "CGROUP-SWITCHES", "PAGE-FAULTS", "CONTEXT-SWITCHES", "CPU-MIGRATIONS"))
# Columns: title, flags, and the floor that holds for it.
MODES = {
    "--mpi=off": (["--mpi=off"], None),
    "--mpi=time": (["--mpi=time"], "time"),
    "--mpi=split": (["--mpi=split", "--backend=none"], "split"),
    "--mpi=split, 4 events": (["--mpi=split", "--events={events}"], "counters"),
}


def run(command, folder, what="calls"):
    """ns by name of what is measured, and of the floors."""
    done = subprocess.run(command, cwd=folder, text=True,
                          env=dict(os.environ, **MPI_ENVIRONMENT),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    rows = {what: {}, "floor": {}}
    for line in done.stdout.splitlines():
        kind, name, value = (line.split() + ["", "", ""])[:3]
        if kind in rows:  # other tools print more
            rows[kind][name] = float(value)
    if done.returncode or not rows[what]:
        sys.exit(f"bench: {' '.join(command)} failed:\n{done.stderr}")
    return rows[what], rows["floor"]


def measure(arguments):
    """Per pair: ns of the plain calls, differences by mode, floors."""
    plain = ["mpirun", "-np", "1", arguments.calls]
    rounds = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.pairs + 1):
            one = {"plain": {}, "floor": {}}
            for mode, (flags, _) in MODES.items():
                flags = [f.format(events=arguments.events) for f in flags]
                one["plain"], one["floor"] = run(plain, folder)
                calls, _ = run(
                    plain[:3] + [arguments.hpmrun, "-o", "bench.h5", "--force",
                                 "--summary=none"] + flags + plain[3:], folder)
                one[mode] = {name: calls[name] - one["plain"][name]
                             for name in calls}
            for peer, words in arguments.peers.items():
                one["plain"], _ = run(plain, folder)
                calls, _ = run(plain[:3] + words + plain[3:], folder)
                one[peer] = {name: calls[name] - one["plain"][name]
                             for name in calls}
            rounds.append(one)
    return rounds[1:]


def floor_text(rounds, floor):
    values = [r["floor"] for r in rounds if floor in r["floor"]]
    return spread(values, floor, 1, 0) if values else "-"


def main():
    parser = argparse.ArgumentParser()
    for name in ("calls", "hpmrun"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--events", default=KERNEL_EVENTS)
    parser.add_argument("--pairs", type=int, default=9)
    arguments = parser.parse_args()
    arguments.peers = peers.find()
    columns = [*MODES, *arguments.peers]
    rounds = measure(arguments)
    print(f"Machine: {machine()}.  {arguments.pairs} pairs each; ns a call, "
          "measured minus plain, median [quartiles].\n")
    print("| call | plain | " + " | ".join(columns) + " |")
    print("|---|---|" + "---|" * len(columns))
    for name in rounds[0]["plain"]:
        print(f"| {name} "
              f"| {statistics.median(r['plain'][name] for r in rounds):.0f} | "
              + " | ".join(spread([r[column] for r in rounds], name, 1, 0)
                           for column in columns) + " |")
    print("| two bare looks | | | "
          + " | ".join(floor_text(rounds, floor)
                       for _, floor in MODES.values() if floor)
          + " | " * len(arguments.peers) + " |")


if __name__ == "__main__":
    main()
