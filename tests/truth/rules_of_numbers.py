# SPDX-License-Identifier: BSD-3-Clause
"""Rules for tables and aggregates, and for what cannot be known."""

import collections
import math
import re
import statistics

from facts import (account_parts, count, is_rounded, MS, near, NOT_OWN,
                   processor_time, rule, time_shares, WITHIN)


# ---- where the time went ----------------------------------------------------

@rule
def shares_of_time (run):
    """They are those of the account, and add up to 100, none of them negative."""
    shares = list (time_shares (run))
    parts = [(p, n, s) for p, n, s in shares if n is not None and "collectives" not in n]
    if not parts:
        return
    total = sum (s for _, _, s in parts)
    if abs (total - 100) > 0.051 * 18 or min (s for _, _, s in shares) < 0:
        yield "where the time went: %s" % parts, "%.1f %%" % total
    for place, name, share in shares:
        made = sum (s for p, n, s in parts if p == place)
        if name is None and abs (made - share) > 0.051 * 8:
            yield "%s %.1f %%" % (place, share), "its parts are %.1f %%" % made
    account = run.job.get ("account")
    if not account:
        return
    told = account["parts"]
    if not run.full:        # computing is one part, what is small is left out
        made = {p["part"]: p["share"] for p in told}
        together = ("user", "kernel", "computing")
        told = [{"part": "computing", "share": sum (made.get (n, 0) for n in together)}] + [
            p for p in told if p["part"] not in together + ("own", "mpi_arrival")]
    least = 6e-4 if run.full else 1.1e-3
    for part in told:
        if part["share"] >= least and not any (abs (s - 100 * part["share"]) <= 0.0501
                                              for _, n, s in shares if n):
            yield "where the time went: %s" % shares, \
                "%s is %.2f %%" % (part["part"], 100 * part["share"])


@rule
def account_adds_up (run):
    """Parts are not negative and make the whole; those of the ranks the job's; the
    whole is the lives of threads."""
    account = run.job.get ("account")
    if not account:
        return
    for who, one in [("job", account)] + [
            ("rank %d" % r["rank"], r["account"]) for r in run.ranks if "account" in r] + [
            ("host " + h["host"], h["account"]) for h in run.hosts if "account" in h]:
        parts = account_parts (one)
        made = sum (v for n, v in parts.items () if n not in WITHIN)
        if not near (made, one["whole_s"], 1e-9) or min (parts.values (), default=0) < 0:
            yield "%s: %.9g s" % (who, one["whole_s"]), "its parts make %.9g s" % made
    made = collections.Counter ()
    for r in run.ranks:
        made.update (account_parts (r.get ("account", {"parts": []})))
    for name, value in account_parts (account).items ():
        if not near (made[name], value, 1e-9):
            yield "%s %.9g s" % (name, value), "the ranks have %.9g s" % made[name]
    lives = sum ((count (row, "os::WALL_TIME") or 0) if row["role"] != "main"
                 else row["wall_s"] for row in run.threads if row["role"] not in NOT_OWN)
    if not near (account["whole_s"], lives, 1e-6, MS):
        yield "the account is over %.9g s" % account["whole_s"], \
            "threads lived %.9g s" % lives


# Parts of the same clock: what they add up to is at most, and with what is not
# divided at least, what the clock says.
CLOCKS = {
    "os::CPU_TIME": {"user", "kernel", "computing", "mpi_running", "running", "own"},
    "os::WAIT_TIME": {"waiting", "mpi_waiting", "ready"},
    "os::SYSTEM_TIME": {"kernel"},
}
UNDIVIDED = {"outside", "mpi", "unknown"}


@rule
def account_of_clocks (run):
    """A part is no more than its clock; mpi::CPU_TIME and WAIT_TIME are parts."""
    account = run.job.get ("account")
    if not account or run.has_children:
        return
    parts = account_parts (account)
    error = 2e-3 * account["whole_s"] + 1e-4 + sum (
        p.get ("error_s") or 0 for p in account["parts"])
    for clock, names in CLOCKS.items ():
        event = run.events.get (clock) or {}
        if event.get ("total") is None or event.get ("missing") \
                or event.get ("projected"):
            continue
        made, whole = sum (parts.get (n, 0) for n in names), 1e-9 * event["total"]
        rest = sum (parts.get (n, 0) for n in UNDIVIDED)
        if made > whole + error or (clock != "os::SYSTEM_TIME"
                                    and made + rest < whole - error
                                    and whole < account["whole_s"]):
            yield "%s: %.6g s" % (sorted (names), made), "%s is %.6g s" % (clock, whole)
    inside = sum (parts.get (n, 0) for n in ("mpi_running", "mpi_waiting",
                                             "mpi_blocked", "mpi"))
    mpi = sum (r.get ("mpi_s") or 0 for r in run.threads if r["role"] not in NOT_OWN)
    if run.joined:      # functions of MPI stay in the files of the runs
        return
    if inside > mpi + error:
        yield "in MPI %.6g s" % inside, "calls took %.6g s" % mpi
    known = run.events.get ("mpi::CPU_TIME") or {}
    if run.job["run"].get ("mpi_mode") == "split" and known.get ("total") is not None \
            and not known.get ("missing") and not known.get ("projected"):
        ran = parts.get ("mpi_running", 0) + parts.get ("mpi", 0)
        if ran < 1e-9 * known["total"] - error:
            yield "on a processor in MPI %.6g s" % ran, "%.6g s" % (1e-9 * known["total"])


@rule
def known_of_children (run):
    """Of processes counted as one nobody knows how long they lived or waited."""
    if not run.has_children:
        return
    own = sum (processor_time (t) or 0 for t in run.threads if t["role"] not in NOT_OWN)
    parts = account_parts (run.job["account"]) if run.job.get ("account") else {}
    ran = sum (parts.get (n, 0) for n in CLOCKS["os::CPU_TIME"])
    if ran > own * (1 + 1e-6) + MS:
        yield "%.6g s on a processor" % ran, "%.6g s without children" % own
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
        error = (row.get ("errors") or {}).get ("os::CPU_TIME") or 0
        if cpu * (1 - error) > life + 50e-6:
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
        if not values or event.get ("values") != len (values) or event.get ("projected"):
            continue
        by_rank = {rank: v for v, rank in values}
        numbers = list (by_rank.values ())
        expected = {"total": sum (numbers), "mean": statistics.fmean (numbers),
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
        if not values or metric.get ("values") != len (values):
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
                or metric.get ("min") is None or metric.get ("missing"):
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
    """Means of the printed tables are those of the metrics, whose unit did not change.
    Where names are long a table has no column of totals before them; the short summary
    may have one where the full one has none."""
    for metric in run.metrics.values ():
        title, unit = metric.get ("title"), metric.get ("unit") or ""
        unit = "" if unit == "1" else unit  # is not printed
        totals = ""
        for line in run.lines:
            if re.match (r"metric +unit ", line):
                totals = r"(?:~?[-\d.,e+]+) +" if re.match (r"metric +unit +total ", line) else ""
            found = re.match (r"[ !*?]{0,2}%s  +%s +%s(~?[-\d.,e+]+) "
                              % (re.escape (title or "?"), re.escape (unit), totals), line)
            if not found or metric.get ("mean") is None:
                continue
            said = found.group (1).lstrip ("~").replace (",", "")
            if said != "-" and not is_rounded (said, metric["mean"]):
                yield line, "the mean is %.6g" % metric["mean"]


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
        value = next ((row[k] for k in ("total", "mean", "value")
                       if row.get (k) is not None), None)
        if row.get ("quality") == "unavailable" and value is not None:
            yield "%s is unavailable" % row.get ("name"), "its value is %s" % value


@rule
def ended_early (run):
    said = re.search (r"INCOMPLETE: (?:(?P<missing>\d+) of (?P<ranks>\d+) ranks left no"
                      r" record)?(?:, )?(?:(?P<partial>\d+)(?: of (?P<all>\d+) ranks)?"
                      r" (?P<how>ended early|did not))?", run.text)
    if not said:
        return
    missing = sum (r["status"] == "missing" for r in run.ranks)
    partial = sum (r["status"] == "partial" for r in run.ranks)
    told = [int (said[name] or 0) for name in ("missing", "partial")]
    if told != [missing, partial] or int (said["ranks"] or said["all"]) != len (run.ranks):
        yield said.group (0), "%d missing, %d partial" % (missing, partial)
    if "RECOVERED" in run.text and partial and said["how"] == "ended early":
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
        said = re.match (r"(\d+) of (\d+) ranks left no complete record", finding["text"])
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
