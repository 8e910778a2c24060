# SPDX-License-Identifier: BSD-3-Clause
"""Compare what a result file says of arrivals with a tracer's truth.

arrivals_compare.py RANKS.json RANKS.txt TRUTH.json WHAT [RANKS]

Prints a line for each value that differs by more than three times its error.  What
a wrapper and the tracer see of all calls may differ by SLACK; and a thread may lose
its processor between the two, so that for one of them it comes later, or last: in so
many calls as BETWEEN, and by LATE seconds at most.
"""
import json
import sys

SLACK = 5e-3
BETWEEN = 2
LATE = 0.06
ARRIVAL, AWAITED = "mpi::ARRIVAL_TIME", "mpi::AWAITED_TIME"
wrong = []


def fail(text):
    wrong.append(text)


def partial(lines):
    """Ranks whose first value in the table is marked, without an error: what it
    is at least."""
    words = [line.split() for line in lines]
    start = next(i for i, w in enumerate(words) if w[:1] == ["rank"])
    return {int(w[0]) for w in words[start + 1:]
            if len(w) > 2 and w[0].isdigit() and w[2].startswith("~")
            and not (len(w) > 3 and w[3].startswith("("))}


def order(lines):
    """Ranks in the order of the table."""
    words = [line.split() for line in lines]
    start = next(i for i, w in enumerate(words) if w[:1] == ["rank"])
    return [int(w[0]) for w in words[start + 1:] if w and w[0].isdigit()]


def is_sorted(told, ranks):
    """By the values of ranks, the largest first."""
    values = [told[rank].value for rank in ranks]
    if sorted(ranks) != list(range(len(told))) or values != sorted(values)[::-1]:
        fail(f"rows of ranks {ranks} have {values}")


class Told:
    """What the file says of a rank, in s; `value` is None where it is unknown."""

    def __init__(self, row, event, least):
        value = row["counts"].get(event)
        self.rank, self.event, self.least = row["rank"], event, least
        self.value = None if value is None else 1e-9 * value
        self.error = (value or 0) * 1e-9 * row.get("errors", {}).get(event, 0)

    def agrees(self, truth, call):
        low, high = self.value - 3 * self.error, self.value + 3 * self.error
        slack = SLACK + 2e-3 * truth + min(BETWEEN * call, LATE)
        return low - slack <= truth and (self.least or truth <= high + slack)


def compare(told, truths, key):
    for one, truth in zip(told, truths):
        # Relative errors of nothing are not told.
        if one.value == 0 and one.error == 0 and key == "awaited":
            continue
        call = truth["longest" if key == "waited" else "most"]
        if one.value is None or not one.agrees(truth[key], call):
            fail(f"rank {one.rank}: {one.event} {one.value} +- {one.error},"
                 f" truth {truth[key]}")


def is_bounded(arrivals, awaited):
    """Nobody is awaited for longer than the others waited."""
    all_waited = sum(one.value or 0 for one in arrivals)
    if sum(one.value or 0 for one in awaited) > 1.001 * all_waited + 1e-6:
        fail(f"awaited more than the {all_waited} s that were waited")


def main(rows, text, truths, what, ranks=""):
    rows, truths = json.load(open(rows))["rank"], json.load(open(truths))
    least = partial(open(text)) if what != "unknown" else set()
    arrivals = [Told(row, ARRIVAL, row["rank"] in least) for row in rows]
    awaited = [Told(row, AWAITED, row["rank"] in least) for row in rows]

    if what == "waited":
        compare(arrivals, truths, "waited")
    elif what == "awaited":
        compare(awaited, truths, "awaited")
    elif what == "sorted":
        is_sorted(awaited, order(open(text)))
    elif what == "bounded":
        is_bounded(arrivals, awaited)
    elif what == "exact":
        for one in arrivals + awaited:
            if one.value is None or one.least or one.error > 1e-3 * one.value:
                fail(f"rank {one.rank}: {one.event} {one.value} +- {one.error}")
    elif what == "least":
        if not {int(rank) for rank in ranks.split(",")} <= least:
            fail(f"ranks {least} are told as at least, not {ranks}")
    elif what == "unknown":
        for one in arrivals + awaited:
            if one.value is not None:
                fail(f"rank {one.rank}: {one.event} {one.value}")
    elif what == "nothing":
        for one in arrivals + awaited:
            if one.value != 0 or one.error:
                fail(f"rank {one.rank}: {one.event} {one.value} +- {one.error}")
    else:
        fail(f"what is {what}?")


main(*sys.argv[1:])
if wrong:
    print("\n".join(wrong))
sys.exit(bool(wrong))
