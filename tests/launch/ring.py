# SPDX-License-Identifier: BSD-3-Clause
"""MPI from Python, by mpi4py: two ranks, and how often they call what they call
themselves, as tests/calls/programs/expect.h describes.  mpi4py calls more."""
import os

from mpi4py import MPI

world = MPI.COMM_WORLD
rank = world.Get_rank()
data = bytearray(1000 * [rank])
for size in 0, 10, 1000:
    world.Sendrecv_replace([data, size, MPI.BYTE], 1 - rank, 7, 1 - rank, 7)
world.Bcast([data, 12, MPI.BYTE], 0)
sums = bytearray(8)
world.Allreduce([data, 8, MPI.BYTE], [sums, 8, MPI.BYTE], MPI.BOR)
# A broadcast sends from its root, and the others receive.
lines = [f"{rank} of {world.Get_size()}: {sum(data)} {sum(sums)}",
         f"expect {rank} MPI_Sendrecv_replace 3 1010 1010",
         f"expect {rank} MPI_Bcast 1 {12 * (rank == 0)} {12 * (rank != 0)}",
         f"expect {rank} MPI_Allreduce 1 8 8"]
# In one piece: lines of two ranks would mix.
os.write(1, "".join(line + "\n" for line in lines).encode())
