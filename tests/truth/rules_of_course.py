# SPDX-License-Identifier: BSD-3-Clause
"""Rules for what is said of the whole job, and of a rank beside it: the kernel's
part, who is blocked most, and what changed on the way."""

from facts import account_parts, count, MS, near, NOT_OWN, processor_time, rule
from rules_of_waiting import work_beside


def own_rows (run):
    return [t for t in run.threads if t["role"] not in NOT_OWN]


def sum_of (rows, name):
    return sum (count (t, name) or 0 for t in rows)


@rule
def part_in_kernel (run):
    """The kernel's part outside MPI is the account's, and no more than the kernel
    has of all threads and children."""
    for finding in run.by_rule["system"]:
        made = account_parts (run.job["account"]).get ("kernel", 0)
        rows = [t for t in run.threads if t["role"] != "mpi"]
        whole = sum (processor_time (t) or 0 for t in rows)
        ticks = sum (0.012 + 3 * (0.004 * (count (t, "os::SYSTEM_TIME") or 0)) ** 0.5
                     for t in rows)
        if not near (finding["cost_s"], made, 1e-3, 1e-6):
            yield finding["text"], "the account has %.4g s" % made
        if finding["value"] * whole > sum_of (rows, "os::SYSTEM_TIME") + ticks:
            yield (finding["text"], "%.4g s of %.4g s are in the kernel, everywhere"
                   % (sum_of (rows, "os::SYSTEM_TIME"), whole))
        faults = finding.get ("reference")
        if finding.get ("subject") and faults * run.job["efficiency"]["runtime"] \
                > 1.01 * sum ((t["counts"].get ("os::MINOR_FAULTS") or 0)
                              + (t["counts"].get ("os::MAJOR_FAULTS") or 0) for t in rows):
            yield finding["text"], "there are fewer page faults"


def blocked_outside (run, rank):
    """Seconds that a main thread may be blocked outside MPI, at most."""
    row, judged = run.main.get (rank), run.judged.get (rank)
    if not row or not judged:
        return None
    known = (processor_time (row) or 0) - (count (row, "mpi::CPU_TIME") or 0) \
        + (count (row, "os::WAIT_TIME") or 0) - (count (row, "mpi::WAIT_TIME") or 0)
    return max (0, judged["useful_s"] - known)


@rule
def idles_most (run):
    """Of a rank that has the most of idling no other has clearly more."""
    for finding in run.by_rule["idle"]:
        rank = finding.get ("rank")
        if rank is None or rank < 0 or "the most of it" not in finding["text"]:
            continue
        times = {r: blocked_outside (run, r) for r in run.judged}
        known = {r: t for r, t in times.items () if t is not None}
        sure = {r: t - work_beside (run, r) for r, t in known.items ()}
        if rank in known and max (sure.values ()) > 1.05 * known[rank] + 30 * MS:
            other = max (sure, key=sure.get)
            yield finding["text"], "rank %d %.4g s, rank %d %.4g s" % (
                rank, known[rank], other, sure[other])


@rule
def idles_alike (run):
    """Ranks of which one is blocked as the other are so for the same part."""
    for finding in run.by_rule["idle"]:
        if "one as the other" not in finding["text"]:
            continue
        parts = {r["rank"]: sum (p["time_s"] for p in r["account"]["parts"]
                                 if p["part"] == "blocked") / r["account"]["whole_s"]
                 for r in run.ranks if "account" in r}
        least, most = min (parts, key=parts.get), max (parts, key=parts.get)
        if parts[most] > 1.3 * parts[least] + 0.02:
            yield finding["text"], "rank %d %.3g, rank %d %.3g" % (
                least, parts[least], most, parts[most])


# Of the causes that are page faults: which, and s that each takes at least.
FAULTS_TOLD = {"faults": ("os::MINOR_FAULTS", 1e-7), "reads": ("os::MAJOR_FAULTS", 1e-5)}


@rule
def change_adds_up (run):
    """Before and after make the whole; a rank that is least in MPI is not there
    most, and has the page faults that are told of it."""
    for finding in run.by_rule["changed"]:
        before, after, when = finding["reference"], finding["share"], finding["value"]
        whole = max (r["wall_s"] for r in run.judged.values ())
        if not before < after or not 0 < when < whole:
            yield finding["text"], "the run takes %.4g s" % whole
            continue
        rows = own_rows (run) if "threads are in MPI" in finding["text"] else \
            list (run.judged.values ())
        lives = sum (r.get ("wall_s") or count (r, "os::WALL_TIME") or 0 for r in rows)
        found = sum (r.get ("mpi_s") or 0 for r in rows) / lives
        made = (before * when + after * (whole - when)) / whole
        if abs (found - made) > 0.06:
            yield finding["text"], "%.3g of all time is in MPI" % found
        times = {r: row["mpi_s"] for r, row in run.judged.items ()}
        rank = finding.get ("rank")
        event, least = FAULTS_TOLD.get (finding.get ("subject"), (None, 0))
        found = sum (t["counts"].get (event) or 0 for t in run.threads if t["rank"] == rank)
        if event and found * least < 0.02 * 0.5 * 0.9 * (whole - when):
            yield finding["text"], "it has too few of these"
        if rank in times and len (times) > 1 and times[rank] > 1.05 * max (
                t for r, t in times.items () if r != rank):
            yield finding["text"], "it is in MPI %.4g s, longest" % times[rank]
