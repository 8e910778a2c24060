# SPDX-License-Identifier: BSD-3-Clause
"""Compare what a record stream says of MPI calls with what the program said.

    compare.py calls INCLUDE STREAM STDOUT    lines "expect RANK FUNCTION ..."
    compare.py sizes INCLUDE STREAM RANK KIND BUCKET:MESSAGES:BYTES...
    compare.py threads INCLUDE STREAM RANK FUNCTION NAME:CALLS:SENT...
    compare.py split INCLUDE STREAM EVENT NAME:USEFUL:MPI:IO...
    compare.py adds INCLUDE STREAM            the other regions = program
    compare.py columns INCLUDE STREAM         events of calls = their records
    compare.py measuring INCLUDE STREAM EVENT COST    of one call
    compare.py alike INCLUDE STREAM EVENT OTHER    the main threads' counts
    compare.py spent INCLUDE STREAM STDOUT PERCENT   lines "spent RANK ..."
    compare.py value INCLUDE STREAM EXPRESSION

Prints each difference; the exit status is 1 if there is one.
"""
import sys
from collections import defaultdict

from stream import read

# By name: what of a call adds up, and whether of those of MPI I/O alone.
EVENTS = {"mpi::TIME": ("time", False), "mpi::IO_TIME": ("time", True),
          "mpi::CALLS": ("calls", None), "mpi::BYTES_SENT": ("sent", None),
          "mpi::BYTES_RECEIVED": ("received", None)}

# Behind them: how the time in calls was spent.
CLOCKS = ["mpi::CPU_TIME", "mpi::WAIT_TIME"]
# Not known before the ranks are compared, by the writer.
ARRIVALS = ["mpi::ARRIVAL_TIME", "mpi::AWAITED_TIME"]

differences = []


def differ(text):
    differences.append(text)


def calls(data, path):
    expected = defaultdict(dict)
    with open(path) as lines:
        for line in lines:
            if line.startswith("expect "):
                _, rank, name, *numbers = line.split()
                expected[int(rank)][name] = tuple(int(n) for n in numbers)
    if len(expected) != len(data["ranks"]):
        differ(f"{len(data['ranks'])} ranks, {len(expected)} expected")
    for rank in data["ranks"]:
        got = defaultdict(lambda: (0, 0, 0))
        for call in rank["calls"]:
            got[call["name"]] = tuple(
                a + b for a, b in zip(got[call["name"]], (
                    call["calls"], call["sent"], call["received"])))
            sane(call)
        for name in sorted(set(got) | set(expected[rank["rank"]])):
            wanted = expected[rank["rank"]].get(name)
            if got.get(name) != wanted:
                differ(f"rank {rank['rank']} {name}: calls, sent, received "
                       f"{got.get(name)}, expected {wanted}")


def sane(call):
    """Times that fit together."""
    if not (0 <= call["min_time"] <= call["max_time"] <= call["time"] + 1
            and call["min_time"] * call["calls"] <= call["time"]
            + call["calls"]):
        differ(f"times that do not fit together: {call}")


def rank_of(data, number):
    return next(r for r in data["ranks"] if r["rank"] == int(number))


def sizes(data, rank, kind, *wanted):
    got = sorted(f"{s['bucket']}:{s['messages']}:{s['bytes']}"
                 for s in rank_of(data, rank)["sizes"] if s["kind"] == kind)
    if got != sorted(wanted):
        differ(f"{kind} sizes: {got}, expected {sorted(wanted)}")


def threads(data, rank, function, *wanted):
    """By thread name; rows into which threads were merged add up under the name
    of the first."""
    rank = rank_of(data, rank)
    got = sorted(f"{rank['threads'][c['thread']]['name']}:{c['calls']}:"
                 f"{c['sent']}" for c in rank["calls"] if c["name"] == function)
    if got != sorted(wanted):
        differ(f"{function} by thread: {got}, expected {sorted(wanted)}")


def split(data, event, *wanted):
    for rank in data["ranks"]:
        got = []
        for thread, cells in zip(rank["threads"], rank["cells"]):
            if thread["role"] < 2:
                values = [cells[region][event]["value"]
                          for region in ("useful", "mpi", "mpi_io")]
                got.append(":".join([thread["name"], *map(str, values)]))
        if sorted(got) != sorted(wanted):
            differ(f"{event} on rank {rank['rank']}: {sorted(got)}, expected"
                   f" {sorted(wanted)}")


def adds(data):
    """For every event, thread and rank; on the program's threads at least two
    events must be split."""
    if data["regions"] != ["program", "useful", "mpi", "mpi_io", "measuring"]:
        differ(f"regions: {data['regions']}")
        return
    for rank in data["ranks"]:
        for thread, cells in zip(rank["threads"], rank["cells"]):
            there = 0
            for event, whole in cells["program"].items():
                parts = [cells[region][event]
                         for region in data["regions"][1:]]
                counted = [part["quality"] in (1, 2, 3) for part in parts]
                if any(counted) != all(counted):
                    differ(f"{event}: split in part: {parts}")
                if not all(counted):
                    continue
                there += 1
                if sum(p["value"] for p in parts) != whole["value"]:
                    differ(f"{event}: {parts} do not add up to {whole}")
                if any(p["value"] < 0 for p in parts):
                    differ(f"{event}: below 0: {parts}")
            if thread["role"] < 2 and there < 2:
                differ(f"thread {thread['number']}: {there} events are split")


def columns(data):
    """The last events are those of calls: their sums, on every thread."""
    for rank in data["ranks"]:
        names = [event["name"] for event in rank["events"]]
        columns_of_calls = [*EVENTS, *CLOCKS, *ARRIVALS]
        if names[-len(columns_of_calls):] != columns_of_calls or not rank["mpi"]:
            differ(f"rank {rank['rank']}: events {names}")
            continue
        for number, cells in enumerate(rank["cells"]):
            for name, (field, is_io) in EVENTS.items():
                own = [call[field] for call in rank["calls"]
                       if call["thread"] == number
                       and is_io in (None, call["kind"] == "io")]
                whole, *parts = [cells[r][name] for r in data["regions"]]
                if whole != {"value": sum(own), "quality": 1, "reason": 0,
                             "error": 0}:
                    differ(f"thread {number}: {name} is {whole}, of {own}")
                if any(part["quality"] for part in parts):
                    differ(f"thread {number}: {name} in regions: {parts}")
            clocks(number, cells, data["regions"])


def clocks(number, cells, regions):
    """Exact and nothing where there is no call; where processor time was split,
    its parts; in the whole run alone."""
    program = cells["program"]
    for name in CLOCKS:
        whole, *parts = [cells[region][name] for region in regions]
        if any(part["quality"] for part in parts):
            differ(f"thread {number}: {name} in regions: {parts}")
        if not program["mpi::CALLS"]["value"] and whole != {
                "value": 0, "quality": 1, "reason": 0, "error": 0}:
            differ(f"thread {number} made no call: {name} is {whole}")
    parts = [cells[region]["os::CPU_TIME"] for region in ("mpi", "mpi_io")
             if region in regions]
    if program["mpi::CALLS"]["value"] and any(
            part["quality"] == 1 for part in parts) and program[
                "mpi::CPU_TIME"]["value"] != sum(p["value"] for p in parts):
        differ(f"thread {number}: processor time in calls {cells}")


def measuring(data, event, cost):
    """What was taken is what the calls of each thread cost, and of the time no
    more than the record of its rank says."""
    for rank in data["ranks"]:
        mpi = rank["mpi"]
        most = mpi["calls"] * mpi["call_inside"] / 1000 + len(rank["calls"])
        if mpi["removed"] > most:
            differ(f"more removed than there is: {mpi}")
        if not mpi["overhead"]:
            differ(f"measuring cost nothing: {mpi}")
        for number, cells in enumerate(rank["cells"]):
            calls = sum(c["calls"] for c in rank["calls"]
                        if c["thread"] == number)
            got = cells["measuring"][event]["value"]
            if got != calls * int(cost):
                differ(f"thread {number}: {got} taken for {calls} calls")


def alike(data, event, other):
    """Runs with and without looks, of which each reads 40 bytes or more at
    either end of a call; what MPI itself reads may differ a little."""
    for one, two in zip(data["ranks"], read(sys.argv[2], other)["ranks"]):
        looked, plain = (rank["cells"][0]["program"][event]["value"]
                         for rank in (one, two))
        if abs(looked - plain) > 20 * one["mpi"]["calls"]:
            differ(f"{event}: {looked}, and in {other} {plain}")
    if not data["ranks"]:
        differ("no ranks")


def spent(data, path, most_error):
    """How the main threads spent the time in their calls.  The program's clocks
    have in them what wrappers do outside of a call, too: the time of its blocks
    that is not time in calls.  The error is at most that many percent of it, on
    some rank at least: how many calls were looked at, and which, is chance.
    Of processor time that is split it is no chance."""
    is_split = len(data["regions"]) > 1
    with open(path) as lines:
        truth = {int(line.split()[1]): [int(n) for n in line.split()[2:]]
                 for line in lines if line.startswith("spent ")}
    if len(truth) != len(data["ranks"]):
        differ(f"{len(data['ranks'])} ranks, {len(truth)} expected")
    wide = {name: [] for name in CLOCKS}
    for rank in data["ranks"]:
        *true, time = truth[rank["rank"]]
        cells = rank["cells"][0]["program"]
        between = max(0, time - cells["mpi::TIME"]["value"])
        for name, told in zip(CLOCKS, true):
            cell = cells[name]
            is_bound = is_split and name == "mpi::CPU_TIME"
            if told < 0:
                continue
            if cell["quality"] not in (1, 2):
                differ(f"rank {rank['rank']}: {name} is {cell}")
            most = max((1 if is_bound else 3) * cell["error"], time // 50) + 1000000
            if not told - most - between <= cell["value"] <= told + most:
                differ(f"rank {rank['rank']}: {name} {cell}, of {told} in {time}"
                       f" ns, {between} of which between calls")
            if cell["error"] > time * (20 if is_bound else int(most_error)) // 100 + 3000000:
                wide[name].append(f"rank {rank['rank']}: {name} is not known, of"
                                  f" {time} ns: {cell}")
        looks, calls = rank["mpi"]["looks"], rank["mpi"]["calls"]
        if not 0 < looks <= (4 if is_split else 1) * calls + 2:
            differ(f"rank {rank['rank']}: {looks} looks in {calls} calls")
    for found in wide.values():
        if len(found) == len(data["ranks"]):
            differ("; ".join(found))


def value(data, expression):
    """An expression over `data` and `ranks`."""
    if not eval(expression, {"data": data, "ranks": data["ranks"]}):
        differ(f"not true: {expression}")


if __name__ == "__main__":
    command = {"calls": calls, "sizes": sizes, "threads": threads,
               "split": split, "adds": adds, "columns": columns, "measuring": measuring,
               "alike": alike, "spent": spent, "value": value}[sys.argv[1]]
    stream = read(sys.argv[2], sys.argv[3])
    if not stream["complete"]:
        differ("the stream has no end")
    command(stream, *sys.argv[4:])
    print("\n".join(differences[:40]))
    sys.exit(1 if differences else 0)
