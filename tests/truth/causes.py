#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Run a program of known causes and see what is said of it.

usage: causes.py HPMRUN HPMAGG PROGRAM FOLDER [TIMES [CAUSE...]]

Each cause runs on a machine as it is and beside a busy process for every
processor.  The table says how often the right cause was named first, what was
said that must never be, and which sentences the file's own numbers refute; and
what part of the processors others had meanwhile, as the kernel tells.  Where that
is more than a little, a rank that waits for a processor is told of the machine, and
no cause of the program's, unless that is the one.
"""

import collections
import os
import resource
import subprocess
import sys
import time

sys.path.insert (0, os.path.dirname (os.path.abspath (__file__)))
import refute

MANY = 64           # ranks on the processors there are
RANKS = 4
# Where there are fewer processors than ranks, that is told, and true.
CROWDED = RANKS > len (os.sched_getaffinity (0))
QUIET = 0.05        # part of the processors that others may have on a quiet machine
ENVIRONMENT = {"efficiency", "oversubscribed", "not_timed", "slowest", "light"}
OF_RANK = {"work", "ipc", "clock", "cpu_wait", "blocked", "kernel",
           "computes longer"}
COMPUTES = "computes longer"

# Cause: rules of which one must come first (None: nothing has to be said), of
# the last rank if 1; rules and words that must never be said.
CAUSES = {
    "balanced": ({None, "in_mpi"}, 0, OF_RANK | {"good beside waiting", "serial"}),
    "work": ({COMPUTES}, 1, {"blocked", "clock", "kernel"}),
    "leaves": ({COMPUTES, "idle", None}, 0, {"in_mpi", "blocked", "kernel"}),
    "serial": ({COMPUTES}, 1, {"blocked", "clock", "kernel"}),
    "core": ({"cpu_wait", "crowded", "light"}, 0, {COMPUTES, "blocked", "clock"}),
    "foreign": ({"cpu_wait"}, 1, {COMPUTES, "blocked", "oversubscribed by itself"}),
    "asleep": ({"blocked"}, 1, {COMPUTES, "kernel"}),
    "reads": ({"blocked"}, 1, {COMPUTES}),
    "late": ({"blocked"}, 1, {COMPUTES, "kernel"}),
    "faults": ({"kernel", COMPUTES}, 1, {"blocked", "clock"}),
    "zeros": ({"kernel", COMPUTES}, 1, {"blocked", "clock"}),
    "turns": ({"serial", "oversubscribed"}, 0, {COMPUTES, "blocked"}),
    "message": ({"in_mpi"}, 0, {COMPUTES, "blocked", "serial"}),
    "many": ({None, "in_mpi", "crowded"}, 0, OF_RANK | {"serial"}),
    "worker": ({"blocked", "in_mpi", None}, 0, {COMPUTES, "(good)"}),
    "waiter": ({"blocked", "idle", COMPUTES, None}, 0, {"(good)"}),
    "threads": ({"idle", None}, 0, OF_RANK | {"(good)", "(files"}),
    "bursts": ({"idle", "in_mpi", None}, 0, OF_RANK | {"(other work had them)"}),
    "pool": ({None, "in_mpi"}, 0, {"idle", "blocked", COMPUTES, "(files"}),
    "starved": ({"oversubscribed"}, 0, {"idle", "(files", "(good)", COMPUTES,
                                      "main threads"}),
    "calls": ({"own", "in_mpi"}, 0, {"(good)", "comes late", COMPUTES, "serial"}),
    "writes": ({"in_mpi"}, 0, {"comes late", COMPUTES, "serial"}),
}
BURSTS = ("many", "bursts")     # of many ranks


def word (finding):
    """The rule; where that has several sentences, which."""
    if finding["rule"] == "unexplained":
        return COMPUTES if COMPUTES in finding["text"] else "undivided"
    return finding["rule"]


def said_first (run, apart):
    """The first finding that is a cause: none of `apart`."""
    causes = [f for f in run.findings if f["rule"] not in ENVIRONMENT | apart
              and word (f) != "undivided"
              and f["rule"] not in ("rank_outlier", "host_outlier", "more_outliers",
                                    "migrating")]
    return causes[0] if causes else None


def said_falsely (run, never, others_had):
    for finding in run.findings:
        said = finding["text"] + ": " + (finding.get ("advice") or "")
        if finding["rule"] in never or word (finding) in never:
            yield said
        if "(good)" in said and "good beside waiting" in never \
                and run.by_rule["oversubscribed"]:
            yield said + "; " + run.by_rule["oversubscribed"][0]["text"]
        if "main threads" in never and said.startswith ("main threads wait"):
            yield said
        if "oversubscribed by itself" in never and "(oversubscribed)" in said:
            yield said
        for words in ("(good)", "(files", "comes late", "(other work had them)"):
            if words in never and words in said \
                    and not (others_had and words == "(other work had them)"):
                yield said


def judge (run, cause, others_had):
    """(what was said first, whether it is right, what was said falsely)"""
    first, last, never = CAUSES[cause]
    if CROWDED:
        first = first | {"crowded"} if None in first else first
        never = never - {"oversubscribed by itself"}
    apart = {"cpu_wait"} if others_had and "cpu_wait" not in first else set ()
    finding = said_first (run, apart)
    right = (word (finding) if finding else None) in first
    if first & ENVIRONMENT:
        right = right or any (run.by_rule[name] for name in first)
    if finding and right and last and finding.get ("rank") != len (run.ranks) - 1:
        right = False
    if not finding and not right:
        right = any (run.by_rule[name] for name in first if name)
    return finding, right, list (said_falsely (run, never - apart, others_had))


def launch (hpmrun, program, cause, path):
    ranks, seconds = (MANY, "0.05") if cause in BURSTS else (RANKS, "0.3")
    name = "balanced" if cause == "many" else cause
    subprocess.run (["mpirun", "--bind-to", "none", "-np", str (ranks), hpmrun, "--force",
                     *os.environ.get ("TRUTH_OPTIONS", "").split (),
                     "--summary=none", "-o", path, program, name, seconds],
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                    stderr=subprocess.DEVNULL, timeout=120)


def busy ():
    """Seconds that all processors were busy, and that ended children of ours had."""
    with open ("/proc/stat") as stat:
        fields = [int (n) for n in stat.readline ().split ()[1:]]
    own = resource.getrusage (resource.RUSAGE_CHILDREN)
    ticks = sum (fields[:3]) + sum (fields[5:8])
    return ticks / os.sysconf ("SC_CLK_TCK"), own.ru_utime + own.ru_stime


def part_of_others (run):
    """Run a function; the part of all processors that others had meanwhile."""
    start, (all_before, own_before) = time.monotonic (), busy ()
    run ()
    took, (all_after, own_after) = time.monotonic () - start, busy ()
    others = (all_after - all_before) - (own_after - own_before)
    return max (0, others) / (took * os.cpu_count ())


def load ():
    return [subprocess.Popen ([sys.executable, "-c", "while True: pass"])
            for _ in os.sched_getaffinity (0)]


def run_all (hpmrun, hpmagg, program, folder, times, causes):
    rules = collections.Counter ()
    print ("%-10s %-6s %6s %6s %8s %8s" % ("cause", "beside", "right", "never", "refuted",
                                          "others"))
    totals = collections.Counter ()
    for beside in ("quiet", "load"):
        for cause in causes:
            got = collections.Counter ()
            notes = []
            for turn in range (times):
                path = os.path.join (folder, "%s-%s-%d.h5" % (cause, beside, turn))

                def measured ():
                    beside_it = load () if beside == "load" else []
                    try:
                        launch (hpmrun, program, cause, path)
                    finally:
                        for process in beside_it:
                            process.kill ()
                            process.wait ()

                others = part_of_others (measured)
                runs = refute.read (hpmagg, path)
                run = runs[-1]
                first, right, never = judge (run, cause,
                                             beside == "load" or others > QUIET)
                refuted = [found for one in runs for found in refute.refute (one)]
                got["right"] += right
                got["never"] += bool (never)
                got["refuted"] += bool (refuted)
                rules.update (name for name, _, _ in refuted)
                got["others"] += 100 * others / times
                if not right:
                    notes.append ("first said: %s"
                                  % (first["text"] if first else "nothing"))
                notes += ["never: " + text for text in never]
                notes += ["%s: said: %s; but: %s" % r for r in refuted]
            totals.update (got)
            totals["runs"] += times
            print ("%-10s %-6s %4d/%d %6d %8d %6.0f %%" % (
                cause, beside, got["right"], times, got["never"], got["refuted"],
                got["others"]))
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
