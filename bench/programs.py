#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How much longer real programs take under hpmmpi, in each mode.

    programs.py --hpmrun HPMRUN --hpmagg HPMAGG [--ranks 2,4] [--seconds N]

Runs LAMMPS and hpcc with small inputs, plain and in each mode, one after the
other in each round, so that a machine whose speed drifts favours none of them.
There are as many rounds as fit into the time, at least three.  Prints a table of
run times of mpirun, over those of the plain program in the same round, as
median [quartiles] in percent.  What is told is hpmmpi's own estimate of what
its time mode cost the ranks, from the result file.
"""
import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from bench import MPI_ENVIRONMENT, machine, spread

MODES = ("plain", "off", "time", "split")
HPCC = """small numbers
for a run of seconds
hpccoutf.txt
8 file
1 sizes
{size} N
1 block sizes
64 NB
0 by rows
1 grids
{rows} P
{columns} Q
16.0 threshold
1 panel factorisations
2 right
1 stops
4 NBMIN
1 divisions
2 NDIV
1 recursive factorisations
1 Crout
1 broadcasts
1 ring
1 lookaheads
1 depth
2 mixed swapping
64 swapping threshold
0 L1 transposed
0 U transposed
1 equilibration
8 alignment
"""


def prepare_lammps(_):
    shutil.copy(Path(__file__).with_name("lammps.in"), "lammps.in")


def prepare_hpcc(ranks):
    rows = 2 if ranks % 2 == 0 and ranks > 2 else 1
    Path("hpccinf.txt").write_text(
        HPCC.format(size=400, rows=rows, columns=ranks // rows))
    Path("hpccoutf.txt").unlink(missing_ok=True)


PROGRAMS = {
    "LAMMPS": (["lmp", "-in", "lammps.in", "-log", "none", "-screen", "none"],
               prepare_lammps),
    "hpcc": (["hpcc"], prepare_hpcc),
}


def run(arguments, program, ranks, mode):
    """Seconds of one run."""
    command, prepare = PROGRAMS[program]
    prepare(ranks)
    launch = ["mpirun", "-np", str(ranks)]
    if mode != "plain":
        launch += [arguments.hpmrun, "-o", "bench.h5", "--force",
                   "--summary=none", "--mpi=" + mode]
    began = time.monotonic()
    done = subprocess.run(launch + command, text=True,
                          env=dict(os.environ, **MPI_ENVIRONMENT),
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    took = time.monotonic() - began
    if done.returncode:
        sys.exit(f"bench: {' '.join(launch + command)} failed:\n{done.stdout}")
    return took


def told(arguments):
    """Of the last result file: MPI calls of a rank, in 1/s, and what noting them
    cost, in percent of the run."""
    text = subprocess.run([arguments.hpmagg, "--format=json", "bench.h5"],
                          check=True, stdout=subprocess.PIPE).stdout
    result = json.loads(text)
    lasted = result["run"]["wall_s"] * result["run"]["ranks"]
    return {"calls": sum(f["calls"] for f in result["mpi"]) / lasted,
            "cost": 100 * result["run"]["mpi_overhead_s"] / lasted}


def one_round(arguments, program, ranks, number):
    """Seconds by mode, the modes in another order each time."""
    seconds = {}
    for i in range(len(MODES)):
        mode = MODES[(i + number) % len(MODES)]
        seconds[mode] = run(arguments, program, ranks, mode)
        if mode == "time":
            seconds.update(told(arguments))
    return seconds


def percent(rounds, mode, base):
    return spread([{0: 100 * (r[mode] / r[base] - 1)} for r in rounds], 0, 1, 1)


def print_table(results):
    print("| program | ranks | rounds | plain, s | off | time | split "
          "| time over off | calls of a rank, 1/s | told of time |")
    print("|---|---|---|---|---|---|---|---|---|---|")
    for (program, ranks), rounds in results.items():
        middle = {key: statistics.median(r[key] for r in rounds)
                  for key in ("plain", "calls", "cost")}
        print(f"| {program} | {ranks} | {len(rounds)} "
              f"| {middle['plain']:.2f} | "
              + " | ".join(f"{percent(rounds, mode, 'plain')} %"
                           for mode in MODES[1:])
              + f" | {percent(rounds, 'time', 'off')} %"
              f" | {middle['calls']:.0f} | {middle['cost']:.3f} % |")


def main():
    parser = argparse.ArgumentParser()
    for name in ("hpmrun", "hpmagg"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--ranks", default="2,4")
    parser.add_argument("--seconds", type=float, default=210)
    arguments = parser.parse_args()
    arguments.hpmrun = os.path.abspath(arguments.hpmrun)
    arguments.hpmagg = os.path.abspath(arguments.hpmagg)
    there = [name for name, (command, _) in PROGRAMS.items()
             if shutil.which(command[0])]
    for name in sorted(set(PROGRAMS) - set(there)):
        print(f"{name} is missing here (Debian: lammps, hpcc).\n")
    results = {(program, int(ranks)): [] for program in there
               for ranks in arguments.ranks.split(",")}
    end, number = time.monotonic() + arguments.seconds, 0
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        while number <= 3 or time.monotonic() < end:
            for (program, ranks), rounds in results.items():
                seconds = one_round(arguments, program, ranks, number)
                if number:
                    rounds.append(seconds)
            number += 1
        os.chdir("/")
    print(f"Machine: {machine()}.  Run time of mpirun over the plain program's, "
          "in the same round; median [quartiles].\n")
    print_table(results)


if __name__ == "__main__":
    main()
