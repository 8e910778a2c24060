#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Make a checkpoint (include/hpm_checkpoint.h) of a record stream, sound or with a fault.

    make_checkpoint.py STREAM CHECKPOINT [FAULT]

Faults:
    wrap      threads x regions x bytes of a region is 2^64
    regions   few bytes of threads, many regions, and no cells at all
    cells     cells of a part of the threads
    overlap   2,000 slots that share most of their bytes
    beyond    an extent that ends behind the file
    room      an extent larger than its room
    turned    none, but the rows of threads come in reverse, as in snapshots
    calls     calls of a thread that rank 1 does not have
"""
import struct
import sys

RUN, REGIONS, EVENTS, RANK, THREADS, CELLS = range(1, 7)
END, FUNCTIONS, CALLS, UNKNOWN = 7, 8, 10, 99
HEAD = (RUN, REGIONS, EVENTS, FUNCTIONS)
TABLE, SLOTS, SLOT = 4096, 2048, 128
THREAD, CALL = 4 * 4 + 3 * 8 + 2 * 4 + 16 + 64, 2 * 4 + 6 * 8
PAGE = 4096


def chunk(kind, rank, payload):
    """A chunk with its padding."""
    return (struct.pack("<IIQ", kind, rank, len(payload)) + payload
            + b"\0" * (-len(payload) % 8))


def chunks(stream):
    """Kind, rank and payload of each."""
    at = 16
    while at + 16 <= len(stream):
        kind, rank, size = struct.unpack_from("<IIQ", stream, at)
        yield kind, rank, stream[at + 16:at + 16 + size]
        at += 16 + size + -size % 8


class Checkpoint:
    """Slots, and what they refer to."""

    def __init__(self, name):
        self.out = open(name, "wb")
        self.slots = 0
        self.end = TABLE + SLOTS * SLOT
        self.out.truncate(self.end)

    def put(self, data, holes=0):
        """Put bytes, and zeros behind them that take no room on the disk.
        Returns an extent."""
        place = self.end
        self.out.seek(place)
        self.out.write(data)
        size = len(data) + holes
        self.end += size + -size % PAGE
        self.out.truncate(self.end)
        return (1, place, size, self.end - place)

    def slot(self, rank, head, buffer):
        """A slot that refers to a head and to one buffer."""
        self.out.seek(TABLE + SLOT * self.slots)
        self.out.write(struct.pack("<4Q4Q4Q2I3Q", *head, *buffer, 0, 0, 0, 0,
                                   rank, 1000 + rank, 0, 0, 0))
        self.slots += 1

    def close(self):
        """The header comes last."""
        self.out.seek(0)
        self.out.write(struct.pack("<8sIIIIQII", b"HPMCKPT", 6, 0x01020304,
                                   self.slots, 0, self.end, 0, 0))
        self.out.close()


def parts(stream):
    """Head, and the chunks of each rank."""
    head, ranks = b"", {}
    for kind, rank, payload in chunks(stream):
        if kind in HEAD:
            head += chunk(kind, rank, payload)
        elif kind != END:
            ranks.setdefault(rank, []).append((kind, payload))
    return head, ranks


def buffer_of(rank, list_of_chunks):
    """The bytes of a buffer."""
    return b"".join(chunk(kind, rank, payload)
                    for kind, payload in list_of_chunks)


def only(kinds, stream):
    """The chunks of these kinds."""
    return b"".join(chunk(*one) for one in chunks(stream) if one[0] in kinds)


def first(kind, stream):
    """The payload of the first chunk of a kind."""
    return next(one[2] for one in chunks(stream) if one[0] == kind)


def sound(checkpoint, stream):
    """What a run leaves."""
    head, ranks = parts(stream)
    for rank, list_of_chunks in ranks.items():
        checkpoint.slot(rank, checkpoint.put(head),
                   checkpoint.put(buffer_of(rank, list_of_chunks)))


def multiplied(checkpoint, stream, threads, events, regions):
    """So many of each, all zeros, and no cells."""
    event = 128 + 16 + 16 + 4 + 4 + 128
    names = struct.pack("<IIQ", REGIONS, 0, regions)
    head = only((RUN,), stream) + names + bytes(regions) + struct.pack(
        "<IIQ", EVENTS, 0, events * event)
    buffer = (chunk(RANK, 0, first(RANK, stream)) + chunk(CELLS, 0, b"")
            + struct.pack("<IIQ", THREADS, 0, threads * THREAD))
    checkpoint.slot(0, checkpoint.put(head, events * event),
               checkpoint.put(buffer, threads * THREAD))


def with_calls(payload, thread_of):
    """The records of CALLS, of other threads."""
    out = b""
    for at in range(0, len(payload), CALL):
        thread, = struct.unpack_from("<i", payload, at)
        out += struct.pack("<i", thread_of(thread)) + payload[at + 4:at + CALL]
    return out


def turn(own):
    """The chunks of a rank with the rows of its threads in reverse."""
    count = len(dict(own)[THREADS]) // THREAD
    for kind, payload in own:
        if kind in (THREADS, CELLS):
            row = len(payload) // count
            payload = b"".join(payload[t * row:(t + 1) * row]
                               for t in reversed(range(count)))
        elif kind == CALLS:
            payload = with_calls(payload, lambda thread: count - 1 - thread)
        yield kind, payload


def turned(checkpoint, stream):
    """What a run leaves while it counts."""
    head, ranks = parts(stream)
    for rank, those in ranks.items():
        checkpoint.slot(rank, checkpoint.put(head),
                        checkpoint.put(buffer_of(rank, turn(those))))


def calls(checkpoint, stream):
    """Rank 1 has calls of its 1000th thread."""
    head, ranks = parts(stream)
    for rank, those in ranks.items():
        if rank == 1:
            those = [(kind, with_calls(payload, lambda thread: 999)
                      if kind == CALLS else payload)
                     for kind, payload in those]
        checkpoint.slot(rank, checkpoint.put(head),
                        checkpoint.put(buffer_of(rank, those)))


def wrap(checkpoint, stream):
    """2^18 threads, 2^26 regions and 2^17 events of 40 bytes."""
    multiplied(checkpoint, stream, 1 << 18, 1 << 17, 1 << 26)


def regions(checkpoint, stream):
    """2.5 GB of cells out of 1.5 MB."""
    multiplied(checkpoint, stream, 2000, 4000, 8)


def cells(checkpoint, stream):
    """One cell is missing."""
    head, ranks = parts(stream)
    for rank, those in ranks.items():
        cut = [(kind, payload[:-40] if kind == CELLS else payload)
               for kind, payload in those]
        checkpoint.slot(rank, checkpoint.put(head), checkpoint.put(buffer_of(rank, cut)))


def overlap(checkpoint, stream):
    """Slots whose buffers begin one behind the other, and end at one place."""
    head, ranks = parts(stream)
    own = ranks[0]
    record = dict(own)[RANK]
    tail = chunk(UNKNOWN, 0, bytes(1 << 20)) + buffer_of(
        0, [(kind, payload) for kind, payload in own if kind != RANK])
    count = 2000
    front = len(chunk(RANK, 0, record)) + 16
    data = b""
    for rank in range(count):
        data += chunk(RANK, rank, struct.pack("<i", rank) + record[4:])
        data += struct.pack("<IIQ", UNKNOWN, 0, (count - 1 - rank) * front)
    extent = checkpoint.put(data + tail)
    shared = checkpoint.put(head)
    for rank in range(count):
        place = rank * front
        checkpoint.slot(rank, shared,
                   (1, extent[1] + place, len(data + tail) - place,
                    extent[3] - place))


def beyond(checkpoint, stream):
    """The last buffer ends behind the file."""
    head, ranks = parts(stream)
    for rank, those in ranks.items():
        buffer = checkpoint.put(buffer_of(rank, those))
        checkpoint.slot(rank, checkpoint.put(head),
                   (1, buffer[1], buffer[2] + (1 << 40), buffer[3] + (1 << 40)))


def room(checkpoint, stream):
    """Buffers that are larger than their room."""
    head, ranks = parts(stream)
    for rank, those in ranks.items():
        buffer = checkpoint.put(buffer_of(rank, those))
        checkpoint.slot(rank, checkpoint.put(head), (1, buffer[1], buffer[2], buffer[2] - 8))


def main():
    """One checkpoint."""
    faults = {"sound": sound, "wrap": wrap, "regions": regions, "cells": cells,
              "overlap": overlap, "beyond": beyond, "room": room,
              "turned": turned, "calls": calls}
    with open(sys.argv[1], "rb") as file:
        stream = file.read()
    checkpoint = Checkpoint(sys.argv[2])
    faults[sys.argv[3] if len(sys.argv) > 3 else "sound"](checkpoint, stream)
    checkpoint.close()


main()
