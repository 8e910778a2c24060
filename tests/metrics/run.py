#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Compare hpmagg's tables of metrics with values computed by hand.

    run.py rank|host|hosts|job RANK.csv TABLE.csv

The counts are those of run.counts.  Each metric has three values: of rank 0, of
rank 1, and of both together, where counts are added up before they are divided.
"""
import csv
import math
import sys

# Cycles are 1e6 and 3e6, together 4e6; instructions 2e6 and 1.5e6, 3.5e6; loads
# and stores 4e5 and 6e5, 1e6; operations 8e5 and 1.2e6, 2e6.
VALUES = {
    "ipc": (2, 0.5, 0.875),                     # 3.5 / 4, not 1.25
    "clock_ratio": (200, 100, 400 / 3.5),       # 1 / 0.5, 3 / 3, 4 / 3.5
    "completed_share": (80, 75, 350 / 4.5),     # 2 / 2.5, 1.5 / 2, 3.5 / 4.5
    "idle_completion": (25, 75, 62.5),          # 0.25 / 1, 2.25 / 3, 2.5 / 4
    "instr_per_icache_miss": (2000, 3000, 7000 / 3),   # 3.5e6 / 1500
    "integer_instr": (500000, 600000, 1100000),
    "integer_per_cycle": (0.5, 0.2, 0.275),     # 1.1 / 4
    "integer_per_access": (1.25, 1, 1.1),       # 5 / 4, 6 / 6, 11 / 10
    "flop": (800000, 1200000, 2000000),
    "flop_per_cycle": (0.8, 0.4, 0.5),
    "fp_per_cycle": (0.2, 0.1, 0.125),          # 5e5 / 4e6
    "weighted_flop": (830000, 1320000, 2150000),   # + 3 * 10000, 3 * 40000
    "flop_per_access": (2, 2, 2),
    "flop_per_byte_read": (800000 / 2**20, 400000 / 2**20, 500000 / 2**20),
    "fma_share": (25, 50, 40),                  # 2 * 1e5 / 8e5, 6 / 12, 8 / 20
    "fp_share": (10, 20, 50 / 3.5),             # 2e5 / 2e6, 3 / 15, 5 / 35
    "vector_share": (5, 10, 25 / 3.5),
    "accesses": (400000, 600000, 1000000),
    "instr_per_access": (5, 2.5, 3.5),
    "accesses_per_cycle": (0.4, 0.2, 0.25),
    "accesses_per_fp": (2, 2, 2),
    "loads_per_store": (3, 3, 3),
    "l1_hit_rate": (90, 95, 93),                # 4e4 / 4e5, 3e4 / 6e5, 7 / 100
    "l2_hit_rate": (75, 80, 540 / 7),           # 1 / 4, 6 / 30, 16 / 70
    "loads_per_l1_miss": (10, 30, 50 / 3),      # 75e4 / 45e3
    "stores_per_l1_miss": (10, 30, 50 / 3),     # 25e4 / 15e3
    "accesses_per_l1_miss": (10, 20, 100 / 7),
    "accesses_per_l2_miss": (40, 100, 62.5),    # 1e6 / 16e3
    "l1_per_l2_miss": (4, 5, 4.375),            # 70 / 16
    "l1_line_reuse": (9, 19, 93 / 7),
    "l2_line_reuse": (3, 4, 3.375),             # 54 / 16
    "l1_l2_traffic": (4, 2, 6),                 # 65536 and 32768 lines
    "l2_loads": (16384, 32768, 49152),
    "l2_load_traffic": (1, 2, 3),
    "l2_load_miss_rate": (50, 300 / 7, 500 / 11),   # 2 / 4, 3 / 7, 5 / 11
    "l2_loads_per_cycle": (1.6384, 3.2768 / 3, 1.2288),
    "l3_loads": (8192, 16384, 24576),
    "l3_load_traffic": (0.5, 1, 1.5),
    "l3_load_miss_rate": (50, 100 / 3, 40),     # 1 / 2, 1 / 3, 2 / 5
    "l3_loads_per_cycle": (0.8192, 1.6384 / 3, 0.6144),
    "misses_in_flight": (3, 1, 1.5),            # 3 / 1, 3 / 3, 6 / 4
    "prefetch_miss_rate": (20, 50, 42.5),       # 2 / 10, 15 / 30, 17 / 40
    "snoop_hit_rate": (80, 50, 700 / 11),       # 40 / 50, 30 / 60, 70 / 110
    "memory_read": (1, 3, 4),                # 16384 and 49152 lines
    "memory_loads": (8192, 8192, 16384),
    "memory_loads_per_cycle": (0.8192, 0.8192 / 3, 0.4096),
    "tlb_miss_rate": (0.5, 0.25, 0.35),         # 2 / 400, 1.5 / 600, 3.5 / 1000
    "loads_per_tlb_miss": (150, 300, 1500 / 7),    # 750 / 3.5
    "accesses_per_tlb_miss": (200, 400, 2000 / 7),
    "tlb_misses_per_cycle": (0.2, 0.05, 0.0875),
    "branch_misprediction": (1, 5, 2.6),        # 3 / 300, 10 / 200, 13 / 500
    "l2_latency": (131072e-9, 262144e-9, 393216e-9),       # 8 ns each
    "l3_latency": (327680e-9, 655360e-9, 983040e-9),       # 40 ns
    "memory_latency": (819200e-9, 819200e-9, 1638400e-9),  # 100 ns
    "tlb_latency": (100e-6, 75e-6, 175e-6),                # 50 ns
}

# These by the seconds that were counted: of a rank its own, of several those of
# the longest.
BY_WALL = {
    "mips": (2, 1.5, 3.5),
    "mflops": (0.8, 1.2, 2),
    "weighted_mflops": (0.83, 1.32, 2.15),
    "l1_l2_bandwidth": (4, 2, 6),
    "l2_load_bandwidth": (1, 2, 3),
    "l3_load_bandwidth": (0.5, 1, 1.5),
    "memory_read_bandwidth": (1, 3, 4),
}

# And these by a count of the system: 0.5 ns a load, 1 a store, 5, 20 and 50 the
# misses of the caches, 30 those of the TLB.
BY_EVENT = {
    "clock_seen": ("os::CPU_TIME", (1e9, 3e9, 4e9)),
    "mflops_user": ("os::USER_TIME", (8e8, 12e8, 2e9)),
    "fp_rate_user": ("os::USER_TIME", (2e8, 3e8, 5e8)),
    "memory_access_time": ("os::WALL_TIME",
                           (152920000, 314760000, 467680000)),
}

# What the system and MPI counted is in the same table.
OF_TABLE = {
    "cpu_time": lambda c: c("os::CPU_TIME") / 1e9,
    "user_time": lambda c: c("os::USER_TIME") / 1e9,
    "utilization": lambda c: 100 * c("os::CPU_TIME") / c("os::WALL_TIME"),
    "system_share": lambda c: 100 * c("os::SYSTEM_TIME")
    / (c("os::USER_TIME") + c("os::SYSTEM_TIME")),
    "waiting_share": lambda c: 100 * c("os::WAIT_TIME") / c("os::WALL_TIME"),
    "mpi_time": lambda c: (c("mpi::TIME") + c("mpi::IO_TIME")) / 1e9,
    "mpi_sent": lambda c: c("mpi::BYTES_SENT") / 2**20,
    "mpi_call_rate": lambda c: c("mpi::CALLS") / c("wall_s"),
    "page_fault_rate": lambda c: (c("os::MINOR_FAULTS")
                                  + c("os::MAJOR_FAULTS")) / c("wall_s"),
    "cpu_migrations": lambda c: c("os::CPU_MIGRATIONS"),
    "preemption_rate": lambda c: c("os::INVOLUNTARY_SWITCHES") / c("wall_s"),
    "read_bandwidth": lambda c: c("os::BYTES_READ") / 2**20 / c("wall_s"),
    "write_bandwidth": lambda c: c("os::BYTES_WRITTEN") / 2**20 / c("wall_s"),
    "peak_memory": lambda c: c("os::PEAK_MEMORY") / 2**20,
}

# A mean over the ranks says something; one over their sums is a mean, too.
NO_TOTAL = {"mflops_user"}

RANK_0, RANK_1, BOTH = range(3)
differences = []


def expected(metric, which, cell):
    """What the metric is; nan where it is divided by 0."""
    try:
        if metric in VALUES:
            return VALUES[metric][which]
        if metric in BY_WALL:
            return BY_WALL[metric][which] / cell("wall_s")
        if metric in BY_EVENT:
            event, values = BY_EVENT[metric]
            return values[which] / cell(event)
        return OF_TABLE[metric](cell)
    except ZeroDivisionError:
        return math.nan


def compare(what, metric, got, which, cell):
    wanted = expected(metric, which, cell)
    value = float(got) if got else math.nan
    if math.isnan(value) and math.isnan(wanted):
        return
    if not math.isclose(value, wanted, rel_tol=1e-9, abs_tol=1e-12):
        differences.append(f"{what}: {metric} is {got}, expected {wanted}")


def read(path):
    with open(path, newline="") as file:
        return list(csv.DictReader(file))


def metrics():
    return [*VALUES, *BY_WALL, *BY_EVENT, *OF_TABLE]


def cell_of(row):
    return lambda name: float(row[name])


def mean_of(ranks, metric):
    means = [expected(metric, which, cell_of(ranks[which]))
             for which in (RANK_0, RANK_1)]
    return sum(means) / 2


def compare_row(what, row, which):
    for metric in metrics():
        if metric not in NO_TOTAL or which != BOTH:
            compare(what, metric, row.get(metric), which, cell_of(row))


def compare_means(what, row, ranks):
    """Of a host, where the formula over its sums says nothing."""
    for metric in NO_TOTAL:
        if not math.isclose(float(row[metric]), mean_of(ranks, metric),
                            rel_tol=1e-9):
            differences.append(f"{what}: {metric} is {row[metric]}, expected"
                               f" {mean_of(ranks, metric)}")


def compare_job(ranks, table):
    """Totals of the metrics, and means of those of the ranks."""
    totals = {r["name"]: float(r["total"] or "nan")
              for r in table if r["what"] == "event"}
    totals["wall_s"] = max(float(r["wall_s"]) for r in ranks)
    totals["threads"] = sum(float(r["threads"]) for r in ranks)
    found = {r["name"]: r for r in table if r["what"] == "metric"}
    for metric in metrics():
        row = found.get(metric, {})
        if metric not in NO_TOTAL:
            compare("job", metric, row.get("total"), BOTH, totals.get)
        elif row.get("total"):
            differences.append(f"job: {metric} has a total of {row['total']}")
        wanted = mean_of(ranks, metric)
        if row.get("mean") and not math.isnan(wanted) \
                and not math.isclose(float(row["mean"]), wanted,
                                     rel_tol=1e-9, abs_tol=1e-12):
            differences.append(f"job: {metric} has a mean of {row['mean']},"
                               f" expected {wanted}")


def main():
    level, ranks, table = sys.argv[1], read(sys.argv[2]), read(sys.argv[3])
    if level == "rank":
        compare_row("rank 0", table[0], RANK_0)
        compare_row("rank 1", table[1], RANK_1)
    elif level == "job":
        compare_job(ranks, table)
    else:
        compare_row("first host", table[0], BOTH)
        compare_means("first host", table[0], ranks)
        if level == "hosts":
            compare_row("second host", table[1], RANK_1)
        if len(table) != (2 if level == "hosts" else 1):
            differences.append(f"there are {len(table)} hosts")
    if not any(float(row["os::USER_TIME"]) > 0 for row in ranks):
        differences.append("no rank has user time")
    for line in differences:
        print(line)
    return 1 if differences else 0


sys.exit(main())
