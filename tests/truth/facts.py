# SPDX-License-Identifier: BSD-3-Clause
"""What a result file says, in a form that rules can look at."""

import collections
import re
import statistics

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
    printed summary in one line, which tells all or, without `full`, what matters."""

    def __init__ (self, job, hosts, ranks, threads, text, full=True):
        self.full = full
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
        for row in ranks + threads:     # processors stand where ranks do
            row.setdefault ("rank", row.get ("processor"))
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


def own_cost (run, rank):
    """What timing calls took on a rank, outside the times of calls, in seconds."""
    for row in run.ranks:
        if row["rank"] == rank and "account" in row:
            return sum (p["time_s"] for p in row["account"]["parts"]
                        if p["part"] == "own")
    return 0


def outside (run, rank, whole, inside):
    """What a clock of a main thread has outside MPI, at most, in seconds."""
    row, useful = run.main.get (rank), run.judged[rank]["useful_s"]
    value = processor_time (row) if whole == "os::CPU_TIME" else count (row, whole)
    known = count (row, inside)
    if value is None:
        return None
    if whole == "os::CPU_TIME":
        known = (known or 0) + own_cost (run, rank)
    return max (0, min (value - (known or 0), useful))


def computing (run, rank):
    return outside (run, rank, "os::CPU_TIME", "mpi::CPU_TIME")


def waiting (run, rank):
    most = outside (run, rank, "os::WAIT_TIME", "mpi::WAIT_TIME")
    if most is None or not run.split or count (run.main[rank], "mpi::CPU_TIME") is None:
        return most
    # What was on a processor there, to the nanosecond, did not wait for one.
    return max (0, min (most, run.judged[rank]["useful_s"] - (computing (run, rank) or 0)))


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


def time_shares (run):
    """(place, part, per cent), of the indented lines below the heading;
    the part is None for the share of a place."""
    heading = re.compile (r"where the time went \([^ ]+ s of thread time\)")
    start = next ((i for i, l in enumerate (run.lines) if heading.search (l)), None)
    if start is None:
        return
    end = next ((i for i in range (start + 1, len (run.lines))
                 if not run.lines[i].startswith ("  ")), len (run.lines))
    lines = re.sub (r"\n    +", " ", "\n".join (run.lines[start + 1:end])).split ("\n")
    for line in lines:
        place, _, parts = line.strip ().rpartition (": ")
        whole = re.match (r"(.*?) ([\d.]+) %(?: \(.*\))?$", place)
        if whole:
            yield whole.group (1), None, float (whole.group (2))
        for name, share in re.findall (r"([A-Za-z][A-Za-z ]*?) (-?[\d.]+) %", parts):
            yield whole.group (1) if whole else "", name.strip (), float (share)


def account_parts (account):
    return {p["part"]: p["time_s"] for p in account["parts"]}


WITHIN = {"mpi_arrival"}    # parts that others hold already
