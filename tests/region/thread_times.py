#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""The record stream of threads.c with known times instead of those that it took.

    thread_times.py STREAM >OTHER

Thread t of rank r (from 0, of those that are in a region) is in each region without one
inside it for (t + 1) (r + 1) seconds, in one around others for as long as in these.
In the last region, "team/meet", all but one second of it is in MPI.
"""
import struct
import sys

PATHS, ROWS, COSTS = 14, 16, 18  # enum hpm_chunk_type
PATH, ROW = struct.Struct("<6i"), struct.Struct("<iiqqqqdqqqqqq")
SECOND = 10 ** 9


def leaves(parents):
    """How many of each path's are without others inside."""
    counts = [int(path not in parents) for path in range(len(parents))]
    for path in reversed(range(len(parents))):
        if parents[path] >= 0:
            counts[parents[path]] += counts[path]
    return counts


def rows_of(rows, rank, counts):
    threads = sorted({row[0] for row in rows})
    return b"".join(row_of(row, (threads.index(row[0]) + 1) * (rank + 1), counts) for row in rows)


def row_of(old, seconds, counts):
    thread, path, entries = old[:3]
    time = counts[path] * seconds * SECOND
    inside = time - SECOND if path + 1 == len(counts) else 0
    return ROW.pack(thread, path, entries, time, time, time, float(time) ** 2, inside, *old[8:])


stream = open(sys.argv[1], "rb").read()
out, at, counts = [stream[:16]], 16, []
while at < len(stream):
    kind, rank, size = struct.unpack_from("<IIQ", stream, at)
    payload = stream[at + 16:at + 16 + size]
    at += 16 + size + -size % 8
    if kind == PATHS:
        counts = leaves([path[0] for path in PATH.iter_unpack(payload)])
    if kind == ROWS:
        payload = rows_of(list(ROW.iter_unpack(payload)), rank, counts)
    if kind == COSTS:
        payload = bytes(len(payload))
    out.append(struct.pack("<IIQ", kind, rank, len(payload)) + payload + bytes(-len(payload) % 8))
sys.stdout.buffer.write(b"".join(out))
