#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What hpmmpi adds to the life of a thread that does nothing.

    lives.py --lives LIVES --hpmrun HPMRUN... [--pairs N] [--events LIST]

Plain and measured runs alternate; each figure is the difference of a pair in us,
as median [quartiles].  The floor is what four counters of the kernel cost that
each thread opens and closes.
"""
import argparse
import os
import subprocess
import sys
import tempfile

from bench import MPI_ENVIRONMENT, machine, spread
from calls import KERNEL_EVENTS

MODES = {
    "no counters": ["--backend=none"],
    "4 events": ["--events={events}"],
    "no counters, --mpi=off": ["--backend=none", "--mpi=off"],
}


def run(command, folder):
    done = subprocess.run(command, cwd=folder, text=True,
                          env=dict(os.environ, **MPI_ENVIRONMENT),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    rows = [line.split() for line in done.stdout.splitlines()]
    if done.returncode or len(rows) != 2:
        sys.exit(f"bench: {' '.join(command)} failed:\n{done.stderr}")
    return {row[1]: float(row[2]) / 1000 for row in rows}


def measure(arguments):
    plain = ["mpirun", "--bind-to", "none", "-np", "1"]
    rounds = []
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.pairs + 1):
            bare = run(plain + [arguments.lives], folder)
            one = {("plain", key): bare[key] for key in bare}
            floor = run(plain + [arguments.lives, "floor"], folder)
            one.update({("floor", key): floor[key] - bare[key] for key in bare})
            for number, hpmrun in enumerate(arguments.hpmrun):
                for mode, flags in MODES.items():
                    flags = [f.format(events=arguments.events) for f in flags]
                    got = run(plain + [hpmrun, "-o", "bench.h5", "--force",
                                       "--summary=none"] + flags
                              + [arguments.lives], folder)
                    one.update({((number, mode), key): got[key] - bare[key]
                                for key in bare})
            rounds.append(one)
    return rounds[1:]


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--lives", required=True)
    parser.add_argument("--hpmrun", required=True, action="append")
    parser.add_argument("--events", default=KERNEL_EVENTS)
    parser.add_argument("--pairs", type=int, default=9)
    arguments = parser.parse_args()
    rounds = measure(arguments)
    print(f"Machine: {machine()}.  {arguments.pairs} pairs each; us a thread, "
          "measured minus plain, median [quartiles].\n")
    print("| run | time | processor time |")
    print("|---|---|---|")
    for what in dict.fromkeys(key[0] for key in rounds[0]):
        name = what if isinstance(what, str) else (
            f"hpmrun {what[0] + 1}: {what[1]}" if len(arguments.hpmrun) > 1
            else what[1])
        print(f"| {name} | " + " | ".join(
            spread(rounds, (what, key), 1, 1)
            for key in ("time", "processor")) + " |")


if __name__ == "__main__":
    main()
