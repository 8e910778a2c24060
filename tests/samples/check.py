#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether an expression holds of a sampled run.

  check.py FILE.json EXPRESSION [TIMES...]

    rows            of hpmagg --per=routine or --per=line --format=json
    of (NAME)       samples of the functions of that name
    edge (A, B)     samples in which A called B, of --per=caller
    total_of (NAME) samples in the function and what it calls
    called (NAMES)  as agrees, of functions that are called by `run`
    run, total      fields of the run; all samples of the rows
    period          ns
    spent           what the files TIMES say of the functions, ns, summed up
    cpu             processor time of the job, ns
    mpi (ROW)       whether it is of the MPI library
    has (TEXT)      samples of the functions whose names have it
    alike (TEXTS)   as agrees, of these
    agrees (NAMES)  shares of the functions among them are those of `spent`,
                    within 4 errors of a number of samples, its root
"""
import json
import math
import sys


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        data = json.load(file)
    spent = [0, 0, 0]
    for name in sys.argv[3:]:
        with open(name, encoding="utf-8") as file:
            spent = [a + int(b) for a, b in zip(spent, file.read().split())]
    rows = data.get("routine", data.get("line", data.get("caller")))
    run = data["run"]
    period = run.get("sample_period", 0)
    total = sum(r["samples"] for r in rows)
    cpu = sum(e["total"] for e in data.get("events", [])
              if e["name"] == "os::CPU_TIME")

    def of(name):
        return sum(r["samples"] for r in rows if r["routine"] == name)

    def has(text):
        return sum(r["samples"] for r in rows if text in (r["routine"] or ""))

    def edge(caller, callee):
        return sum(r["samples"] for r in rows
                   if r["caller"] == caller and r["callee"] == callee)

    def total_of(name):
        return sum(r["total"] for r in rows if r["routine"] == name)

    def called(*names):
        return shares([edge("run", name) for name in names])

    def mpi(row):
        name = (row["module"] or "").rpartition("/")[2]
        return name.startswith(("libmpi", "libopen-pal", "mca_"))

    def agrees(*names):
        return shares([of(name) for name in names])

    def alike(*texts):
        return shares([has(text) for text in texts])

    def shares(counts):
        everything = sum(counts)
        return everything >= 50 and all(
            abs(n / everything - s / sum(spent))
            <= 4 * math.sqrt(n + 1) / everything
            for n, s in zip(counts, spent))

    names = dict(rows=rows, of=of, run=run, total=total, period=period,
                 spent=spent, agrees=agrees, alike=alike, has=has, mpi=mpi, edge=edge,
                 total_of=total_of, called=called, cpu=cpu, data=data,
                 math=math)
    holds = eval(sys.argv[2], names)
    if not holds:
        print("run", {k: v for k, v in run.items() if "sample" in k})
        print("spent", spent, "cpu", cpu, "total", total)
        for row in rows[:10]:
            print(row)
    return 0 if holds else 1


sys.exit(main())
