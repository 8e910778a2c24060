#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What the beginning and the end of a region take, in each mode.

    marks.py --marks MARKS --papi MARKS_PAPI --hpmrun HPMRUN [--rounds N]
             [--events LIST]

The modes run by turns; a figure is the median [quartiles] of rounds.  The floor is
two bare looks of the same kind in the same process: at the clock where no counters
are read, else at the counters; "over" is a mark by its label over that, of the fastest
round of either, which a busy machine changes least.  On eight threads at once it is the
processor time of the slowest thread.  PAPI's high level counts the same events by
itself, where it knows the processor.  LIKWID's markers count under likwid-perfctr
alone, which needs a processor that it knows, and Caliper is no package of Debian's:
they are not here.
"""
import argparse
import os
import subprocess
import tempfile

from bench import machine, spread
from calls import KERNEL_EVENTS, run

# Title, flags, None without hpmrun, and the floor that holds for it.
MODES = {
    "without hpmrun": (None, None),
    "time alone": (["--backend=none"], "clock"),
    "time and processor time": (["--backend=none", "--region-cpu-time"], "split"),
    "4 events, --mpi=off": (["--mpi=off", "--events={events}"], "counters"),
    "4 events": (["--events={events}"], "counters"),
    "4 events, --mpi=split": (["--mpi=split", "--events={events}"], "counters"),
}
COLUMNS = ("label", "text", "nested", "threads")


PAPI = "PAPI's high level, 4 events"


def command(arguments, mode, flags):
    plain = ["mpirun", "-np", "1"]
    if mode == PAPI:
        return [arguments.papi]
    if flags is None:
        return plain + [arguments.marks]
    return (plain + [arguments.hpmrun, "-o", "bench.h5", "--force", "--summary=none"]
            + [f.format(events=arguments.events) for f in flags] + [arguments.marks])


def measure(arguments):
    rounds = []
    os.environ["PAPI_EVENTS"] = arguments.events
    with tempfile.TemporaryDirectory() as folder:
        if subprocess.run([arguments.papi], cwd=folder, stdout=subprocess.DEVNULL,
                          stderr=subprocess.DEVNULL, check=False).returncode == 0:
            MODES[PAPI] = (None, "counters")
        for _ in range(arguments.rounds + 1):
            rounds.append({mode: run(command(arguments, mode, flags), folder, "marks")
                           for mode, (flags, _) in MODES.items()})
    return rounds[1:]


def row(rounds, mode, floor):
    marks = [r[mode][0] for r in rounds]
    cells = [spread(marks, name, 1, 0) if name in marks[0] else "-"
             for name in COLUMNS]
    floors = [r[mode][1][floor] for r in rounds if floor in r[mode][1]]
    if not floors:
        return cells + ["-", "-"]
    over = min(m.get("label", m["text"]) for m in marks) / min(floors)
    return cells + [spread([{"floor": f} for f in floors], "floor", 1, 0), f"{over:.2f}"]


def main():
    parser = argparse.ArgumentParser()
    for name in ("marks", "papi", "hpmrun"):
        parser.add_argument("--" + name, required=True)
    parser.add_argument("--events", default=KERNEL_EVENTS)
    parser.add_argument("--rounds", type=int, default=9)
    arguments = parser.parse_args()
    rounds = measure(arguments)
    print(f"Machine: {machine()}.  {arguments.rounds} rounds; ns a beginning and an "
          "end, median [quartiles].\n")
    print("| run | by label | by text | by label, three deep | 8 threads at once "
          "| two bare looks | over |")
    print("|---|---|---|---|---|---|---|")
    for mode, (_, floor) in MODES.items():
        print(f"| {mode} | " + " | ".join(row(rounds, mode, floor)) + " |")
    if PAPI not in MODES:
        print("\nPAPI's high level counts nothing on this processor.")


if __name__ == "__main__":
    main()
