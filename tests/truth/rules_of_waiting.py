# SPDX-License-Identifier: BSD-3-Clause
"""Rules for what the verdict says of processors, of main threads that wait, and of
what to do."""

import re

from facts import (account_parts, count, near, NOT_OWN, others, processor_time, rule,
                   waiting)


def lifetime (row):
    return row["wall_s"] if row["role"] == "main" else count (row, "os::WALL_TIME")


# ---- waiting, processors ----------------------------------------------------

@rule
def all_wait (run):
    finding = run.first ("oversubscribed")
    if not finding:
        return
    judged = {r["rank"] for r in run.ranks if r["status"] == "complete"}
    rows = [(count (m, "os::WAIT_TIME"), r["wall_s"]) for r in run.ranks
            for m in [run.main.get (r["rank"])] if m and r["rank"] in judged]
    rows = [(w, t) for w, t in rows if w is not None and t]
    if finding["text"].startswith ("threads"):
        rows = [(count (t, "os::WAIT_TIME"), lifetime (t)) for t in run.threads
                if t["role"] not in NOT_OWN and t["rank"] in judged]
        rows = [(w, t) for w, t in rows if w is not None and t]
    share = sum (w for w, _ in rows) / sum (t for _, t in rows) if rows else 0
    limited = run.first ("throttled")
    if limited:     # what limits are to blame for is not told twice
        every = sum (count (t, "os::WAIT_TIME") or 0 for t in run.threads
                     if t["role"] not in NOT_OWN and t["rank"] in judged)
        share *= max (0, 1 - limited["cost_s"] / every) if every else 0
    if not near (finding["value"], share, 2e-3, 1e-3):
        yield finding["text"], "they wait %.1f %%" % (100 * share)


@rule
def stopped_by_limit (run):
    """A limit stopped its ranks no longer than the kernel tells, nor longer than they
    waited; who had their processors is not said."""
    finding = run.first ("throttled")
    if not finding:
        return
    told = [r["throttled_s"] for r in run.ranks if r["status"] == "complete"
            and r["host"] == finding["host"] and r.get ("throttled_s") is not None]
    waited = sum (count (t, "os::WAIT_TIME") or 0 for t in run.threads
                  if t["role"] not in NOT_OWN and t.get ("host") == finding["host"])
    if finding["value"] > min (sum (told), waited) + 1e-6 or not told:
        yield finding["text"], "stopped %s s, %.4g s waited" % (told, waited)
    for other in run.by_rule["oversubscribed"]:
        if "other work had" in other["text"] and len (run.hosts) == 1:
            yield other["text"], finding["text"]


@rule
def waits_in_vain (run):
    """Of waiting for processors no more is in MPI than the account has there, and
    some rank is waited for."""
    finding = run.first ("oversubscribed")
    if not finding or finding.get ("share") is None:
        return
    parts = account_parts (run.job["account"])
    before = sum (parts.get (part, 0) for part in BEFORE_ONE)
    if not before or finding["share"] * before > 1.001 * parts.get ("mpi_waiting", 0) + 1e-6:
        yield finding["text"], "in MPI they wait %g of %g s" % (
            parts.get ("mpi_waiting", 0), before)
    if not run.by_rule["slowest"] + run.by_rule["light"] + run.by_rule["serial"]:
        yield finding["text"], "no rank is told that others wait for"


def wants_processor (row, rank):
    """Whether a thread ran or waited for a tenth of the run of its rank."""
    if row["role"] in NOT_OWN:
        return False
    time = (processor_time (row) or 0) + (count (row, "os::WAIT_TIME") or 0)
    return processor_time (row) is None or time >= 0.0999 * rank["wall_s"]


def busy_threads (run, host):
    ranks = {r["rank"]: r for r in run.ranks}
    return sum (wants_processor (row, ranks[row["rank"]]) for row in run.threads
                if row["rank"] in ranks and row.get ("host") == host)


@rule
def busier_than_processors (run):
    """So many threads want a processor, and there are fewer."""
    for finding in run.by_rule["crowded"]:
        busy = busy_threads (run, finding["host"])
        if finding["value"] > busy or finding["value"] <= finding["reference"]:
            yield finding["text"], "%d threads wanted one" % busy


@rule
def on_hyper_threads (run):
    """Ranks that share cores have processors apart, each a thread that wants one, and
    no fewer processors are left; without a record of a rank nobody knows."""
    for finding in run.by_rule["shared_cores"]:
        ranks = [r for r in run.ranks if r.get ("host") == finding["host"]]
        busy = sum (any (wants_processor (t, r) for t in run.of_rank[r["rank"]])
                    for r in ranks)
        if not 2 <= finding["value"] <= min (busy, finding["reference"]):
            yield finding["text"], "%d of its ranks want a processor" % busy
        if finding["rank"] not in [r["rank"] for r in ranks]:
            yield finding["text"], "rank %d is on another host" % finding["rank"]
        if finding["share"] > len (run.hosts):
            yield finding["text"], "there are %d hosts" % len (run.hosts)
        if (run.run.get ("binding") or "").endswith ("shared"):
            yield finding["text"], "binding: " + run.run["binding"]
        if any (r["status"] == "missing" for r in run.ranks):
            yield finding["text"], "a rank left no record"


@rule
def oversubscribed_by_itself (run):
    for finding in run.by_rule["oversubscribed"] + run.by_rule["cpu_wait"]:
        if "(oversubscribed" in finding["text"] and not run.by_rule["crowded"]:
            yield finding["text"], "on no host are more threads than processors"


def part_had (run, crowded):
    """Of the processors that a list has, what ranks of the host had in the mean, and
    what they wanted."""
    rows = [t for t in run.threads if t.get ("host") == crowded["host"]]
    had = sum (processor_time (t) or 0 for t in rows)
    wanted = had + sum (count (t, "os::WAIT_TIME") or 0 for t in rows)
    whole = crowded["reference"] * max (r["wall_s"] or 0 for r in run.ranks)
    return had / whole, wanted / whole


@rule
def oversubscribed_by_others (run):
    """A job of one host that had most processors left others little; one that always
    wanted all, and had few, did not have them itself.  Who has threads on other lists
    of processors is not known here."""
    crowded = run.first ("crowded")
    if len (run.hosts) > 1 or not crowded \
            or busy_threads (run, crowded["host"]) > crowded["value"]:
        return
    had, wanted = part_had (run, crowded)
    for finding in run.by_rule["oversubscribed"] + run.by_rule["cpu_wait"]:
        both = "other work had most of them" in finding["text"]
        if both and had > 0.6 or "(oversubscribed)" in finding["text"] \
                and wanted > 2 and had < 0.1:
            yield finding["text"], "its threads had %.2f of the processors" % had


@rule
def other_work_had_them (run):
    for finding in run.by_rule["oversubscribed"] + run.by_rule["cpu_wait"]:
        crowded = [f for f in run.by_rule["crowded"]
                   if finding.get ("host") in (None, f["host"])]
        if "(other work had them)" in finding["text"] and crowded:
            yield finding["text"], crowded[0]["text"]


# ---- the account of ranks ----------------------------------------------------

ON_PROCESSOR = ("user", "kernel", "computing", "mpi_running", "running", "own")
BEFORE_ONE = ("waiting", "mpi_waiting", "ready")


@rule
def waiting_of_kernel (run):
    """Of what a rank waits outside MPI no more goes with its time in the kernel than
    with its other processor time."""
    slowest = run.first ("slowest")
    for finding in run.by_rule["kernel"] if slowest else []:
        row = next ((r for r in run.ranks if r["rank"] == finding.get ("rank")), {})
        if "account" not in row or not finding.get ("share"):
            continue
        parts = account_parts (row["account"])
        own = [t for t in run.of_rank[row["rank"]] if t["role"] not in NOT_OWN]
        if parts.get ("outside") or len (own) > 1:
            continue
        ran = sum (parts.get (part, 0) for part in ("user", "kernel", "computing"))
        most = finding["value"] * (1 + parts.get ("waiting", 0)
                                   / max (ran, finding["value"]))
        told = finding["share"] * (slowest["value"] - slowest["reference"])
        if told > 1.1 * most + 0.01:
            yield finding["text"], "with what it waits %.3g s, told as %.3g" % (most, told)


@rule
def account_within_clocks (run):
    """What is exact bounds what is estimated."""
    for row in [r for r in run.ranks if "account" in r]:
        parts = account_parts (row["account"])
        threads = [t for t in run.of_rank[row["rank"]] if t["role"] not in NOT_OWN]
        for names, clocks in ((ON_PROCESSOR, [processor_time (t) for t in threads]),
                              (BEFORE_ONE, [count (t, "os::WAIT_TIME") for t in threads])):
            made = sum (parts.get (n, 0) for n in names)
            if None not in clocks and made > sum (clocks) * (1 + 1e-6) + 1e-6:
                yield ("rank %d: %s are %.6g s" % (row["rank"], ", ".join (names), made),
                       "its clocks tell %.6g s" % sum (clocks))


@rule
def errors_of_account (run):
    """An estimate that may err by more than 5 % divides nothing."""
    account = run.job.get ("account") or {"parts": []}
    ticks = sum (0.012 + 3 * (0.004 * (count (t, "os::SYSTEM_TIME") or 0)) ** 0.5
                 + 0.0101 * (t["counts"].get ("os::INVOLUNTARY_SWITCHES") or 0)
                 for t in run.threads if t["role"] not in NOT_OWN)
    for part in account["parts"]:
        most = 0.101 * account["whole_s"] + ticks
        if (part.get ("error_s") or 0) > most:
            yield ("%s may err by %.4g s" % (part["part"], part["error_s"]),
                   "%.4g s is most" % most)


@rule
def late_start (run):
    """The time before MPI_Init is that of the rank."""
    before = {r["rank"]: r["before_mpi_s"] for r in run.ranks
              if r["status"] == "complete" and r.get ("before_mpi_s") is not None}
    for finding in run.by_rule["late_start"]:
        found = before.get (finding["rank"])
        if found is None or not near (finding["value"], found) \
                or found < max (before.values ()) - 1e-9:
            yield finding["text"], "%s s" % found


# ---- main threads and others ------------------------------------------------

def work_beside (run, rank):
    """Seconds that other threads of a rank are on or before a processor outside
    MPI, at most."""
    rows = [t for t in run.of_rank[rank] if t["role"] not in NOT_OWN + ("main",)]
    times = [((processor_time (t) or 0) - (count (t, "mpi::CPU_TIME") or 0)
              + (count (t, "os::WAIT_TIME") or 0) - (count (t, "mpi::WAIT_TIME") or 0),
              (lifetime (t) or 0) - (t.get ("mpi_s") or 0)) for t in rows]
    children = [t for t in run.of_rank[rank] if t["role"] == "children"]
    return sum (max (0, min (work, life)) for work, life in times) \
        + sum (t.get ("mpi_s") or 0 for t in rows) \
        + sum (processor_time (t) or 0 for t in children)


@rule
def blocked_alike (run):
    """Main threads are not blocked longer than they are without a processor, nor
    is it told as idling what they may wait for their other threads."""
    for finding in run.by_rule["idle"]:
        lives = sum (r["wall_s"] for r in run.ranks if r["wall_s"])
        rest = sum (max (0, row["wall_s"] - (processor_time (row) or 0)
                         - (count (row, "os::WAIT_TIME") or 0) - work_beside (run, rank))
                    for rank, row in run.main.items () if row)
        if finding["value"] > rest / lives + 2e-3:
            yield finding["text"], "%.4g s of %.4g s" % (rest, lives)


@rule
def waits_for_files (run):
    """A main thread whose other threads work meanwhile may wait for them."""
    for finding in run.by_rule["blocked"]:
        if finding.get ("rank") not in run.judged or "(files" not in finding["text"]:
            continue
        more = work_beside (run, finding["rank"]) \
            - (others (run, finding["rank"], lambda r: work_beside (run, r)) or 0)
        if more > 0.51 * finding["value"] + 1e-3:
            yield finding["text"], "its other threads had %.4g s of work more" % more
        beside = work_beside (run, finding["rank"])
        if beside > 0.51 * finding["value"] + 1e-3 \
                and "other threads" not in finding["text"]:
            yield finding["text"], "its other threads had %.4g s of work" % beside


@rule
def blocked_in_init (run):
    """Where MPI_Init was counted, and not timed, one may have been blocked in it."""
    for finding in run.by_rule["blocked"] + run.by_rule["idle"]:
        if "(files" in finding["text"] and "MPI_Init" not in finding["text"] \
                and run.run.get ("scope", "").startswith ("from the start of the process"):
            yield finding["text"], "counted %s" % run.run["scope"]


# ---- what to do -------------------------------------------------------------

WAITS_FOR_NOBODY = ("io", "communicator", "topology", "datatype", "environment")


@rule
def who_comes_late (run):
    """Nobody comes late to a function that does not wait, nor to one rank."""
    kinds = {f["function"]: f["kind"] for f in run.job.get ("mpi", [])}
    for finding in run.by_rule["in_mpi"]:
        advice = finding.get ("advice") or ""
        kind = kinds.get (finding.get ("subject"))
        if "late" in advice and (run.run["ranks"] == 1 or kind in WAITS_FOR_NOBODY):
            yield advice, "%s, %s ranks" % (kind, run.run["ranks"])
        if "is sent" in advice and kind == "synchronising":
            yield advice, "%s sends nothing" % finding["subject"]


@rule
def split_would_tell (run):
    """Splitting is advised where instructions and cycles were counted."""
    for finding in run.by_rule["unexplained"]:
        if "--mpi=split" in finding["text"] and (run.split or not any (
                e["total"] and re.search ("INS|INST", name, re.I)
                for name, e in run.events.items ())):
            yield finding["text"], "no hardware event was counted"


@rule
def own_cost_of_account (run):
    """What timing calls took is a part of the account."""
    account = run.job.get ("account")
    if not account:
        return
    own, finding = account_parts (account).get ("own", 0), run.first ("own")
    if finding and (not near (finding["cost_s"], own, 1e-6)
                    or not near (finding["reference"],
                                 sum (f["calls"] for f in run.job.get ("mpi", [])))):
        yield finding["text"], "%.4g s of %.4g s" % (own, account["whole_s"])
    told = any (run.by_rule[name] for name in ("not_timed", "too_short"))
    known = run.job.get ("efficiency") or {}
    whole = max (account["whole_s"], (known.get ("ranks") or 0) * (known.get ("runtime") or 0))
    ran = sum (processor_time (t) or 0 for t in run.threads if t["role"] not in NOT_OWN)
    if finding and not near (finding["value"], own / ran, 1e-3):
        yield finding["text"], "%.4g s of %.4g s" % (own, ran)
    if not finding and not told and own > 0.0501 * ran and own > 0.0101 * whole:
        yield "nothing of what measuring took", "%.4g s of %.4g s" % (own, ran)


@rule
def cost_of_a_call (run):
    """What a call cost is what all cost."""
    each, all_of_them = (run.run.get (n) for n in ("mpi_call_overhead_s", "mpi_overhead_s"))
    calls = (run.events.get ("mpi::CALLS") or {}).get ("total")
    if each is not None and calls and not run.joined \
            and not near (each * calls, all_of_them, 1e-6):
        yield "a call costs %.4g s" % each, "%.4g s of %d calls" % (all_of_them, calls)


def is_among (share, shown):
    """Whether a mean of what is shown in per cent, to a point or two, may be it."""
    return min (shown) - 2 <= 100 * share <= max (shown) + 2


@rule
def changed_on_the_way (run):
    """A phase begins where it changed, and time in MPI is what the phases before, and
    from it on, show, where each rank has one thread and is there to the end."""
    phases = [tuple (map (float, found)) for found in re.findall (
        r"^  (?:start-up|steady|end|part) +([0-9.]+) to +[0-9.]+ s +in MPI <?([0-9.]+) %",
        "\n".join (run.lines), re.M)]
    walls = [row["wall_s"] for row in run.ranks if row["wall_s"]]
    for finding in run.by_rule["changed"]:
        at = [i for i, (start, _) in enumerate (phases) if near (start, finding["value"], 1e-2)]
        if not at or at[0] == 0:
            yield finding["text"], "phases begin at %s" % [start for start, _ in phases]
            continue
        before, after = ([share for _, share in some]
                         for some in (phases[:at[0]], phases[at[0]:]))
        if run.run["threads"] == run.run["ranks"] and min (walls) > 0.95 * max (walls) \
                and not (is_among (finding["reference"], before)
                         and is_among (finding["share"], after)):
            yield finding["text"], "in MPI %s %% before, %s then" % (before, after)
