#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Whether regions of nested.c have the instructions that they executed.

  nested.py FILE single|around|recursive|inside

FILE is of hpmagg --per=region --format=csv.  Each region is entered 1,000 times on
each thread k, and executes 2,000 k instructions a unit, and a few that are the same
in each: those of "none", which has 0 units.  What marks take is taken out, but for
their calls in the region around them, CALLS an entry.
"""
import csv
import sys

EVENT = "PAPI_TOT_INS"
ENTRIES = 1000
EXACT = ENTRIES / 10  # an instruction in ten entries
CALLS = 40
FIRST = 20000  # what a thread does once

with open(sys.argv[1], newline="", encoding="utf-8") as file:
    rows = {row["region"]: row for row in csv.DictReader(file)}


def of(k, path, part=""):
    row = rows[f"thread {k}/{path}" if path else f"thread {k}"]
    assert int(row["entries"]) == (ENTRIES if path else 1), row
    return int(row[EVENT + part])


def own(k, path):
    """Without the region inside it; the path is that, too."""
    return of(k, path.rpartition("/")[0]) - of(k, path)


def near(got, known, over=0.0):
    print(got, known)
    return -EXACT <= got - known <= EXACT + over


def single(k):
    """Regions with none inside."""
    return (near(of(k, "single") - of(k, "none"), k * 2e6)
            and near(of(k, "outer/inner") - of(k, "none"), k * 4e6))


def around(k):
    """A region around another, without that."""
    return near(own(k, "outer/inner") - of(k, "none"), k * 2e6, CALLS * ENTRIES)


def recursive(k):
    """Each depth of one that is in itself."""
    depths = ["down", "down/down", "down/down/down"]
    return (near(of(k, depths[2]) - of(k, "none"), k * 2e6, CALLS * ENTRIES)
            and all(near(own(k, path) - of(k, "none"), k * 2e6, CALLS * ENTRIES)
                    for path in depths[1:]))


def inside(k):
    """Those in a function that MPI calls, and no others outside of it, but for what
    a thread does at its first call, which is in "mpi none"."""
    first = of(k, "mpi none", ":useful") - of(k, "mpi", ":useful")
    return (near(of(k, "mpi", ":mpi") - of(k, "mpi none", ":mpi"), k * 6e6)
            and near(first, 0, FIRST))


sys.exit(not all({"single": single, "around": around, "recursive": recursive,
                  "inside": inside}[sys.argv[2]](k) for k in (1, 2, 3)))
