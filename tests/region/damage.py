#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""A record stream with one thing wrong in its chunks of marked regions.

    damage.py STREAM NAME >OTHER
    damage.py                        prints the names

same, escape, long, dear, free, no-split and split-beyond are sound: a label has a
control character; a region took 17 s; marks take more than there is, or nothing; there
is nothing of MPI, or more than in all.
"""
import struct
import sys

PATHS, TEXTS, ROWS, COUNTS, COSTS, SPLIT = 14, 15, 16, 17, 18, 30  # enum hpm_chunk_type
MOST = (1 << 63) - 1
ROW = {"thread": (0, "<i"), "path": (4, "<i"), "entries": (8, "<q"), "time": (16, "<q"),
       "min_time": (24, "<q"), "max_time": (32, "<q"), "squares": (40, "<d"), "mpi_time": (48, "<q"),
       "unended": (56, "<q"), "stray": (64, "<q"), "folded": (72, "<q"), "cost": (80, "<q"),
       "threads": (88, "<q")}
PATH = {"parent": 0, "label": 4, "file": 8}


def put(payload, at, form, value):
    return payload[:at] + struct.pack(form, value) + payload[at + struct.calcsize(form):]


def in_path(field, value):
    return PATHS, lambda payload: put(payload, PATH[field], "<i", value)


def cost_of(inside, whole):
    """Of all that a beginning and an end leave in their region, and take, of the time."""
    return COSTS, lambda payload: put(put(payload, 0, "<q", inside), len(payload) // 2, "<q", whole)


def in_row(field, value):
    at, form = ROW[field]
    return ROWS, lambda payload: put(payload, at, form, value)


damages = {
    "same": (PATHS, lambda payload: payload),
    "cut-paths": (PATHS, lambda payload: payload[:-1]),
    "no-paths": (PATHS, None),
    "twice-paths": (PATHS, "twice"),
    "parent-itself": in_path("parent", 0),
    "parent-later": in_path("parent", 1),
    "parent-below": in_path("parent", -2),
    "label-below": in_path("label", -1),
    "label-beyond": in_path("label", 1 << 30),
    "file-below": in_path("file", -2),
    "file-beyond": in_path("file", 1 << 30),
    "no-texts": (TEXTS, None),
    "empty-texts": (TEXTS, lambda payload: b""),
    "open-texts": (TEXTS, lambda payload: payload[:-1] + b"x"),
    "twice-texts": (TEXTS, "twice"),
    "no-rows": (ROWS, None),
    "cut-rows": (ROWS, lambda payload: payload[:-8]),
    "fewer-rows": (ROWS, lambda payload: payload[:-96]),
    "twice-rows": (ROWS, "twice"),
    "thread-below": in_row("thread", -1),
    "thread-beyond": in_row("thread", 1 << 30),
    "path-below": in_row("path", -1),
    "path-beyond": in_row("path", 1 << 30),
    "squares-nan": in_row("squares", float("nan")),
    "squares-infinite": in_row("squares", float("inf")),
    "squares-below": in_row("squares", -1.0),
    "cut-counts": (COUNTS, lambda payload: payload[:-1]),
    "fewer-counts": (COUNTS, lambda payload: payload[:-8]),
    "more-counts": (COUNTS, lambda payload: payload + bytes(8)),
    "twice-counts": (COUNTS, "twice"),
    "cut-costs": (COSTS, lambda payload: payload[:-1]),
    "fewer-costs": (COSTS, lambda payload: payload[:-8]),
    "more-costs": (COSTS, lambda payload: payload + bytes(8)),
    "twice-costs": (COSTS, "twice"),
    "cut-split": (SPLIT, lambda payload: payload[:-1]),
    "fewer-split": (SPLIT, lambda payload: payload[:-8]),
    "more-split": (SPLIT, lambda payload: payload + bytes(8)),
    "twice-split": (SPLIT, "twice"),
    "split-below": (SPLIT, lambda payload: put(payload, 0, "<q", -1)),
    "split-beyond": (SPLIT, lambda payload: struct.pack("<q", MOST) * (len(payload) // 8)),
    "no-split": (SPLIT, None),
    "cost-told": in_row("cost", 1),
    "escape": (TEXTS, lambda payload: payload.replace(b"outer", b"o\x1bter")),
    "long": in_row("time", 1 << 34),
    "dear": cost_of(1 << 40, 3 << 40),
    "free": cost_of(0, 0),
}
for each in ("entries", "time", "min_time", "max_time", "mpi_time", "unended", "stray", "folded", "cost",
             "threads"):
    damages[each + "-below"] = in_row(each, -1)

if len(sys.argv) == 1:
    print("\n".join(sorted(damages)))
    sys.exit()


def chunk_of(kind, rank, payload):
    return struct.pack("<IIQ", kind, rank, len(payload)) + payload + bytes(-len(payload) % 8)


stream = open(sys.argv[1], "rb").read()
damaged, change = damages[sys.argv[2]]
out, at, met = [stream[:16]], 16, 0
while at < len(stream):
    kind, rank, size = struct.unpack_from("<IIQ", stream, at)
    payload = stream[at + 16:at + 16 + size]
    at += 16 + size + -size % 8
    if kind != damaged:
        out.append(chunk_of(kind, rank, payload))
        continue
    met += 1
    if change is not None:
        out += [chunk_of(kind, rank, payload if change == "twice" else change(payload))] * (1 + (change == "twice"))
sys.stdout.buffer.write(b"".join(out))
sys.exit(met == 0)
