#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""What tests/line asks of intervals.

    check.py sums FILE.json        of hpmagg --per=interval: of each event they
                                   add up to what the job counted
    check.py steps FILE.json EDGES LOG
                                   and work::DONE is at each edge, of EDGES in
                                   ns since 1970, what the LOG of steps.c says
    check.py bounds FILE.json STEP MOST
                                   they follow each other, the first begins with
                                   the run, there are no more than MOST, and no
                                   less than STEP s lies between two edges but
                                   for the first and the last; main threads
                                   counted in the last one
    check.py phases FILE.json INTERVALS.json
                                   of --per=phase: phases follow each other from
                                   the first interval to the last, are made of
                                   whole ones and add up to them; prints "clear"
                                   if time in MPI is little in the first ones
                                   and much in all others but two, and then one
                                   phase ends there
    check.py account FILE.json [FILE.csv]
                                   of --per=interval or --per=phase: where there
                                   is time, its account divides all of it, with
                                   bounds that the clocks allow; that of the CSV
                                   is the same
    check.py ranks FILE.json RANKS.json INTERVALS.json
                                   of --per=interval-rank, --per=rank and
                                   --per=interval: of each rank they add up to
                                   its counts, and those of all ranks to each
                                   interval, with the account
    check.py computes FILE.json    of --per=phase, of a program that computes
                                   first: what had a processor then is computing;
                                   prints "free" if it had one nearly always, and
                                   the share that is computing
    check.py waits FILE.json       and of which two ranks of three wait in the end
    check.py changes FILE.json SUMMARY
                                   of --per=phase: what the summary says to have
                                   changed did, and is 100 times or more; prints
                                   how often it says so
Prints what differs.
"""
import csv
import json
import re
import sys

MAIN = 1000000
kind, data = sys.argv[1], json.load(open(sys.argv[2]))
rows, wrong = data.get("interval"), 0


def differs(*texts):
    global wrong
    wrong += 1
    if wrong < 20:
        print(*texts)


def sums():
    """PEAK_MEMORY does not add up, and when ranks came to collectives is known
    in the end alone."""
    none = ("os::PEAK_MEMORY", "mpi::ARRIVAL_TIME", "mpi::AWAITED_TIME")
    seen = 0
    for event in data["events"]:
        name, total = event["name"], event["total"]
        counts = [row["counts"][name] for row in rows]
        if len(rows) > 1 and name in none or total is None:
            if any(count is not None for count in counts):
                differs(name, "has counts in intervals", counts)
        elif name not in none:
            seen += total > 0
            if None in counts or sum(counts) != total or min(counts) < 0:
                differs(name, "adds up to", counts, "and not", total)
    if not seen:
        differs("nothing was counted")


NOT_SUMS = ("os::PEAK_MEMORY", "mpi::ARRIVAL_TIME", "mpi::AWAITED_TIME")


def ranks():
    of_ranks, whole = (json.load(open(name)) for name in sys.argv[3:5])
    seen = accounts = 0
    for rank in of_ranks["rank"]:
        own = [row for row in data["interval_rank"] if row["rank"] == rank["rank"]]
        for event, count in rank["counts"].items():
            if event in NOT_SUMS or count is None:
                continue
            seen += 1
            made = sum(row["counts"][event] for row in own)
            if made != count:
                differs("rank", rank["rank"], event, made, count)
    for i, row in enumerate(whole["interval"]):
        own = [r for r in data["interval_rank"] if r["from_s"] == row["from_s"]]
        if len(own) != len(of_ranks["rank"]):
            differs("interval", i, "has", len(own))
        for event, count in row["counts"].items():
            if count is not None and sum(r["counts"][event] for r in own) != count:
                differs("interval", i, event, count)
        for part, value in (row.get("account") or {}).items():
            values = [r["account"][part] for r in own if "account" in r]
            accounts += 1
            # What an error of all is, is bounded by the whole of all.
            if not part.endswith("_error_s") and abs(sum(values) - value) > 1e-9 * max(1, value):
                differs("interval", i, part, sum(values), value)
    if not seen or not accounts:
        differs("nothing to look at", seen, accounts)


def steps(edges, log):
    """A sample is taken after the one before it, and before the one behind it:
    so it has what was done by the one, and no more than by the other."""
    done = 0
    begin = int(edges[0]) - 60 * 10**9
    moments = [begin] + [int(edge) for edge in edges] + [begin + 10**15]
    for i, row in enumerate(rows):
        done += row["counts"]["work::DONE"]
        least = max([d for _, after, d in log if after <= moments[i]] + [0])
        most = max([d for before, _, d in log if before <= moments[i + 2]] + [0])
        if not least <= done // MAIN <= most:
            differs("interval", i, "ends with", done, "of", least, "to", most)


def bounds(step, most):
    ends = [row["to_s"] for row in rows]
    if [row["from_s"] for row in rows] != [0] + ends[:-1]:
        differs("intervals do not follow each other")
    if not len(rows) <= most:
        differs(len(rows), "intervals")
    if not rows[-1]["counts"]["os::WALL_TIME"] > 0:
        differs("no time is left for the last interval")
    for row in rows[1:-1]:
        if row["to_s"] - row["from_s"] < step:
            differs("short interval", row["from_s"], row["to_s"])


def phases(intervals):
    parts, ends = data["phase"], [row["to_s"] for row in intervals]
    if [part["from_s"] for part in parts] != [0] + [part["to_s"] for part in parts[:-1]]:
        differs("phases do not follow each other")
    if parts[-1]["to_s"] != ends[-1] or any(part["to_s"] not in ends for part in parts):
        differs("phases end within intervals")
    for event, count in intervals[0]["counts"].items():
        total = None if count is None else sum(row["counts"][event] for row in intervals)
        if total is not None and sum(part["counts"][event] for part in parts) != total:
            differs(event, "does not add up to", total)
    kinds = [part["phase"] for part in parts]
    if "steady" in kinds:
        whole, (steady,) = ends[-1], [part for part in parts if part["phase"] == "steady"]
        if steady["to_s"] - steady["from_s"] < whole / 2 or steady["from_s"] > whole / 4:
            differs("not steady", kinds, steady)
        kinds = [kind for kind in kinds if kind in ("start-up", "steady", "end")]
    if len(kinds) != len(parts) or len(set(kinds)) > 1 and "steady" not in kinds:
        differs("kinds of phases", [part["phase"] for part in parts])
    shares = [row["mpi_share"] for row in intervals]
    at = next((i for i, share in enumerate(shares) if share > 0.3), 0)
    unclear = [share for share in shares[at + 1:] if not 0.4 < share < 0.75]
    if at < 4 or max(shares[:at - 1]) > 0.1 or len(unclear) > 2:
        return
    print("clear")
    if not any(part["to_s"] in ends[at - 2:at + 2] for part in parts):
        differs("no phase ends near", ends[at], [part["to_s"] for part in parts])


PARTS = ("computing", "waiting", "blocked")


def clocks(row):
    """Seconds of threads: all, on a processor, in MPI."""
    counts = row["counts"]
    mpi = counts["mpi::TIME"] + counts["mpi::IO_TIME"]
    return [one / 1e9 for one in (counts["os::WALL_TIME"], counts["os::CPU_TIME"], mpi)]


def account(told):
    for row in data.get("interval") or data["phase"]:
        (life, cpu, mpi), own = clocks(row), row.get("account")
        if not life:
            if own:
                differs("an account of no time", own)
            continue
        parts = [own[part + "_s"] for part in PARTS]
        errors = [own[part + "_error_s"] for part in PARTS]
        if min(parts + errors) < 0 or max(parts + errors) > life + 1e-9:
            differs("parts", parts, "that may err by", errors, "are not of", life)
        inside, apart = min(mpi, life), errors[1]
        if abs(sum(parts) - life) > 1e-9 or not -1e-9 <= inside - parts[1] <= apart + 1e-9:
            differs("parts", parts, "are not of", life, "with", mpi, "in MPI")
        # The ranks, of which each has bounds of its own, leave no less room.
        least, most = max(0, cpu - mpi) - apart, max(0, min(cpu, life - mpi)) + apart
        if not least - 1e-9 <= parts[0] <= most + 1e-9:
            differs("computing", parts[0], "is not", least, "to", most)
    if told:
        table = list(csv.DictReader(open(told)))
        for row, line in zip(data["interval"], table, strict=True):
            for name in (part + end for part in PARTS for end in ("_s", "_error_s")):
                text, number = line["account_" + name], row.get("account", {}).get(name)
                if (float(text) if text else None) != number:
                    differs("account_" + name, "is", text, "and not", number)


def computes():
    """The first phase, of which next to nothing is in MPI."""
    life, cpu, mpi = clocks(data["phase"][0])
    computing = data["phase"][0]["account"]["computing_s"]
    apart = data["phase"][0]["account"]["waiting_error_s"]
    if mpi > 0.05 * life:
        return
    if not cpu - mpi - apart - 1e-9 <= computing <= cpu + 1e-9:
        differs(computing, "s of", cpu, "on a processor are computing")
    if cpu > 0.85 * life:
        print("free", computing / life)


def waits():
    """The last phase: the third rank sleeps, whatever else runs."""
    life, _, _ = clocks(data["phase"][-1])
    own = data["phase"][-1]["account"]
    if not own["waiting_s"] > 0.5 * life:
        differs(own["waiting_s"], "s of", life, "are waiting")
    if not own["waiting_error_s"] < 0.05 * life:
        differs("which may err by", own["waiting_error_s"])


def changes(summary):
    """Each against the phase that begins then, and the one before."""
    told = re.findall(r"^  after ([0-9.]+) s, (\S+) a second: ([0-9.,]+), ([0-9.,]+) before$",
                      summary, re.MULTILINE)
    for start, event, *rates in told:
        now = min(data["phase"], key=lambda row: abs(row["from_s"] - float(start)))
        before = data["phase"][data["phase"].index(now) - 1]
        counts = [row["counts"][event] for row in (now, before)]
        if max(counts) < 100:
            differs(event, counts)
        for row, count, rate in zip((now, before), counts, rates):
            known = count / (row["to_s"] - row["from_s"])
            if abs(float(rate.replace(",", "")) - known) > 0.01 * known:
                differs(event, "is", rate, "a second, not", known)
    print(len(told))


if kind == "account":
    account(sys.argv[3] if len(sys.argv) > 3 else None)
elif kind == "computes":
    computes()
elif kind == "waits":
    waits()
elif kind == "changes":
    changes(open(sys.argv[3]).read())
elif kind == "phases":
    phases(json.load(open(sys.argv[3]))["interval"])
elif kind == "ranks":
    ranks()
elif kind == "sums":
    sums()
elif kind == "steps":
    log = [tuple(map(int, line.split())) for line in open(sys.argv[4])]
    steps(open(sys.argv[3]).read().split(), log)
else:
    bounds(float(sys.argv[3]), int(sys.argv[4]))
sys.exit(wrong > 0)
