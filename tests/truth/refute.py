#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Refute what hpmagg says of a result file with the numbers of the same file.

usage: refute.py HPMAGG FILE...

Every rule looks at one kind of sentence and prints what was said beside what
the file's other numbers make of it.  Exit status 1 if anything was refuted.
"""

import collections
import concurrent.futures
import json
import math
import os
import re
import statistics
import subprocess
import sys

RULES = {}          # name: function (run) that yields (said, found)
NOT_OWN = ("mpi", "children")   # roles of rows that are no threads of the program
MS = 1e-3


def rule (function):
    RULES[function.__name__] = function
    return function


def of_run (rows):
    """Those of the first region, which is the whole run."""
    return [r for r in rows if r.get ("region") in (None, rows[0].get ("region"))]


class Run:
    """A result file: the job's JSON, rows of hosts, ranks and threads, and the
    printed summary in one line."""

    def __init__ (self, job, hosts, ranks, threads, text):
        self.job, self.hosts, self.ranks, self.threads = job, hosts, ranks, threads
        self.lines = text.split ("\n")
        self.text = " ".join (text.split ())
        self.run = job["run"]
        self.events = {e["name"]: e for e in of_run (job["events"])}
        self.metrics = {m["name"]: m for m in of_run (job["metrics"])}
        self.findings = job.get ("verdict", []) + job.get ("outliers", [])
        self.by_rule = collections.defaultdict (list)
        for finding in self.findings:
            self.by_rule[finding["rule"]].append (finding)
        self.of_rank = collections.defaultdict (list)
        for thread in threads:
            self.of_rank[thread["rank"]].append (thread)
        self.main = {rank: next ((t for t in rows if t["role"] == "main"), None)
                     for rank, rows in self.of_rank.items ()}
        self.split = self.run.get ("mpi_mode") == "split"
        self.joined = "runs" in job or "joined" in job
        self.has_children = any (t["role"] == "children" for t in threads)
        self.judged = {r["rank"]: r for r in ranks
                       if r["status"] == "complete" and r.get ("useful_s") is not None}

    def option (self, name):
        found = re.search ("^%s=(.*)$" % name, self.run.get ("options") or "", re.M)
        return found.group (1) if found else ""

    def first (self, name):
        return (self.by_rule[name] or [None])[0]


def count (row, name, scale=1e-9):
    """A count of a row, in seconds unless said otherwise; None if there is none."""
    value = row["counts"].get (name) if row else None
    return None if value is None else value * scale


def processor_time (row):
    whole = count (row, "os::CPU_TIME")
    if whole is not None:
        return whole
    parts = [count (row, "os::USER_TIME"), count (row, "os::SYSTEM_TIME")]
    return None if None in parts else sum (parts)


def computing (run, rank):
    """Processor time outside MPI of a main thread, at most."""
    cpu = processor_time (run.main.get (rank))
    return None if cpu is None else min (cpu, run.judged[rank]["useful_s"])


def others (run, rank, value):
    values = [value (r) for r in run.judged if r != rank]
    values = [v for v in values if v is not None]
    return statistics.median (values) if values else None


def near (a, b, relative=1e-6, absolute=1e-9):
    return abs (a - b) <= max (absolute, relative * max (abs (a), abs (b)))


def is_rounded (text, value):
    """Whether the text is the value, rounded to its last digit."""
    digits, _, exponent = text.partition ("e")
    places = len (digits.partition (".")[2])
    return abs (float (text) - value) <= 0.501 * 10 ** (int (exponent or 0) - places)


# ---- efficiencies -----------------------------------------------------------

@rule
def efficiency_of_ranks (run):
    """Balance, communication and their product, from the ranks' useful times."""
    found, useful = run.job.get ("efficiency"), run.judged
    if not found or not useful or found.get ("parallel") is None:
        return
    times = [r["useful_s"] for r in useful.values ()]
    mean, most = statistics.fmean (times), max (times)
    whole = max (r["wall_s"] for r in useful.values ())
    expected = {"load_balance": mean / most, "communication": most / whole,
                "parallel": mean / whole, "useful_mean": mean, "useful_max": most,
                "runtime": whole, "ranks": len (times)}
    for name, value in expected.items ():
        if found[name] is not None and not near (found[name], value, 1e-6):
            yield "%s %.6g" % (name, found[name]), "the ranks make %.6g" % value


@rule
def efficiency_sentence (run):
    """The sentence has the numbers of the efficiencies."""
    finding, found = run.first ("efficiency"), run.job.get ("efficiency")
    if not finding:
        return
    numbers = re.match (r"efficiency ([\d.]+) = balance ([\d.]+) x "
                        r"communication ([\d.]+)", finding["text"])
    for said, name in zip (numbers.groups (),
                           ("parallel", "load_balance", "communication")):
        if abs (float (said) - found[name]) > 0.0051:
            yield finding["text"], "%s is %.4f" % (name, found[name])


@rule
def good_account (run):
    """Good is said of a run that neither waits nor idles."""
    finding = run.first ("efficiency")
    if not finding or "(good)" not in finding["text"]:
        return
    for name in ("oversubscribed", "cpu_wait", "slowest", "in_mpi"):
        if run.by_rule[name]:
            yield finding["text"], run.by_rule[name][0]["text"]
    shares = dict (time_shares (run))
    lost = shares.get ("idle", 0) + shares.get ("waiting for a processor", 0)
    if lost > 10.1:
        yield finding["text"], "%.1f %% of the time of threads is idle or waiting" % lost


@rule
def threads_on_processors (run):
    """The efficiency of threads, from the lives of all of them."""
    value = (run.job.get ("efficiency") or {}).get ("threads")
    if value is None:
        return
    used = offered = 0
    for row in run.threads:
        if row["role"] in NOT_OWN or row["rank"] not in run.judged:
            continue
        life = row["wall_s"] if row["role"] == "main" else count (row, "os::WALL_TIME")
        outside = (life or 0) - (row.get ("mpi_s") or 0)
        used += min (processor_time (row) or 0, max (outside, 0))
        offered += max (outside, 0)
    # Counters that were split tell more than the rows of threads do.
    share = used / offered if offered else 0
    if value > share + 0.02 or (not run.split and value < share - 0.02):
        yield ("threads: %.2f of their time outside MPI on a processor" % value,
               "%.4g s of %.4g s: %.2f" % (used, offered, share))


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
    if useful < most - 1e-9:
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
        if own is None or usual is None:
            continue
        stretched = (own - usual) * (1 + pressure (run, rank))
        if stretched < 0.25 * excess (run, rank):
            yield finding["text"], ("%.4g s of processor time, the others %.4g s; "
                                    "%.4g s to explain"
                                    % (own, usual, excess (run, rank)))


@rule
def less_than_half (run):
    for finding in said_of_slowest (run, "unexplained", "less than half"):
        own = computing (run, finding["rank"])
        usual = others (run, finding["rank"], lambda r: computing (run, r))
        if run.split or own is None:
            continue
        if not near (finding["reference"], own, 1e-3, MS) \
                or not near (finding["share"], usual, 1e-3, MS):
            yield finding["text"], "%.4g s, the others %.4g s" % (own, usual)


@rule
def waits_longer (run):
    """A rank that waits for a processor waits longer than the others do, beyond
    what its own processor time makes of the same machine."""
    for finding in said_of_slowest (run, "cpu_wait"):
        rank = finding["rank"]
        wall = run.judged[rank]["wall_s"]
        wait = count (run.main[rank], "os::WAIT_TIME")
        usual = others (run, rank, lambda r: count (run.main[r], "os::WAIT_TIME"))
        if wait is None or usual is None:
            yield finding["text"], "waiting was not measured"
            continue
        if not near (finding["value"], wait / wall, 2e-3, 1e-3):
            yield finding["text"], "%.4g s of %.4g s" % (wait, wall)
        if wait - usual < max (0.1 * wait, 0.02 * wall) - 1e-9:
            yield finding["text"], ("the others wait %.1f %% of it"
                                    % (100 * usual / wall))


@rule
def blocked_difference (run):
    """Blocked time is what is left of useful time, and no more than the excess."""
    for finding in said_of_slowest (run, "blocked"):
        rank = finding["rank"]
        row = run.main[rank]
        wait, cpu = count (row, "os::WAIT_TIME") or 0, processor_time (row)
        left = run.judged[rank]["wall_s"] - wait - cpu
        if finding["value"] > min (run.judged[rank]["useful_s"], left) * 1.001 + MS:
            yield finding["text"], "%.4g s are not on or before a processor" % left
        if finding["value"] > 1.01 * excess (run, rank) + MS:
            yield finding["text"], "of a difference of %.4g s" % excess (run, rank)


def tick_error (row):
    return 0.012 + 3 * math.sqrt (0.004 * max (count (row, "os::SYSTEM_TIME") or 0, 0))


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
        elif own - usual > 1.01 * excess (run, rank) + MS:
            yield finding["text"], "of a difference of %.4g s" % excess (run, rank)


# ---- MPI --------------------------------------------------------------------

@rule
def time_in_mpi (run):
    """The share of the slowest rank in MPI, and of the function named."""
    finding, found = run.first ("in_mpi"), run.job.get ("efficiency")
    if not finding:
        return
    if not near (finding["share"], 1 - found["communication"], 1e-6):
        yield finding["text"], "communication is %.4f" % found["communication"]
    table = {f["function"]: f for f in run.job.get ("mpi", [])}
    named = table.get (finding.get ("subject"))
    if not named:
        return
    whole = sum (f["time_s"] for f in table.values ())
    if named["time_s"] < max (f["time_s"] for f in table.values ()) - 1e-9 \
            or not near (finding["value"], named["time_s"] / whole, 1e-6):
        yield finding["text"], "%.4g s of %.4g s" % (named["time_s"], whole)
    if finding.get ("reference") is not None:
        size = mean_size (named)
        if size is not None and not near (finding["reference"], size):
            yield finding["text"], "%.6g bytes a call" % size


def mean_size (function):
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
    if all (e and e["sum"] is not None for e in events) and run.job.get ("mpi"):
        whole = sum (e["sum"] for e in events) * 1e-9
        if not near (parts, whole, 1e-6, 1e-6):
            yield "functions take %.6g s" % parts, "mpi::TIME and IO_TIME are %.6g s" % whole


@rule
def time_in_mpi_of_rank (run):
    for row in list (run.judged.values ()):
        if row["mpi_s"] > row["wall_s"] + MS:
            yield ("rank %d is %.6g s in MPI" % (row["rank"], row["mpi_s"]),
                   "it ran for %.6g s" % row["wall_s"])


# ---- waiting, processors ----------------------------------------------------

@rule
def all_wait (run):
    finding = run.first ("oversubscribed")
    if not finding:
        return
    rows = [(count (m, "os::WAIT_TIME"), r["wall_s"]) for r in run.ranks
            for m in [run.main.get (r["rank"])] if m]
    rows = [(w, t) for w, t in rows if w is not None and t]
    share = sum (w for w, _ in rows) / sum (t for _, t in rows) if rows else 0
    if not near (finding["value"], share, 2e-3, 1e-3):
        yield finding["text"], "they wait %.1f %%" % (100 * share)


def busy_threads (run, host):
    """Threads that ran or waited for a tenth of the run."""
    wanted = 0
    for row in run.threads:
        rank = next ((r for r in run.ranks if r["rank"] == row["rank"]), None)
        if row["role"] in NOT_OWN or not rank or row.get ("host") != host:
            continue
        time = (processor_time (row) or 0) + (count (row, "os::WAIT_TIME") or 0)
        wanted += processor_time (row) is None or time >= 0.0999 * rank["wall_s"]
    return wanted


@rule
def busier_than_processors (run):
    """So many threads want a processor, and there are fewer."""
    for finding in run.by_rule["crowded"]:
        busy = busy_threads (run, finding["host"])
        if finding["value"] > busy or finding["value"] <= finding["reference"]:
            yield finding["text"], "%d threads wanted one" % busy


@rule
def oversubscribed_by_itself (run):
    for finding in run.by_rule["oversubscribed"] + run.by_rule["cpu_wait"]:
        if "(oversubscribed)" in finding["text"] and not run.by_rule["crowded"]:
            yield finding["text"], "on no host are more threads than processors"


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


# ---- where the time went ----------------------------------------------------

def time_shares (run):
    """(part, per cent), of the lines below the heading up to an empty one."""
    heading = re.compile (r"where the time went \([^ ]+ s of thread time\)")
    start = next ((i for i, l in enumerate (run.lines) if heading.search (l)), None)
    if start is None:
        return
    end = next ((i for i in range (start, len (run.lines)) if not run.lines[i].strip ()),
                len (run.lines))
    text = heading.split (" ".join (run.lines[start:end]))[1]
    for name, share in re.findall (r"([a-z][a-z ]*?) (-?[\d.]+) %", text):
        yield name.strip (), float (share)


@rule
def shares_of_time (run):
    """They add up to 100, and none is negative or beside its event."""
    shares = dict (time_shares (run))
    if not shares:
        return
    if abs (sum (shares.values ()) - 100) > 0.051 * len (shares) \
            or min (shares.values ()) < 0:
        yield "where the time went: %s" % shares, "%.1f %%" % sum (shares.values ())
    names = {"user": "os::USER_TIME", "system": "os::SYSTEM_TIME",
             "waiting for a processor": "os::WAIT_TIME"}
    wall = (run.events.get ("os::WALL_TIME") or {}).get ("sum")
    for name, event in names.items ():
        part = (run.events.get (event) or {}).get ("sum")
        if wall and part is not None and name in shares \
                and abs (shares[name] - 100 * part / wall) > 0.4:
            yield "%s %.1f %%" % (name, shares[name]), "%.2f %%" % (100 * part / wall)


@rule
def known_of_children (run):
    """Of processes counted as one nobody knows how long they lived or waited."""
    if not run.has_children:
        return
    for name in dict (time_shares (run)):
        yield "where the time went: %s" % name, "with the children's"
    for row in run.threads:
        if row["role"] != "children":
            continue
        if count (row, "os::WAIT_TIME") is not None:
            yield ("children of rank %d wait %.4g s"
                   % (row["rank"], count (row, "os::WAIT_TIME")), "no clock tells")
        for name in set (row.get ("rating", {})) - {"system_share"}:
            yield ("children of rank %d: %s is %s" % (row["rank"], name,
                                                     row["rating"][name]),
                   "how long they lived is not known")


@rule
def memory_of_children (run):
    for row in run.threads:
        if row["role"] == "children" and count (row, "os::PEAK_MEMORY", 1) == 0 \
                and (processor_time (row) or 0) > 0:
            yield "children of rank %d: peak memory 0" % row["rank"], "they ran"


# ---- clocks -----------------------------------------------------------------

@rule
def parts_of_processor_time (run):
    for row in run.threads:
        whole = count (row, "os::CPU_TIME")
        parts = [count (row, "os::USER_TIME"), count (row, "os::SYSTEM_TIME")]
        if whole is None or None in parts or row["role"] == "children":
            continue
        if abs (sum (parts) - whole) > 50e-6:
            yield (place (row) + ": user and system %.6f s" % sum (parts),
                   "%.6f s of processor time" % whole)


def place (row):
    return "rank %d, thread %s" % (row["rank"], row.get ("thread", "-"))


@rule
def processor_within_life (run):
    """No thread is longer on and before processors than it lived."""
    for row in run.threads:
        cpu, wait = processor_time (row), count (row, "os::WAIT_TIME") or 0
        life = count (row, "os::WALL_TIME")
        if cpu is None or life is None or row["role"] == "children":
            continue
        if cpu > life + 50e-6:
            yield place (row) + ": %.6f s on a processor" % cpu, "in %.6f s" % life
        elif cpu + wait > life + 0.02 * life + MS:
            yield (place (row) + ": %.6f s on a processor, %.6f s before one"
                   % (cpu, wait), "in %.6f s" % life)


@rule
def not_negative (run):
    for row in run.threads + run.ranks:
        for name in ("wall_s", "useful_s", "mpi_s"):
            if (row.get (name) or 0) < 0:
                yield place (row) + ": %s %.6g" % (name, row[name]), "time runs on"
        for name, value in row["counts"].items ():
            if value is not None and value < 0 and name.split ("::")[0] in ("os", "mpi"):
                yield place (row) + ": %s %d" % (name, value), "no count is negative"


@rule
def useful_of_main_thread (run):
    """The useful time of a rank is that of its main thread."""
    for row in run.ranks:
        main = run.main.get (row["rank"])
        for name in ("wall_s", "useful_s", "mpi_s"):
            if main and row.get (name) is not None and main.get (name) is not None \
                    and abs (row[name] - main[name]) > 1e-6:
                yield ("rank %d: %s %.6f" % (row["rank"], name, row[name]),
                       "its main thread has %.6f" % main[name])


# ---- aggregates -------------------------------------------------------------

def is_peak (name):
    return name == "os::PEAK_MEMORY"


def counted (rows, name):
    values = [(r["counts"].get (name), r["rank"]) for r in rows]
    return [(v, rank) for v, rank in values if v is not None]


@rule
def rank_of_threads (run):
    """A rank's count is its threads'."""
    for row in run.ranks:
        own = [t for t in run.of_rank[row["rank"]] if t["role"] != "mpi"]
        for name, value in row["counts"].items ():
            values = [v for v, _ in counted (own, name)]
            if value is None or not values or name not in run.events:
                continue
            made = max (values) if is_peak (name) else sum (values)
            if not near (made, value, 1e-9, 0.5) and run.events[name].get ("source") != "node":
                yield "rank %d: %s %s" % (row["rank"], name, value), "its threads: %s" % made


@rule
def events_of_ranks (run):
    """Sum, mean, least and greatest of an event, and who has them."""
    for name, event in run.events.items ():
        values = counted (run.ranks, name)
        if not values or event.get ("ranks") != len (values) or event.get ("projected"):
            continue
        by_rank = {rank: v for v, rank in values}
        numbers = list (by_rank.values ())
        expected = {"sum": sum (numbers), "mean": statistics.fmean (numbers),
                    "min": min (numbers), "max": max (numbers)}
        for what, value in expected.items ():
            if event.get (what) is not None and not near (event[what], value, 1e-9, 0.51):
                yield "%s: %s %s" % (name, what, event[what]), "the ranks make %s" % value
        for what in ("min", "max"):
            rank = event.get (what + "_rank")
            if rank is not None and not near (by_rank.get (rank, math.inf),
                                              expected[what], 1e-9, 0.51):
                yield "%s: %s at rank %s" % (name, what, rank), "it has %s" % by_rank.get (rank)


@rule
def metrics_of_ranks (run):
    for name, metric in run.metrics.items ():
        values = {r["rank"]: r["metrics"].get (name) for r in run.ranks}
        values = {k: v for k, v in values.items () if v is not None}
        if not values or metric.get ("ranks") != len (values):
            continue
        numbers = list (values.values ())
        expected = {"mean": statistics.fmean (numbers), "min": min (numbers),
                    "max": max (numbers)}
        for what, value in expected.items ():
            if metric.get (what) is not None and not near (metric[what], value, 1e-9):
                yield "%s: %s %.9g" % (name, what, metric[what]), "the ranks make %.9g" % value


@rule
def totals_of_shares (run):
    """A share of all ranks together lies between those of the ranks."""
    for name, metric in run.metrics.items ():
        if metric.get ("unit") != "%" or metric.get ("total") is None \
                or metric.get ("min") is None or metric.get ("ranks_missing"):
            continue
        if not metric["min"] - 1e-6 <= metric["total"] <= metric["max"] + 1e-6:
            yield ("%s: total %.6g" % (metric.get ("title", name), metric["total"]),
                   "ranks have %.6g to %.6g" % (metric["min"], metric["max"]))


@rule
def hosts_of_ranks (run):
    for host in run.hosts:
        rows = [r for r in run.ranks if r.get ("host") == host["host"]]
        for name, value in host["counts"].items ():
            values = [v for v, _ in counted (rows, name)]
            if value is None or len (values) != host["ranks"]:
                continue
            if not near (sum (values), value, 1e-9, 0.5):
                yield "host %s: %s %s" % (host["host"], name, value), \
                    "its ranks: %s" % sum (values)


@rule
def printed_table (run):
    """Totals and means of the printed table are those of the metrics, whose unit
    did not change."""
    for metric in run.metrics.values ():
        title, unit = metric.get ("title"), metric.get ("unit") or ""
        for line in run.lines:
            found = re.match (r"[ !*?]{0,2}%s  +%s +(~?[-\d.,e+]+) +(~?[-\d.,e+]+) "
                              % (re.escape (title or "?"), re.escape (unit)), line)
            if not found or metric.get ("mean") is None:
                continue
            said = found.group (2).lstrip ("~").replace (",", "")
            if said != "-" and not is_rounded (said, metric["mean"]):
                yield line, "the mean is %.6g" % metric["mean"]
            break


# ---- what is known of what --------------------------------------------------

@rule
def quality_of_metrics (run):
    """A metric of an incomplete run is not exact, nor one over such an event."""
    of = {"user_time": "os::USER_TIME", "mpi_time": "mpi::TIME",
          "cpu_migrations": "os::CPU_MIGRATIONS"}
    for name, event in of.items ():
        metric, source = run.metrics.get (name), run.events.get (event)
        if metric and source and metric["mean"] is not None \
                and metric["quality"] == "exact" and source["quality"] != "exact":
            yield "%s is exact" % name, "%s is %s" % (event, source["quality"])


@rule
def value_and_quality (run):
    for row in run.hosts + run.job["metrics"] + run.job["events"]:
        value = next ((row[k] for k in ("total", "sum", "mean", "value")
                       if row.get (k) is not None), None)
        if row.get ("quality") == "unavailable" and value is not None:
            yield "%s is unavailable" % row.get ("name"), "its value is %s" % value


@rule
def ended_early (run):
    said = re.search (r"(\d+) of (\d+) ranks left no record, (\d+) (ended early|did not)",
                      run.text)
    if not said:
        return
    missing = sum (r["status"] == "missing" for r in run.ranks)
    partial = sum (r["status"] == "partial" for r in run.ranks)
    if [int (g) for g in said.groups ()[:3]] != [missing, len (run.ranks), partial]:
        yield said.group (0), "%d missing, %d partial" % (missing, partial)
    if "RECOVERED" in run.text and partial and said.group (4) == "ended early":
        yield said.group (0), "snapshots do not tell whether it ended"


@rule
def inside_mpi (run):
    """Nobody is inside a function for no time."""
    said = re.search (r"inside (MPI_\w+) for 0\.0 s", run.text)
    if said:
        yield said.group (0), "it was there when the snapshot was taken"


@rule
def not_judged (run):
    for finding in run.by_rule["not_timed"]:
        said = re.match (r"(\d+) of (\d+) ranks have no complete record", finding["text"])
        if said and int (said.group (1)) == int (said.group (2)) \
                and (run.by_rule["efficiency"] or run.by_rule["slowest"]):
            yield finding["text"], "then they are judged"
        incomplete = sum (r["status"] != "complete" for r in run.ranks)
        if said and int (said.group (1)) != incomplete:
            yield finding["text"], "%d are not complete" % incomplete


@rule
def advice_not_followed (run):
    """No advice to use the option that was just used."""
    for option, words in (("split", "hpmrun --mpi=split"), ("time", "--mpi=time does")):
        if words in run.text and run.option ("HPM_MPI") == option:
            yield words, "HPM_MPI=%s" % run.option ("HPM_MPI")
    groups = run.option ("HPM_GROUPS").split (",")
    for group in re.findall (r"hpmrun -g (\w+)", run.text):
        if group in groups:
            yield "hpmrun -g " + group, "HPM_GROUPS=" + run.option ("HPM_GROUPS")


# ---- files ------------------------------------------------------------------

class Unreadable (Exception):
    pass


def ask (hpmagg, *arguments):
    environment = dict (os.environ, LC_ALL="C", COLUMNS="")
    done = subprocess.run ([hpmagg, *arguments], stdin=subprocess.DEVNULL,
                           capture_output=True, text=True, timeout=120,
                           env=environment, errors="replace")
    if done.returncode:
        raise Unreadable (done.stderr.strip ())
    return done.stdout


def read (hpmagg, path):
    rows = {}
    for per in ("job", "host", "rank", "thread"):
        rows[per] = json.loads (ask (hpmagg, "--format=json", "--metrics", "--per=" + per,
                                     path))
    return Run (rows["job"], rows["host"].get ("host", []),
                rows["rank"].get ("rank", []), rows["thread"].get ("thread", []),
                ask (hpmagg, path))


def refute (run):
    """(name of the rule, said, found) of all that is refuted."""
    return [(name, said, found) for name, test in RULES.items ()
            for said, found in test (run)]


def judge_file (hpmagg, path):
    try:
        return path, refute (read (hpmagg, path)), None
    except Unreadable as error:
        return path, [], str (error)


def main (arguments):
    if len (arguments) < 2:
        sys.exit (__doc__)
    hpmagg, paths = arguments[0], arguments[1:]
    sums, read_files, unread = collections.Counter (), 0, 0
    with concurrent.futures.ThreadPoolExecutor (os.cpu_count ()) as pool:
        for path, refuted, error in pool.map (lambda p: judge_file (hpmagg, p), paths):
            unread += error is not None
            read_files += error is None
            if error is not None:
                print ("%s: not read: %s" % (path, error))
            for name, said, found in refuted:
                sums[name] += 1
                print ("%s: %s: said: %s; but: %s" % (path, name, said, found))
    print ("# %d files, %d not read, %d sentences refuted%s"
           % (read_files, unread, sum (sums.values ()),
              "".join ("; %s %d" % pair for pair in sums.most_common ())))
    return 1 if sums else 0


if __name__ == "__main__":
    sys.exit (main (sys.argv[1:]))
