#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Run a program of known causes and see what is said of it.

usage: causes.py HPMRUN HPMAGG PROGRAM FOLDER [TIMES [CAUSE...]]

Each cause runs on a machine as it is and beside a busy process for every
processor.  The table says how often the right cause was named first, what was
said that must never be, and which sentences the file's own numbers refute.
"""

import collections
import json
import os
import subprocess
import sys

sys.path.insert (0, os.path.dirname (os.path.abspath (__file__)))
import refute

MANY = 64           # ranks on the processors there are
RANKS = 4
ENVIRONMENT = {"efficiency", "oversubscribed", "not_timed", "slowest", "light"}
OF_RANK = {"work", "ipc", "clock", "cpu_wait", "blocked", "kernel",
           "computes longer"}
COMPUTES = "computes longer"

# Cause: rules of which one must come first (None: nothing has to be said), of
# the last rank if 1; rules and words that must never be said.
CAUSES = {
    "balanced": ({None, "in_mpi"}, 0, OF_RANK | {"good beside waiting", "serial"}),
    "work": ({COMPUTES}, 1, {"blocked", "clock", "kernel"}),
    "serial": ({COMPUTES}, 1, {"blocked", "clock", "kernel"}),
    "core": ({"cpu_wait", "crowded", "light"}, 0, {COMPUTES, "blocked", "clock"}),
    "foreign": ({"cpu_wait"}, 1, {COMPUTES, "blocked", "oversubscribed by itself"}),
    "asleep": ({"blocked"}, 1, {COMPUTES, "kernel"}),
    "reads": ({"blocked"}, 1, {COMPUTES}),
    "late": ({"blocked"}, 1, {COMPUTES, "kernel"}),
    "faults": ({"kernel", COMPUTES}, 1, {"blocked", "clock"}),
    "turns": ({"serial"}, 0, {COMPUTES, "blocked"}),
    "message": ({"in_mpi"}, 0, {COMPUTES, "blocked", "serial"}),
    "many": ({None, "in_mpi", "crowded"}, 0, OF_RANK | {"serial"}),
    "worker": ({"blocked", "in_mpi", None}, 0, {COMPUTES, "(good)"}),
    "waiter": ({"blocked", "idle", COMPUTES, None}, 0, {"(good)"}),
    "threads": ({"idle", None}, 0, OF_RANK | {"(good)"}),
}


def word (finding):
    """The rule; where that has several sentences, which."""
    if finding["rule"] == "unexplained":
        return COMPUTES if COMPUTES in finding["text"] else "undivided"
    return finding["rule"]


def said_first (run):
    causes = [f for f in run.findings if f["rule"] not in ENVIRONMENT
              and word (f) != "undivided"
              and f["rule"] not in ("rank_outlier", "host_outlier", "more_outliers",
                                    "migrating")]
    return causes[0] if causes else None


def said_falsely (run, never):
    for finding in run.findings:
        if finding["rule"] in never or word (finding) in never:
            yield finding["text"]
        if "(good)" in finding["text"]:
            if "(good)" in never:
                yield finding["text"]
            elif "good beside waiting" in never and run.by_rule["oversubscribed"]:
                yield finding["text"] + "; " + run.by_rule["oversubscribed"][0]["text"]
        if "oversubscribed by itself" in never and "(oversubscribed)" in finding["text"]:
            yield finding["text"]


def judge (run, cause):
    """(whether the right cause comes first, what was said falsely)"""
    first, last, never = CAUSES[cause]
    finding = said_first (run)
    right = (word (finding) if finding else None) in first
    if finding and right and last and finding.get ("rank") != len (run.ranks) - 1:
        right = False
    if not finding and not right:
        right = any (run.by_rule[name] for name in first if name)
    return right, list (said_falsely (run, never))


def launch (hpmrun, program, cause, path):
    ranks, seconds = (MANY, "0.05") if cause == "many" else (RANKS, "0.3")
    name = "balanced" if cause == "many" else cause
    subprocess.run (["mpirun", "--bind-to", "none", "-np", str (ranks), hpmrun, "--force", *os.environ.get ("TRUTH_OPTIONS", "").split (),
                     "--summary=none", "-o", path, program, name, seconds],
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL, timeout=120)


def load ():
    return [subprocess.Popen ([sys.executable, "-c", "while True: pass"])
            for _ in os.sched_getaffinity (0)]


def run_all (hpmrun, hpmagg, program, folder, times, causes):
    rules = collections.Counter ()
    print ("%-10s %-6s %6s %6s %8s" % ("cause", "beside", "right", "never", "refuted"))
    totals = collections.Counter ()
    for beside in ("quiet", "load"):
        for cause in causes:
            got = collections.Counter ()
            notes = []
            for turn in range (times):
                path = os.path.join (folder, "%s-%s-%d.h5" % (cause, beside, turn))
                busy = load () if beside == "load" else []
                try:
                    launch (hpmrun, program, cause, path)
                finally:
                    for process in busy:
                        process.kill ()
                        process.wait ()
                run = refute.read (hpmagg, path)
                right, never = judge (run, cause)
                refuted = refute.refute (run)
                got["right"] += right
                got["never"] += bool (never)
                got["refuted"] += bool (refuted)
                rules.update (name for name, _, _ in refuted)
                first = said_first (run)
                if not right:
                    notes.append ("first said: %s"
                                  % (first["text"] if first else "nothing"))
                notes += ["never: " + text for text in never]
                notes += ["%s: said: %s; but: %s" % r for r in refuted]
            totals.update (got)
            totals["runs"] += times
            print ("%-10s %-6s %3d/%d %6d %8d" % (cause, beside, got["right"], times,
                                                 got["never"], got["refuted"]))
            for note, seen in collections.Counter (notes).most_common (6):
                print ("    %s%s" % (note, " (%d times)" % seen if seen > 1 else ""))
            sys.stdout.flush ()
    print ("%d runs: %d right, %d with what must never be said, %d refuted: %s"
           % (totals["runs"], totals["right"], totals["never"], totals["refuted"],
              dict (rules)))


def main (arguments):
    if len (arguments) < 4:
        sys.exit (__doc__)
    hpmrun, hpmagg, program, folder = arguments[:4]
    times = int (arguments[4]) if len (arguments) > 4 else 1
    run_all (hpmrun, hpmagg, program, folder, times, arguments[5:] or list (CAUSES))


if __name__ == "__main__":
    main (sys.argv[1:])
