# SPDX-License-Identifier: BSD-3-Clause
"""Whether a recovered run of stuck.c was split between MPI and the rest.

    split.py FILE.h5

The regions of a thread add up; the main thread of rank 0, which is outside MPI,
has its time there, the other main threads have theirs, and their processor time,
inside.
"""
import sys

import h5py


def problems(file):
    names = [name.decode().rstrip("\0") for name in file["event"][:]]
    count = file["count"][:]   # region, event, thread
    fields = [name.decode().rstrip("\0") for name in file["thread_field"][:]]
    threads = file["thread_record"][:]
    rank, number, role = (threads[fields.index(field)]
                          for field in ("rank", "number", "role"))

    def cell(region, row, *events):
        return sum(int(count[region, names.index("os::" + event), row])
                   for event in events)

    for row in range(len(rank)):
        if role[row] == 2:     # of MPI's own
            continue
        for event in ("WALL_TIME", "USER_TIME", "SYSTEM_TIME"):
            whole, *parts = (cell(region, row, event) for region in range(len(count)))
            if whole != sum(parts):
                yield f"row {row}: {event} {whole} is not {parts}"
        if number[row]:
            continue
        wall = [cell(region, row, "WALL_TIME") for region in (1, 2)]
        cpu = [cell(region, row, "USER_TIME", "SYSTEM_TIME")
               for region in (1, 2)]
        if (wall[1] > wall[0]) != (rank[row] > 0):
            yield f"rank {rank[row]}: {wall} ns outside and inside MPI"
        if rank[row] > 0 and cpu[1] < cpu[0]:
            yield f"rank {rank[row]}: {cpu} ns of processor time"


def main():
    with h5py.File(sys.argv[1]) as file:
        found = list(problems(file))
    print("\n".join(found))
    return bool(found)


sys.exit(main())
