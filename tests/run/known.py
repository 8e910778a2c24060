# SPDX-License-Identifier: BSD-3-Clause
"""Compare hpmagg's JSON of a run with what is known about it.

    known.py exact JSON RANKS
    known.py threads JSON RANKS THREAD...
    known.py quality JSON EVENT QUALITY [REASON]
    known.py same JSON JSON EVENT...
    known.py loops JSON EVENT LENGTH
    known.py value JSON EXPRESSION

Prints each difference; the exit status is 1 if there is one.  Written without
any knowledge of how the tools compute: plain lists and exact fractions.
"""
import json
import math
import sys
from collections import Counter
from fractions import Fraction

differences = []


def load(path):
    with open(path) as file:
        return json.load(file)


def event_of(data, name):
    found = [e for e in data["events"] if e["name"] == name]
    if len(found) != 1:
        differences.append(f"{name} is there {len(found)} times, not once")
        return {}
    return found[0]


def compare(what, got, expected, most=0):
    if got is None or abs(got - expected) > most:
        differences.append(f"{what}: got {got}, expected {expected}")


def statistics(values):
    """Of one value a rank: what an event's row of the summary must say."""
    mean = Fraction(sum(values), len(values))
    square = sum((v - mean) ** 2 for v in values) / len(values)
    return {
        "total": sum(values),
        "mean": float(mean),
        "min": min(values),
        "min_rank": values.index(min(values)),
        "max": max(values),
        "max_rank": values.index(max(values)),
        "stddev": math.sqrt(square),
    }


def check_event(data, name, values, quality="exact"):
    event = event_of(data, name)
    if event.get("quality") != quality:
        differences.append(f"{name}: quality {event.get('quality')},"
                           f" expected {quality}")
    for key, expected in statistics(values).items():
        most = 1e-12 * expected if key in ("mean", "stddev") else 0
        compare(f"{name} {key}", event.get(key), expected, most)


def check_ranks(data, name, values):
    """The same from --per=rank, where the file was printed that way."""
    rows = data.get("rank", [])
    if not rows:
        return
    got = {row["rank"]: count_of(row, name) for row in rows}
    if got != dict(enumerate(values)):
        differences.append(f"{name} by rank: {got}")


def count_of(row, name):
    count = row["counts"].get(name)
    return count.get("value") if isinstance(count, dict) else count


def exact(path, ranks):
    """Programs that link known.c."""
    data, ranks = load(path), int(ranks)
    compare("ranks", data["run"]["ranks"], ranks)
    if data["run"]["status"] != "complete":
        differences.append(f"status: {data['run']['status']}")
    for name, value in (
        ("sde:::exact::COUNT", lambda rank: 1000 * (rank + 1) + 7),
        ("sde:::exact::BIG", lambda rank: 10**15 + rank),
    ):
        values = [value(rank) for rank in range(ranks)]
        check_event(data, name, values)
        check_ranks(data, name, values)


def stub_count(multiplier, thread, rank):
    """The formula of stub_backend.c."""
    return multiplier * (1000 * (thread + 1) + rank)


def threads(path, ranks, *numbers):
    """Runs with the stub: thread 0 and the threads given (A-B is a range), of
    every rank, each with its count of stub::N1 and stub::N3."""
    data, ranks, known = load(path), int(ranks), [0]
    for number in numbers:
        first, _, last = number.partition("-")
        known += range(int(first), int(last or first) + 1)
    for name, multiplier in (("stub::N1", 1), ("stub::N3", 3)):
        sums = [sum(stub_count(multiplier, k, rank) for k in known)
                for rank in range(ranks)]
        check_event(data, name, sums)
        if "thread" in data:
            check_threads(data["thread"], name, multiplier, ranks, known)


def check_threads(rows, name, multiplier, ranks, known):
    """A row for each thread with its count; of short-lived threads, a rank may
    have merged many into one row, which must then be their sum."""
    rows = [row for row in rows if row["role"] != "mpi"]
    for rank in range(ranks):
        got = [count_of(row, name) for row in rows if row["rank"] == rank]
        expected = [stub_count(multiplier, k, rank) for k in known]
        lost = Counter(expected) - Counter(got)
        extra = Counter(got) - Counter(expected)
        if list(extra.elements()) == [sum(lost.elements())] and len(got) > 200:
            continue
        if lost or extra:
            differences.append(f"{name} by thread on rank {rank}: {len(got)}"
                               f" rows, expected {len(expected)}; missing"
                               f" {list(lost)[:5]}, unexpected"
                               f" {list(extra)[:5]}")


def quality(path, name, word, reason=""):
    """The quality of an event; without a value where it is unavailable."""
    event = event_of(load(path), name)
    if event.get("quality") != word:
        differences.append(f"{name}: quality {event.get('quality')},"
                           f" expected {word}")
    if reason and reason not in str(event.get("reason", "")):
        differences.append(f"{name}: reason {event.get('reason')!r}")
    if word == "unavailable" and event.get("total") is not None:
        differences.append(f"{name}: unavailable, and yet {event['total']}")


def same(one, other, *names):
    """Two runs agree on all that an event's row says."""
    first, second = load(one), load(other)
    for name in names:
        if event_of(first, name) != event_of(second, name):
            differences.append(f"{name}: {event_of(first, name)} and"
                               f" {event_of(second, name)}")


def loops(path, name, length):
    """Threads that did nothing but the loops of tests/pmu/loops.c: two
    instructions a turn, of one cycle each, and at most 1,000 of others.  The
    main thread of a rank also made the workers, so there it is the least."""
    rows = [row for row in load(path)["thread"] if row["role"] != "mpi"]
    for rank in sorted({row["rank"] for row in rows}):
        own = sorted((row for row in rows if row["rank"] == rank),
                     key=lambda row: row["thread"])
        for k, row in enumerate(own):
            expected = 2 * int(length) * (rank + 1) * (k + 1)
            surplus = (count_of(row, name) or 0) - expected
            most = 100000 if k == 0 and len(own) > 1 else 1000
            if not 0 <= surplus <= most:
                differences.append(f"{name}: rank {rank} thread {k}"
                                   f" ({row['role']}): {surplus} beside"
                                   f" {expected}")


def value(path, expression):
    """A Python expression over `data`, and `sum`s of events by `of (name)`."""
    data = load(path)
    scope = {"data": data, "run": data["run"],
             "of": lambda name: event_of(data, name).get("total"),
             "event": lambda name: event_of(data, name),
             "metric": lambda name: next(m for m in data["metrics"]
                                         if m["name"] == name),
             "rows": lambda per: data[per], "count_of": count_of}
    if not eval(f"({expression})", scope):
        differences.append(f"not true: {expression}")


COMMANDS = {"exact": exact, "threads": threads, "quality": quality,
            "same": same, "loops": loops, "value": value}

if __name__ == "__main__":
    COMMANDS[sys.argv[1]](*sys.argv[2:])
    print("\n".join(differences))
    sys.exit(1 if differences else 0)
