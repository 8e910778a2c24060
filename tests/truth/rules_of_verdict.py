# SPDX-License-Identifier: BSD-3-Clause
"""Rules for what the verdict says: each looks at one kind of sentence and yields
what was said, and what the file's other numbers make of it."""

import math
import re
import statistics

from facts import (account_parts, computing, count, is_rounded, MS, waiting, near, others,
                   processor_time, rule)


# ---- the slowest rank -------------------------------------------------------

@rule
def slowest_rank (run):
    """The rank with the largest useful time, and the others' median."""
    finding = run.first ("slowest")
    if not finding:
        return
    rank = finding["rank"]
    useful = run.judged[rank]["useful_s"]
    most = max (r["useful_s"] for r in run.judged.values ())
    usual = others (run, rank, lambda r: run.judged[r]["useful_s"])
    if useful < most - 1e-9 and finding["text"].startswith ("the slowest"):
        yield finding["text"], "another has %.6g s" % most
    if not near (finding["value"], useful) or not near (finding["reference"], usual):
        yield finding["text"], "%.6g s, the others %.6g s" % (useful, usual)


@rule
def lightest_rank (run):
    finding = run.first ("light")
    if not finding:
        return
    least = min (r["useful_s"] for r in run.judged.values ())
    if not near (run.judged[finding["rank"]]["useful_s"], least) \
            or not near (finding["value"], least):
        yield finding["text"], "the least useful time is %.6g s" % least


def excess (run, rank):
    usual = others (run, rank, lambda r: run.judged[r]["useful_s"])
    return run.judged[rank]["useful_s"] - usual


def said_of_slowest (run, name, words=""):
    return [f for f in run.by_rule[name] if words in f["text"]
            and f.get ("rank") in run.judged]


def pressure (run, rank):
    """Seconds the others wait for a processor, for each they have one."""
    wait = others (run, rank, lambda r: count (run.main[r], "os::WAIT_TIME"))
    cpu = others (run, rank, lambda r: processor_time (run.main[r]))
    return wait / cpu if wait is not None and cpu else 0


@rule
def computes_longer (run):
    """To compute longer takes processor time: a good part of the excess."""
    for finding in said_of_slowest (run, "unexplained", "computes longer"):
        rank = finding["rank"]
        own, usual = computing (run, rank), others (run, rank,
                                                    lambda r: computing (run, r))
        waits = waiting (run, rank)
        if waits is not None and (finding.get ("share") or 0) > waits + MS:
            yield finding["text"], "it waits %.4g s in all" % waits
        if own is None or usual is None:
            continue
        stretched = (own - usual) * (1 + pressure (run, rank))
        if stretched < 0.25 * excess (run, rank):
            yield finding["text"], ("%.4g s of processor time, the others %.4g s; "
                                    "%.4g s to explain"
                                    % (own, usual, excess (run, rank)))


def of_program (run, rank):
    """Seconds in user code outside MPI, at least."""
    user, inside = (count (run.main[rank], name) for name in ("os::USER_TIME", "mpi::CPU_TIME"))
    return None if user is None or inside is None else max (0, user - inside)


@rule
def program_computes_longer (run):
    """Where the kernel is not named, the program's own code has a good part of the
    excess, but for ticks of either."""
    for finding in said_of_slowest (run, "unexplained", "computes longer"):
        rank = finding["rank"]
        user = count (run.main[rank], "os::USER_TIME")
        usual = others (run, rank, lambda r: of_program (run, r))
        if "or in the kernel" in finding["text"] or user is None or usual is None:
            continue
        stretched = (user - usual + 0.03) * (1 + pressure (run, rank))
        if stretched < 0.25 * excess (run, rank):
            yield finding["text"], ("%.4g s in user code, the others %.4g s; %.4g s to explain"
                                    % (user, usual, excess (run, rank)))


@rule
def less_than_half (run):
    for finding in said_of_slowest (run, "unexplained", "of the difference is computing"):
        own = computing (run, finding["rank"])
        usual = others (run, finding["rank"], lambda r: computing (run, r))
        if run.split or own is None:
            continue
        if (finding["value"] > 2) != (finding["reference"] <= finding["share"]):
            yield finding["text"], "%(reference)g s, the others %(share)g s" % finding
        if finding["reference"] < 0.999 * own - MS or finding["share"] > 1.001 * usual + MS:
            yield finding["text"], "%.4g s, the others %.4g s" % (own, usual)


@rule
def waits_longer (run):
    """A rank that waits for a processor waits longer than the others do outside
    MPI, beyond what its own processor time makes of the same machine."""
    for finding in said_of_slowest (run, "cpu_wait"):
        rank = finding["rank"]
        wall = run.judged[rank]["wall_s"]
        wait = count (run.main[rank], "os::WAIT_TIME")
        own, usual = waiting (run, rank), others (run, rank, lambda r: waiting (run, r))
        if wait is None or usual is None:
            yield finding["text"], "waiting was not measured"
            continue
        if finding["value"] > own / wall + 2e-3:
            yield finding["text"], "%.4g s of %.4g s outside MPI" % (own, wall)
        if own - usual < max (0.1 * own, 0.02 * wall) - MS:
            yield finding["text"], ("outside MPI the others wait %.1f %% of it"
                                    % (100 * usual / max (own, 1e-9)))


def blocked (run, rank):
    """Blocked time of a main thread outside MPI, at most."""
    wait = waiting (run, rank) if count (run.main[rank], "mpi::WAIT_TIME") is not None else 0
    cpu = computing (run, rank) if count (run.main[rank], "mpi::CPU_TIME") is not None else 0
    row = run.main[rank]
    left = run.judged[rank]["wall_s"] - (count (row, "os::WAIT_TIME") or 0) \
        - (processor_time (row) or 0)
    return min (left, run.judged[rank]["useful_s"] - (wait or 0) - (cpu or 0))


@rule
def blocked_difference (run):
    """Blocked time is what is left of useful time."""
    for finding in said_of_slowest (run, "blocked"):
        most = blocked (run, finding["rank"])
        if finding["value"] > most * 1.001 + MS:
            yield finding["text"], "%.4g s are not on or before a processor" % most


def tick_error (row):
    return 0.012 + 3 * math.sqrt (0.004 * max (count (row, "os::SYSTEM_TIME") or 0, 0))


def more_processor (run, rank):
    """Processor time that a rank has more than the others outside MPI."""
    own, usual = computing (run, rank), others (run, rank,
                                                lambda r: computing (run, r))
    return 0 if None in (own, usual) else own - usual


@rule
def kernel_difference (run):
    for finding in said_of_slowest (run, "kernel"):
        rank = finding["rank"]
        own = count (run.main[rank], "os::SYSTEM_TIME")
        usual = others (run, rank, lambda r: count (run.main[r], "os::SYSTEM_TIME"))
        if own is None or not near (finding["value"], own - usual, 1e-3, MS):
            yield finding["text"], "%s s, the others %s s" % (own, usual)
        elif own - usual <= tick_error (run.main[rank]):
            yield finding["text"], ("ticks err by %.3g s"
                                    % tick_error (run.main[rank]))
        elif own - usual > 1.01 * max (excess (run, rank), more_processor (run, rank)) \
                + tick_error (run.main[rank]):
            yield finding["text"], "of a difference of %.4g s" % excess (run, rank)


# ---- costs ------------------------------------------------------------------

@rule
def cost_of_account (run):
    """Nothing costs more than there is, and what is said of it is that."""
    account = run.job.get ("account")
    for finding in run.findings if account else []:
        cost, whole = finding.get ("cost_s"), account["whole_s"]
        # Ranks that ended early lost the rest of the run.
        known = run.job.get ("efficiency") or {}
        whole = max (whole, (known.get ("ranks") or 0) * (known.get ("runtime") or 0))
        if cost is None:
            continue
        if not 0 <= cost <= whole * (1 + 1e-9):
            yield "%s costs %.4g s" % (finding["text"], cost), "of %.4g s" % whole
        said = re.search (r"which costs .*?, ([\d.e+-]+) % of all time", finding["text"])
        if said and not is_rounded (said.group (1), 100 * cost / whole):
            yield finding["text"], "%.4g s of %.4g s" % (cost, whole)


@rule
def cost_of_slow_rank (run):
    """Each other rank waits for one no longer than that is longer outside MPI, nor for
    a cause longer than that takes; causes cost no more than the rank."""
    finding = run.first ("slowest")
    if not finding or finding.get ("cost_s") is None:
        return
    useful = run.judged[finding["rank"]]["useful_s"]
    most = sum (max (0, useful - r["useful_s"]) for r in run.judged.values ())
    if finding["cost_s"] > most * 1.001 + MS:
        yield finding["text"], "the others are longer in MPI by %.4g s" % most
    causes = [f for name in CAUSES for f in said_of_slowest (run, name)
              if f.get ("cost_s") is not None]
    whole = sum (f["cost_s"] for f in causes)
    if whole > finding["cost_s"] * 1.001 + MS:
        yield finding["text"], "its causes cost %.4g s" % whole
    for cause in causes:
        if cause["rule"] == "blocked" \
                and cause["cost_s"] > cause["value"] * (len (run.judged) - 1) * 1.001 + MS:
            yield cause["text"], "that costs %.4g s" % cause["cost_s"]


CAUSES = ("work", "ipc", "clock", "cpu_wait", "blocked", "kernel", "unexplained")


@rule
def in_turns (run):
    """The useful times of all ranks in runs."""
    for finding in run.by_rule["serial"]:
        times = [r["useful_s"] for r in run.judged.values ()]
        whole = max (r["wall_s"] for r in run.judged.values ())
        if not near (finding["value"], sum (times) / whole) \
                or finding["reference"] != len (times):
            yield finding["text"], "%.4g runs of %d ranks" % (sum (times) / whole,
                                                             len (times))
        if run.by_rule["slowest"]:
            yield finding["text"], run.by_rule["slowest"][0]["text"]
        yield from at_a_time (run, finding, sum (times), whole)


def at_a_time (run, finding, worked, whole):
    """Those at work do not wait for processors, or others poll beside them."""
    at_work = sum (waiting (run, rank) or 0 for rank in run.judged)
    parts = account_parts (run.job["account"])
    outside, inside = parts.get ("waiting", 0), parts.get ("mpi_waiting", 0)
    if at_work <= 0.151 * (at_work + inside) + MS \
            and parts.get ("mpi_running", 0) >= 0.49 * whole:
        if not 0.69 <= (worked - at_work) / whole <= 1.61:
            yield finding["text"], "they work for %.4g s" % (worked - at_work)
        return
    if at_work > 0.101 * worked + MS:
        yield finding["text"], "they wait %.4g s for processors outside MPI" % at_work
    ranks = finding["reference"]
    apart = ranks * (worked - outside) / max (1e-9, whole * ranks - outside - inside)
    if not 0.69 <= apart <= 1.61:
        yield finding["text"], "%.4g runs but for waiting for processors" % apart


# ---- MPI --------------------------------------------------------------------

@rule
def time_in_mpi (run):
    """The share of the slowest rank in MPI, and of the function named."""
    finding = run.first ("in_mpi")
    if not finding:
        return
    slow = max (run.judged.values (), key=lambda r: r["useful_s"])
    inside = slow["wall_s"] - slow["useful_s"]
    whole = max (r["wall_s"] for r in run.judged.values ())
    if not near (finding["share"], inside / whole, 1e-6):
        yield finding["text"], "rank %d is %.4g s in MPI" % (slow["rank"], inside)
    most = sum (min (inside, r["wall_s"] - r["useful_s"]) for r in run.judged.values ())
    if finding.get ("cost_s") is not None and finding["cost_s"] > most * (1 + 1e-6):
        yield finding["text"], "that costs %.4g s at most" % most
    table = {f["function"]: f for f in run.job.get ("mpi", [])}
    named = table.get (finding.get ("subject"))
    if not named:
        return
    whole = sum (f["time_s"] for f in table.values ())
    if named["time_s"] < max (f["time_s"] for f in table.values ()) - 1e-9 \
            or not near (finding["value"], named["time_s"] / whole, 1e-6):
        yield finding["text"], "%.4g s of %.4g s" % (named["time_s"], whole)
    if finding.get ("reference") is not None:
        size = mean_size (named, run.job.get ("message_sizes", []))
        if size is not None and not near (finding["reference"], size):
            yield finding["text"], "%.6g bytes a call" % size


def mean_size (function, sizes=()):
    if function["function"] == "MPI_Startall":
        started = [s for s in sizes if s["kind"] == "started"]
        return sum (s["bytes"] for s in started) / sum (s["messages"] for s in started) \
            if started else None
    sent, received = function.get ("sent"), function.get ("received")
    if sent is None and received is None or not function["calls"]:
        return None
    if re.match ("MPI_I?[Bb]cast", function["function"]):
        return ((sent or 0) + (received or 0)) / function["calls"]
    return (sent if sent is not None else received) / function["calls"]


@rule
def table_of_functions (run):
    """Times and calls of functions make those of all."""
    for f in run.job.get ("mpi", []):
        if f["time_max_s"] > f["time_s"] + 1e-9 or f["longest_s"] > f["time_max_s"] + 1e-9 \
                or f["shortest_s"] > f["longest_s"] + 1e-9:
            yield "%s: %s" % (f["function"], f), "a part is larger than its whole"
    events = [run.events.get ("mpi::" + n) for n in ("TIME", "IO_TIME")]
    parts = sum (f["time_s"] for f in run.job.get ("mpi", []))
    if all (e and e["total"] is not None for e in events) and run.job.get ("mpi"):
        whole = sum (e["total"] for e in events) * 1e-9
        if not near (parts, whole, 1e-6, 1e-6):
            yield "functions take %.6g s" % parts, "mpi::TIME and IO_TIME are %.6g s" % whole


@rule
def time_in_mpi_of_rank (run):
    for row in list (run.judged.values ()):
        if row["mpi_s"] > row["wall_s"] + MS:
            yield ("rank %d is %.6g s in MPI" % (row["rank"], row["mpi_s"]),
                   "it ran for %.6g s" % row["wall_s"])


# ---- out of line ------------------------------------------------------------

@rule
def migrating_rank (run):
    for finding in run.by_rule["migrating"]:
        row = next (r for r in run.ranks if r["rank"] == finding["rank"])
        moves = count (row, "os::CPU_MIGRATIONS", 1)
        if moves != finding["value"]:
            yield finding["text"], "it moved %s times" % moves


PROFILE = {"useful": lambda r: r.get ("useful_s"), "cpu": None,
           "memory": lambda r: count (r, "os::PEAK_MEMORY", 1)}


@rule
def rank_out_of_line (run):
    for finding in run.by_rule["rank_outlier"]:
        value = PROFILE.get (finding.get ("subject"))
        if not value:
            continue
        rows = {r["rank"]: value (r) for r in run.ranks if r["status"] == "complete"}
        rows = {k: v for k, v in rows.items () if v is not None}
        usual = statistics.median (rows.values ())
        if not near (rows[finding["rank"]], finding["value"], 1e-6) \
                or not near (usual, finding["reference"], 1e-6):
            yield finding["text"], "%.6g, median %.6g" % (rows[finding["rank"]], usual)
