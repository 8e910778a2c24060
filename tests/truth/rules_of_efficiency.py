# SPDX-License-Identifier: BSD-3-Clause
"""Rules for the efficiencies of a run, and the sentence that has them."""

import re
import statistics

from facts import (computing, count, is_rounded, near, NOT_OWN, own_cost, processor_time, rule,
                   time_shares)


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


SMALL = 1e-3    # s of a rank, within which neither clock tells where it waited


@rule
def processors_of_ranks (run):
    """What main threads wait for processors outside MPI is taken off their useful
    times: at least what does not fit into MPI, at most all of it, and where the
    kernel told it apart that."""
    found = run.job.get ("efficiency") or {}
    if found.get ("processors") is None or run.joined:
        return
    least = most = apart = 0
    for rank, row in run.judged.items ():
        waits = count (run.main.get (rank), "os::WAIT_TIME")
        if waits is None:
            return
        inside = count (run.main[rank], "mpi::WAIT_TIME")
        useful, mpi = row["useful_s"], row.get ("mpi_s") or 0
        most += min (waits, useful)
        least += max (0, min (waits - mpi, useful))
        room = useful - (computing (run, rank) or 0)
        apart += max (0, min (waits - (inside or 0), room))
    useful = sum (r["useful_s"] for r in run.judged.values ())
    error = 2e-3 + SMALL * len (run.judged) / useful
    bounds = 1 - most / useful, 1 - least / useful
    for name in ("processors", "processors_least"):
        if not bounds[0] - error <= found[name] <= bounds[1] + error:
            yield "%s %.4g" % (name, found[name]), "%.4g to %.4g" % bounds
    if found["processors"] == found["processors_least"] and not near (
            found["processors"], 1 - apart / useful, 0, 0.02 + error):
        yield "processors %.4g" % found["processors"], "%.4g" % (1 - apart / useful)
    if not near (found["overall"], found["processors"] * found["parallel"]):
        yield "overall %.6g" % found["overall"], "processors %.6g, parallel %.6g" % (
            found["processors"], found["parallel"])


@rule
def efficiency_sentence (run):
    """The sentence has the numbers of the efficiencies."""
    finding, found = run.first ("efficiency"), run.job.get ("efficiency")
    if not finding:
        return
    numbers = re.match (r"efficiency (?:([\d.e-]+) to )?([\d.e-]+) = "
                        r"(?:processors (?:([\d.e-]+) to )?([\d.e-]+) x )?"
                        r"balance ([\d.e-]+) x communication ([\d.e-]+)",
                        finding["text"])
    least, most, share_least, share, *others = numbers.groups ("1.00")
    for said, name in zip ((most, share, *others),
                           ("overall", "processors", "load_balance",
                            "communication")):
        if found["overall"] is None:    # nor what processors were waited for
            name = "parallel" if name == "overall" else name
            if name == "processors":
                continue
        if not is_rounded (said, found[name]) or (float (said) == 0) != (found[name] == 0):
            yield finding["text"], "%s is %.4f" % (name, found[name])
    ends = (found["processors"] or 0), (found["processors_least"] or 0)
    is_range = (ends[0] - ends[1]) * found["parallel"] >= 0.005
    least_told, most_told = (end * found["parallel"] for end in reversed (ends))
    # Not "0.61 to 0.61"; smaller ones have two digits that tell them apart.
    is_told = is_range and (least_told < 0.0995
                            or "%.2f" % least_told != "%.2f" % most_told)
    for group, said, value in ((1, least, ends[1] * found["parallel"]),
                               (3, share_least, ends[1])):
        if (numbers.group (group) is not None) != is_told or (
                is_told and not is_rounded (said, value)):
            yield finding["text"], "processors: %s to %s" % (ends[1], ends[0])


@rule
def good_account (run):
    """Good is said of a run that neither waits nor idles."""
    finding = run.first ("efficiency")
    if not finding or "(good)" not in finding["text"]:
        return
    for name in ("oversubscribed", "cpu_wait", "slowest", "in_mpi", "serial", "idle",
                 "own"):
        if run.by_rule[name]:
            yield finding["text"], run.by_rule[name][0]["text"]
    found = run.job["efficiency"]
    if (found["processors_least"] or 1) * found["parallel"] < 0.89:
        yield finding["text"], "processors at least %s" % found["processors_least"]
    lost = sum (share for _, name, share in time_shares (run)
                if name in ("blocked", "waiting for a processor"))
    if lost > 10.1:
        yield finding["text"], "%.1f %% of the time of threads is blocked or waiting" % lost


@rule
def threads_on_processors (run):
    """The efficiency of threads, from the lives of all of them."""
    value = (run.job.get ("efficiency") or {}).get ("threads")
    if value is None:
        return
    least = most = offered = 0
    for row in run.threads:
        if row["role"] in NOT_OWN or row["rank"] not in run.judged:
            continue
        life = row["wall_s"] if row["role"] == "main" else count (row, "os::WALL_TIME")
        outside = max (0, (life or 0) - (row.get ("mpi_s") or 0))
        used = processor_time (row) or 0
        # What of it was inside MPI, as far as the sample of calls tells.
        inside = count (row, "mpi::CPU_TIME") or 0
        if row["role"] == "main":
            inside += own_cost (run, row["rank"])
        least += min (max (0, used - inside), outside)
        most += min (used, outside)
        offered += outside
    if not offered:
        return
    # Counters that were split tell more than the rows of threads do.
    if value > most / offered + 0.02 or (
            not run.split and value < least / offered - 0.02):
        yield ("threads: %.2f of their time outside MPI on a processor" % value,
               "%.4g to %.4g s of %.4g s" % (least, most, offered))
