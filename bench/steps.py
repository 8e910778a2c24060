#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What snapshots do to steps in which ranks wait for each other.

    steps.py --steps STEPS --hpmrun HPMRUN... [--ranks N] [--rounds N]
             [--seconds S] [--ms STEP] [--snapshot S]

The plain program, one without snapshots, and one with a snapshot every S seconds
run by turns.  Prints a histogram of the steps of all rounds, the mean step over
the plain one's of the same round, and what a snapshot takes.  More than one HPMRUN
are compared with each other.
"""
import argparse
import collections
import os
import statistics
import subprocess
import sys
import tempfile

from bench import MPI_ENVIRONMENT, machine, spread


def run(command, folder):
    done = subprocess.run(command, cwd=folder, text=True,
                          env=dict(os.environ, **MPI_ENVIRONMENT),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    steps, values = collections.Counter(), {}
    for line in done.stdout.splitlines():
        kind, *rest = line.split() or [""]
        if kind == "step":
            steps[int(rest[0])] += int(rest[1])
        elif kind in ("mean", "snapshot"):
            values[kind] = float(rest[0])
    if done.returncode or "mean" not in values:
        sys.exit(f"bench: {' '.join(command)} failed:\n{done.stderr}")
    return steps, values


def commands(arguments):
    mpirun = ["mpirun", "--bind-to", "none", "-np", str(arguments.ranks)]
    program = [arguments.steps, str(arguments.seconds), str(arguments.ms)]
    all_of = {"plain": mpirun + program}
    for number, hpmrun in enumerate(arguments.hpmrun):
        name = f"hpmrun {number + 1}: " if len(arguments.hpmrun) > 1 else ""
        for period in (0, arguments.snapshot):
            title = f"every {period:g} s" if period else "no snapshots"
            all_of[name + title] = (
                mpirun + [hpmrun, "-o", "bench.h5", "--force", "--summary=none",
                          f"--snapshot={period}"] + program)
    return all_of


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", required=True)
    parser.add_argument("--hpmrun", required=True, action="append")
    parser.add_argument("--ranks", type=int, default=max(2, os.cpu_count() - 1))
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--seconds", type=float, default=3)
    parser.add_argument("--ms", type=float, default=1)
    parser.add_argument("--snapshot", type=float, default=0.05)
    arguments = parser.parse_args()
    runs = commands(arguments)
    histograms = {name: collections.Counter() for name in runs}
    rows = {name: [] for name in runs}
    with tempfile.TemporaryDirectory() as folder:
        for _ in range(arguments.rounds):
            plain = None
            for name, command in runs.items():
                steps, values = run(command, folder)
                plain = plain or values["mean"]
                histograms[name] += steps
                values["slower"] = 100 * (values["mean"] / plain - 1)
                rows[name].append(values)
    classes = sorted(set().union(*histograms.values()))
    print(f"Machine: {machine()}.  {arguments.ranks} ranks, steps of "
          f"{arguments.ms:g} ms, {arguments.rounds} rounds of "
          f"{arguments.seconds:g} s; median [quartiles].\n")
    print("| run | mean step over plain, % | a time its thread ran, us | "
          + " | ".join(f"< {c / 1000:g} ms" for c in classes) + " |")
    print("|---" * (3 + len(classes)) + "|")
    for name, counts in histograms.items():
        cost = [r["snapshot"] for r in rows[name] if "snapshot" in r]
        print(f"| {name} | {spread(rows[name], 'slower', 1, 2)} | "
              + (f"{statistics.median(cost):.0f}" if cost else "-") + " | "
              + " | ".join(str(counts[c]) for c in classes) + " |")


if __name__ == "__main__":
    main()
