#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What hpmmpi adds to one MPI call, in each mode.

    calls.py --calls CALLS --hpmrun HPMRUN [--pairs N] [--events LIST]

Plain and measured runs alternate; each figure is the difference of a pair, as
median [quartiles].  Prints a table.  `--mpi=split` is measured with what the
machine has: with counters by --events, else with those of the system.
"""
import argparse
import os
import statistics
import subprocess
import sys
import tempfile

from bench import MPI_ENVIRONMENT, machine, spread

MODES = ("off", "time", "split")


def run(command, folder):
    """ns a call, by function."""
    done = subprocess.run(command, cwd=folder, text=True,
                          env=dict(os.environ, **MPI_ENVIRONMENT),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    rows = [line.split()[1:] for line in done.stdout.splitlines()
            if line.startswith("calls ")]
    if done.returncode or not rows:
        sys.exit(f"bench: {' '.join(command)} failed:\n{done.stderr}")
    return {name: float(value) for name, value in rows}


def main():
    parser = argparse.ArgumentParser()
    for name in ("calls", "hpmrun"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--events", default="")
    parser.add_argument("--pairs", type=int, default=9)
    arguments = parser.parse_args()
    plain = ["mpirun", "-np", "1", arguments.calls]
    differences = {mode: [] for mode in MODES}
    absolute = []
    with tempfile.TemporaryDirectory() as folder:
        for i in range(arguments.pairs + 1):
            for mode in MODES:
                measured = plain[:3] + [
                    arguments.hpmrun, "-o", "bench.h5", "--force",
                    "--summary=none", "--mpi=" + mode] + plain[3:]
                if arguments.events:
                    measured[4:4] = ["--events=" + arguments.events]
                a, b = run(plain, folder), run(measured, folder)
                if i:
                    absolute.append(a)
                    differences[mode].append({k: b[k] - a[k] for k in a})
    print(f"Machine: {machine()}.  {arguments.pairs} pairs each; ns a call, "
          "measured minus plain, median [quartiles].\n")
    print("| call | plain | " + " | ".join(f"--mpi={m}" for m in MODES) + " |")
    print("|---|---|" + "---|" * len(MODES))
    for name in absolute[0]:
        print(f"| {name} | {statistics.median(a[name] for a in absolute):.0f}"
              " | " + " | ".join(spread(differences[mode], name, 1, 0)
                                 for mode in MODES) + " |")


if __name__ == "__main__":
    main()
