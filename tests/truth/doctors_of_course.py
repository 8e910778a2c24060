# SPDX-License-Identifier: BSD-3-Clause
"""What makes sentences about the kernel's part, idling and changes false."""

from doctored import doctored, SLOW


def say_system (parts, **numbers):
    kernel = sum (p["time_s"] for p in parts.job["account"]["parts"]
                  if p["part"] == "kernel")
    parts.say ("system", "processor time is in the kernel",
               **{"cost_s": kernel, "value": 0, "subject": None, **numbers})


@doctored ("part_in_kernel")
def cost_in_kernel (parts):
    say_system (parts, cost_s=1e3)


@doctored ("part_in_kernel")
def more_in_kernel (parts):
    say_system (parts, value=0.99)


@doctored ("part_in_kernel")
def more_faults (parts):
    say_system (parts, subject=1, reference=1e12)


@doctored ("idles_most")
def another_idles (parts):
    parts.say ("idle", "rank 0 the most of it", rank=0, value=0.0)
    for rank, runs in ((0, 10 ** 12), (1, 0)):
        parts.count (rank, "os::CPU_TIME", runs)
        parts.count (rank, "os::WAIT_TIME", 0)
    parts.threads = [t for t in parts.threads if t["role"] == "main"]


@doctored ("idles_alike")
def one_idles (parts):
    parts.say ("idle", "main threads are blocked, one as the other", value=0.0, rank=None)
    for rank, row in enumerate (parts.ranks):
        row["account"] = {"whole_s": 10.0,
                          "parts": [{"part": "blocked", "time_s": 9.0 if rank else 1.0}]}


def say_changed (parts, text="ranks are in MPI", **numbers):
    rows = parts.ranks
    part = sum (r["mpi_s"] for r in rows) / sum (r["wall_s"] for r in rows)
    parts.say ("changed", text, **{"rank": None, "value": max (r["wall_s"] for r in rows) / 2,
                                   "reference": part * 0.9, "share": part * 1.1, **numbers})


@doctored ("change_adds_up")
def change_after_the_end (parts):
    say_changed (parts, value=1e6)


@doctored ("change_adds_up")
def change_of_more (parts):
    say_changed (parts, reference=0.9, share=0.99)


@doctored ("change_adds_up")
def change_by_no_reads (parts):
    parts.count (SLOW, "os::MAJOR_FAULTS", 0)
    say_changed (parts, rank=SLOW, subject="reads")


@doctored ("change_adds_up")
def change_of_whom (parts):
    parts.ranks[SLOW]["mpi_s"] = 1.5 * max (r["mpi_s"] for r in parts.ranks)
    say_changed (parts, rank=SLOW)
