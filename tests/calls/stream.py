# SPDX-License-Identifier: BSD-3-Clause
"""Read a record stream as include/hpm_stream.h and the record headers describe
it: the field lists are taken from the headers, and nothing else is known here.

    stream.py INCLUDE STREAM         print it as JSON
"""
import json
import re
import struct
import sys
from pathlib import Path

TYPES = {"i32": ("i", 4), "i64": ("q", 8)}
CHUNKS = {1: "run", 2: "regions", 3: "events", 4: "rank", 5: "threads",
          6: "cells", 7: "end", 8: "functions", 9: "mpi", 10: "calls",
          11: "sizes"}
CELL = struct.Struct("=qqqIIq")


def macro(text, name):
    """The body of a list X(...)."""
    start = text.index(f"#define {name}(X)")
    lines = []
    for line in text[start:].splitlines()[1:]:
        lines.append(line.rstrip("\\ "))
        if not line.endswith("\\"):
            break
    return "\n".join(lines)


class Record:
    """One record of a list of fields."""

    def __init__(self, text, name):
        pattern = r"X \((\w+), (\w+),"
        self.names, form = [], "="
        for kind, field in re.findall(pattern, macro(text, name)):
            self.names.append(field)
            form += (TYPES[kind][0] if kind in TYPES
                     else f"{kind.removeprefix('text')}s")
        self.struct = struct.Struct(form)

    def one(self, data, offset=0):
        values = self.struct.unpack_from(data, offset)
        return dict(zip(self.names, [
            value.split(b"\0")[0].decode() if isinstance(value, bytes)
            else value for value in values]))

    def all(self, data):
        assert len(data) % self.struct.size == 0, "a record is cut"
        return [self.one(data, offset)
                for offset in range(0, len(data), self.struct.size)]


def words(text, name):
    """Words by code, of a list X(code, identifier, "word", ...)."""
    return {int(code): word for code, word in re.findall(
        r'X \((\d+), \w+,\s*"(\w+)"', macro(text, name))}


def chunks(data):
    magic, version, order = struct.unpack_from("=8sII", data)
    assert magic == b"HPMSTRM\0" and order == 0x01020304
    offset = 16
    while offset < len(data):
        kind, rank, size = struct.unpack_from("=IIQ", data, offset)
        yield CHUNKS.get(kind, kind), rank, data[offset + 16:offset + 16 + size]
        offset += 16 + size + (8 - size % 8) % 8


def cells_of(data, rank, regions):
    """value, quality, reason and error by thread, region and event."""
    values = [dict(zip(("value", "quality", "reason", "error"),
                       (cell[0], *cell[3:])))
              for cell in CELL.iter_unpack(data)]
    names = [event["name"] for event in rank["events"]]
    per_thread = len(names) * len(regions)
    assert len(values) == per_thread * len(rank["threads"]), "cells are missing"
    return [{region: dict(zip(names, values[t * per_thread + r * len(names):]))
             for r, region in enumerate(regions)}
            for t in range(len(rank["threads"]))]


def read(include, path):
    texts = {name: Path(include, name).read_text()
             for name in ("hpm_record.h", "hpm_mpi_record.h")}
    plain, calls = texts["hpm_record.h"], texts["hpm_mpi_record.h"]
    record = {
        "rank": Record(plain, "HPM_RANK_FIELDS"),
        "threads": Record(plain, "HPM_THREAD_FIELDS"),
        "events": Record(plain, "HPM_EVENT_FIELDS"),
        "functions": Record(calls, "HPM_FUNCTION_FIELDS"),
        "mpi": Record(calls, "HPM_MPI_FIELDS"),
        "calls": Record(calls, "HPM_CALL_FIELDS"),
        "sizes": Record(calls, "HPM_SIZE_FIELDS"),
    }
    kinds, sizes = words(calls, "HPM_CALL_KINDS"), words(calls, "HPM_SIZE_KINDS")
    result = {"regions": [], "functions": [], "ranks": [], "complete": False}
    events, rank = [], None
    for kind, _, data in chunks(Path(path).read_bytes()):
        if kind == "regions":
            result["regions"] = data.decode().split("\0")[:-1]
        elif kind == "events":
            events = record["events"].all(data)
        elif kind == "functions":
            result["functions"] = record[kind].all(data)
            for function in result["functions"]:
                function["kind"] = kinds[function["kind"]]
        elif kind == "rank":
            rank = record[kind].one(data)
            rank.update(events=events, calls=[], sizes=[], mpi=None)
            result["ranks"].append(rank)
        elif kind == "mpi":
            rank["mpi"] = record[kind].one(data)
        elif kind in ("threads", "calls", "sizes"):
            rank[kind] = record[kind].all(data)
        elif kind == "cells":
            rank["cells"] = cells_of(data, rank, result["regions"])
        elif kind == "end":
            result["complete"] = True
    for rank in result["ranks"]:
        for call in rank["calls"]:
            function = result["functions"][call["function"]]
            call.update(name=function["name"], kind=function["kind"])
        for size in rank["sizes"]:
            size["kind"] = sizes[size["kind"]]
    return result


if __name__ == "__main__":
    json.dump(read(*sys.argv[1:]), sys.stdout, indent=1)
    print()
