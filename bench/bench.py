#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What hpmmpi costs, measured beside the plain program in the same run.

    bench.py --probe PROBE --hpmrun HPMRUN --hpmagg HPMAGG --sizes SIZES
             [--ranks 1,4,16,64] [--pairs N]

Plain and measured runs alternate, A B A B ..., so that a machine whose speed
drifts does not favour one of them; each figure is the difference of a pair,
given as median [quartiles].  Other tools that are installed (peers.py) have a row
each.  Prints the table of doc/COSTS.md.
"""
import argparse
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile

import peers

MPI_ENVIRONMENT = {
    "OMPI_ALLOW_RUN_AS_ROOT": "1",
    "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
    "OMPI_MCA_rmaps_base_oversubscribe": "1",
    "PRTE_MCA_rmaps_default_mapping_policy": ":oversubscribe",  # Open MPI 5
    "OMPI_MCA_mpi_yield_when_idle": "1",
}


def run_probe(command, folder):
    """Per-rank rows (cpu_us, faults, finalize_us, thread_us) of one run."""
    environment = dict(os.environ, **MPI_ENVIRONMENT)
    done = subprocess.run(command, cwd=folder, env=environment, text=True,
                          stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    rows = [[float(x) for x in line.split()[1:]]
            for line in done.stdout.splitlines() if line.startswith("probe ")]
    if done.returncode or not rows:
        sys.exit(f"bench: {' '.join(command)} failed:\n{done.stderr}")
    return rows


def figures(rows):
    """One run: mean CPU and faults of a rank, longest finalize, thread time."""
    n = len(rows)
    return {
        "cpu": sum(r[0] for r in rows) / n,
        "faults": sum(r[1] for r in rows) / n,
        "finalize": max(r[2] for r in rows),
        "thread": statistics.median(r[3] for r in rows),
    }


def ours(arguments):
    return [arguments.hpmrun, "-o", "bench.h5", "--force", "--summary=none"]


def pairs(arguments, ranks, threads, tools):
    """{tool: differences measured - plain of so many pairs}, after one warm-up;
    `tools` are words before the program, by name."""
    plain = ["mpirun", "-np", str(ranks), arguments.probe, str(threads)]
    differences = {name: [] for name in tools}
    with tempfile.TemporaryDirectory() as folder:
        for i in range(arguments.pairs + 1):
            for name, words in tools.items():
                a = figures(run_probe(plain, folder))
                b = figures(run_probe(plain[:3] + words + plain[3:], folder))
                if i:
                    differences[name].append({k: b[k] - a[k] for k in a})
    return differences


def spread(differences, key, scale, digits):
    """'median [first quartile, third]' of one figure."""
    values = sorted(d[key] * scale for d in differences)
    if len(values) < 2:
        return f"{values[0]:.{digits}f}"
    low, middle, high = statistics.quantiles(values, n=4, method="inclusive")
    return f"{middle:.{digits}f} [{low:.{digits}f}, {high:.{digits}f}]"


def machine():
    model = "unknown processor"
    with open("/proc/cpuinfo") as info:
        for line in info:
            if line.startswith("model name"):
                model = line.split(":", 1)[1].strip()
                break
    return (f"{model}, {os.cpu_count()} processors, "
            f"Linux {platform.release()}, {platform.machine()}")


def file_size(arguments):
    with tempfile.TemporaryDirectory() as folder:
        stream = os.path.join(folder, "stream")
        result = os.path.join(folder, "size.h5")
        subprocess.run([arguments.sizes, stream, "ranks=64", "threads=4",
                        "events=16"], check=True)
        subprocess.run([arguments.hpmagg, "--write", stream, "-o", result,
                        "--summary=none"], check=True)
        return os.path.getsize(result)


def main():
    parser = argparse.ArgumentParser()
    for name in ("probe", "hpmrun", "hpmagg", "sizes"):
        parser.add_argument("--" + name, required=name != "sizes")
    parser.add_argument("--ranks", default="1,4,16,64")
    parser.add_argument("--pairs", type=int, default=15)
    arguments = parser.parse_args()
    if not shutil.which("mpirun"):
        sys.exit("bench: mpirun is missing (Debian: openmpi-bin)")

    print(f"Machine: {machine()}.  {arguments.pairs} pairs each; "
          "measured minus plain, median [quartiles].\n")
    print("| ranks | tool | CPU per rank, ms | page faults per rank | "
          "MPI_Finalize, ms |")
    print("|---|---|---|---|---|")
    tools = {"hpmmpi": ours(arguments), **peers.find()}
    for ranks in (int(n) for n in arguments.ranks.split(",")):
        for name, d in pairs(arguments, ranks, 0, tools).items():
            print(f"| {ranks} | {name} | {spread(d, 'cpu', 1e-3, 2)} | "
                  f"{spread(d, 'faults', 1, 0)} | "
                  f"{spread(d, 'finalize', 1e-3, 2)} |", flush=True)
    d = pairs(arguments, 1, 2000, {"hpmmpi": ours(arguments)})["hpmmpi"]
    print(f"\nCreating and joining one thread: {spread(d, 'thread', 1, 1)} us.")
    if arguments.sizes:
        print("Result file of 64 ranks x 4 threads x 16 events and the "
              f"system's counters: {file_size(arguments)} bytes.")


if __name__ == "__main__":
    main()
