/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What every installed metric is, computed by hand: counts of its events, the
 * value, what of it must not be zero, and what it is without an event that it
 * can do without.  The rank was counted for 2 s on 4 threads; lines have 64
 * bytes; `costs` below are those of the table of costs.
 */
#ifndef HPM_TESTS_METRICS_ROWS_H
#define HPM_TESTS_METRICS_ROWS_H

struct metric_row {
    const char *metric;
    const char *counts; /* "event=count ..." of event lines or events */
    double value;
    const char *divisors; /* "a b&c": no value where a is 0, or where b and
                                c both are; may have "wall" */
    const char *spared;   /* an event it can do without, or NULL */
    double without;       /* the value then */
};

static const struct {
    const char *name;
    double value;
} costs[] = {
    { "cost_load", 0.5e-9 },       { "cost_store", 1e-9 },
    { "cost_l1_miss", 5e-9 },      { "cost_l2_miss", 20e-9 },
    { "cost_l3_miss", 50e-9 },     { "cost_tlb_miss", 30e-9 },
    { "latency_l2", 8e-9 },        { "latency_l3", 40e-9 },
    { "latency_memory", 100e-9 },  { "latency_tlb", 50e-9 },
    { "peak_bandwidth", 4194304 }, { "peak_flops", 1e6 },
};

/* clang-format off */
#define ROW(metric_, counts_, value_, ...)                                     \
    { .metric = metric_, .counts = counts_, .value = value_, __VA_ARGS__ }
static const struct metric_row rows[] = {
    /* ---- time ----------------------------------------------------------- */
    ROW ("cpu_time", "cpu_ns=4e9", 4),
    ROW ("user_time", "user_ns=3e9", 3),
    /* (5 + 1) s of 4 threads that lived for 2 s each */
    ROW ("utilization", "cpu_ns=6e9 life_ns=8e9", 75, .divisors = "life_ns"),
    /* both as the system tells them: of processes that have ended both lack what
       was after the last look */
    ROW ("system_share", "system_ns=1e9 user_ns=3e9", 25,
         .divisors = "user_ns&system_ns"),
    ROW ("waiting_share", "waiting_ns=2e9 life_ns=8e9", 25,
         .divisors = "life_ns"),
    ROW ("mpi_time", "mpi_ns=4e9", 4),
    ROW ("mpi_sent", "mpi_sent_bytes=3145728", 3),        /* 3 * 1024 * 1024 */
    ROW ("mpi_call_rate", "mpi_calls=500", 250, .divisors = "wall"),

    /* ---- cycles and instructions ---------------------------------------- */
    ROW ("ipc", "instructions=3000 cycles=2000", 1.5, .divisors = "cycles"),
    ROW ("mips", "instructions=6e6", 3, .divisors = "wall"),
    /* 6e9 cycles in 3 s */
    ROW ("clock_seen", "cycles=6e9 cpu_ns=3e9", 2000,
         .divisors = "cpu_ns"),
    ROW ("clock_ratio", "cycles=3000 reference_cycles=2000", 150,
         .divisors = "reference_cycles"),
    ROW ("completed_share", "instructions=900 dispatched_instructions=1000", 90,
         .divisors = "dispatched_instructions"),
    ROW ("completed_share",
         "completed_operations=600 dispatched_operations=800",
         75, .divisors = "dispatched_operations"),
    ROW ("idle_completion", "cycles_completing_nothing=300 cycles=1200", 25,
         .divisors = "cycles"),
    ROW ("instr_per_icache_miss", "instructions=5000 instruction_misses=20",
         250,
         .divisors = "instruction_misses"),
    ROW ("integer_instr", "integer_instructions=700", 700),
    ROW ("integer_per_cycle", "integer_instructions=700 cycles=1400", 0.5,
         .divisors = "cycles"),
    ROW ("integer_per_access", "integer_instructions=700 loads_and_stores=200",
         3.5, .divisors = "loads_and_stores"),

    /* ---- floating point ------------------------------------------------- */
    ROW ("flop", "fp_operations=8000", 8000),
    /* 1 + 2 * 10 + 4 * 100 + 8 * 1000 + 16 * 10000 */
    ROW ("flop", "intel_scalar=1 intel_2_flops=10 intel_4_flops=100 "
                 "intel_8_flops=1000 intel_16_flops=10000", 168421),
    ROW ("flop", "arm_v1_fixed=5 arm_v1_scaled=7", 19),   /* 5 + 2 * 7 */
    /* 1 + 2 * 10 + 4 * 100 + 8 * 1000 */
    ROW ("flop", "power_1_flop=1 power_2_flops=10 power_4_flops=100 "
                 "power_8_flops=1000", 8421),
    ROW ("flop", "program_flop=12", 12),
    ROW ("mflops", "fp_operations=8e6", 4, .divisors = "wall"),
    /* 6e9 in 2 s of user time */
    ROW ("mflops_user", "fp_operations=6e9 user_ns=2e9", 3000,
         .divisors = "user_ns"),
    ROW ("flop_per_cycle", "fp_operations=8000 cycles=2000", 4,
         .divisors = "cycles"),
    ROW ("fp_per_cycle", "fp_instructions=500 cycles=1000", 0.5,
         .divisors = "cycles"),
    ROW ("fp_rate_user", "fp_instructions=4e9 user_ns=2e9", 2000,
         .divisors = "user_ns"),
    /* 1000 + 3 * 100: a division counts 4, of which 1 is in the operations */
    ROW ("weighted_flop", "fp_operations=1000 divisions=100", 1300),
    /* (1e6 + 3 * 1e6) / 2 s */
    ROW ("weighted_mflops", "fp_operations=1e6 divisions=1e6", 2,
         .divisors = "wall"),
    ROW ("flop_per_access", "fp_operations=600 loads_and_stores=200", 3,
         .divisors = "loads_and_stores"),
    /* 6400 / 3200; 6400 / (1 + 3) MiB */
    ROW ("flop_per_byte", "fp_operations=6400 program_bytes=3200", 2,
         .divisors = "program_bytes"),
    ROW ("flop_per_byte", "fp_operations=8388608 imc_read=1 imc_written=3", 2,
         .divisors = "imc_read&imc_written"),
    ROW ("flop_per_byte_read", "fp_operations=6400 l3_misses=50", 2,
         .divisors = "l3_misses"),
    ROW ("double_mflops", "double_operations=8e6", 4, .divisors = "wall"),
    /* (1 + 2 * 10 + 4 * 100 + 8 * 1000) million in 2 s */
    ROW ("double_mflops", "intel_double_1=1e6 intel_2_flops=1e7 "
                          "intel_double_4=1e8 intel_double_8=1e9", 4210.5,
         .divisors = "wall"),
    ROW ("single_mflops", "single_operations=8e6", 4, .divisors = "wall"),
    /* (1 + 4 * 10 + 8 * 100 + 16 * 1000) million in 2 s */
    ROW ("single_mflops", "intel_single_1=1e6 intel_single_4=1e7 "
                          "intel_single_8=1e8 intel_16_flops=1e9", 8420.5,
         .divisors = "wall"),
    ROW ("packed_share", "packed_fp=300 scalar_fp=100", 75,
         .divisors = "packed_fp&scalar_fp"),
    ROW ("fma_share", "fma_flop=250 fp_operations=1000", 25,
         .divisors = "fp_operations"),
    /* 2 operations each */
    ROW ("fma_share", "fma_instructions=200 fp_operations=1000", 40,
         .divisors = "fp_operations"),
    ROW ("fp_share", "fp_instructions=300 instructions=1200", 25,
         .divisors = "instructions"),
    ROW ("vector_share", "vector_instructions=100 instructions=400", 25,
         .divisors = "instructions"),

    /* ---- caches --------------------------------------------------------- */
    ROW ("accesses", "loads_and_stores=123", 123),
    ROW ("instr_per_access", "instructions=900 loads_and_stores=300", 3,
         .divisors = "loads_and_stores"),
    ROW ("accesses_per_cycle", "loads_and_stores=300 cycles=1200", 0.25,
         .divisors = "cycles"),
    ROW ("accesses_per_fp", "loads_and_stores=600 fp_instructions=200", 3,
         .divisors = "fp_instructions"),
    ROW ("loads_per_store", "loads=900 stores=300", 3, .divisors = "stores"),
    ROW ("l1_hit_rate", "loads_and_stores=1000 l1_misses=50", 95,
         .divisors = "loads_and_stores"),
    ROW ("l2_hit_rate", "l1_misses=200 l2_misses=50", 75,
         .divisors = "l1_misses"),
    ROW ("loads_per_l1_miss", "loads=1000 l1_load_misses=40", 25,
         .divisors = "l1_load_misses"),
    ROW ("stores_per_l1_miss", "stores=600 l1_store_misses=30", 20,
         .divisors = "l1_store_misses"),
    ROW ("accesses_per_l1_miss", "loads_and_stores=1000 l1_misses=50", 20,
         .divisors = "l1_misses"),
    ROW ("accesses_per_l2_miss", "loads_and_stores=1000 l2_misses=8", 125,
         .divisors = "l2_misses"),
    ROW ("l1_per_l2_miss", "l1_misses=200 l2_misses=50", 4,
         .divisors = "l2_misses"),
    ROW ("l1_line_reuse", "loads_and_stores=1000 l1_misses=50", 19,
         .divisors = "l1_misses"),
    ROW ("l2_line_reuse", "l1_misses=200 l2_misses=50", 3,
         .divisors = "l2_misses"),
    /* 64 * (24576 + 8192) = 2 * 1048576; 64 * 24576 = 1.5 * 1048576 */
    ROW ("l1_l2_traffic", "l1_misses=24576 l1_write_backs=8192", 2,
         .spared = "l1_write_backs", .without = 1.5),
    ROW ("l1_l2_bandwidth", "l1_misses=24576 l1_write_backs=8192", 1,
         .divisors = "wall",
         .spared = "l1_write_backs", .without = 0.75),
    ROW ("l2_loads", "loads_from_l2=77", 77),
    ROW ("l2_loads", "l2_reads=100 l2_read_misses=40", 60),
    ROW ("l2_load_traffic", "loads_from_l2=32768", 2),    /* 64 * 32768 */
    ROW ("l2_load_bandwidth", "loads_from_l2=32768", 1, .divisors = "wall"),
    ROW ("l2_load_miss_rate",
         "loads_from_l2=70 loads_from_l3=20 loads_from_memory=10", 30,
         .divisors = "loads_from_l2&loads_from_l3&loads_from_memory"),
    ROW ("l2_loads_per_cycle", "loads_from_l2=50 cycles=1000", 5,
         .divisors = "cycles"),
    ROW ("l3_loads", "loads_from_l3=33", 33),
    ROW ("l3_loads", "l3_reads=100 l3_read_misses=25", 75),
    ROW ("l3_load_traffic", "loads_from_l3=16384", 1),    /* 64 * 16384 */
    ROW ("l3_load_bandwidth", "loads_from_l3=16384", 0.5, .divisors = "wall"),
    ROW ("l3_load_miss_rate", "loads_from_l3=75 loads_from_memory=25", 25,
         .divisors = "loads_from_l3&loads_from_memory"),
    ROW ("l3_loads_per_cycle", "loads_from_l3=20 cycles=1000", 2,
         .divisors = "cycles"),
    /* 64 * (24576 + 8192) = 2 * 1048576 */
    ROW ("l2_l3_traffic", "l2_lines_in=24576 l2_lines_written=8192", 2),
    ROW ("l3_bandwidth", "l2_lines_in=24576 l2_lines_written=8192", 1,
         .divisors = "wall"),
    ROW ("load_stalls", "stalls_any_load=600 cycles=1000", 60,
         .divisors = "cycles"),
    ROW ("l1_stalls", "stalls_any_load=600 stalls_l1_miss=500 cycles=1000", 10,
         .divisors = "cycles"),
    ROW ("l2_stalls", "stalls_l1_miss=500 stalls_l2_miss=350 cycles=1000", 15,
         .divisors = "cycles"),
    ROW ("l2_stalls", "stalls_l1_miss_only=150 cycles=1000", 15,
         .divisors = "cycles"),
    ROW ("beyond_l2_stalls", "stalls_l2_miss=350 cycles=1000", 35,
         .divisors = "cycles"),
    ROW ("l3_stalls", "stalls_l2_miss=350 stalls_l3_miss=100 cycles=1000", 25,
         .divisors = "cycles"),
    ROW ("memory_stalls", "stalls_l3_miss=100 cycles=1000", 10,
         .divisors = "cycles"),
    ROW ("misses_in_flight", "l1_misses_each_cycle=3000 cycles=1000", 3,
         .divisors = "cycles"),
    ROW ("misses_in_flight", "quarter_l1_misses_each_cycle=500 cycles=1000", 2,
         .divisors = "cycles"),
    ROW ("prefetch_miss_rate", "prefetch_misses=50 prefetches=200", 25,
         .divisors = "prefetches"),
    ROW ("prefetch_miss_rate", "prefetch_hits=20 prefetches=200", 90,
         .divisors = "prefetches"),
    ROW ("snoop_hit_rate", "snoop_hits=30 snoop_misses=10", 75,
         .divisors = "snoop_hits&snoop_misses"),

    /* ---- memory --------------------------------------------------------- */
    ROW ("memory_read", "l3_misses=32768", 2),            /* 64 * 32768 */
    /* 64 * (40000 - 4232 - 3000) = 2 * 1048576 */
    ROW ("memory_read", "a64fx_refills=40000 a64fx_swaps=4232 "
                        "a64fx_merged=3000", 2),
    ROW ("memory_read_bandwidth", "l3_misses=32768", 1, .divisors = "wall"),
    /* 64 * (40000 - 5000 - 3000 + 768) = 2 * 1048576 */
    ROW ("memory_traffic", "a64fx_refills=40000 a64fx_swaps=5000 "
                           "a64fx_merged=3000 a64fx_write_backs=768", 2),
    ROW ("memory_traffic", "program_bytes=3145728", 3),
    ROW ("memory_traffic", "imc_read=5 imc_written=2", 7),
    /* 64 * (32768 + 16384) */
    ROW ("memory_traffic", "umc_reads=32768 umc_writes=16384", 3),
    ROW ("memory_bandwidth", "program_bytes=3145728", 1.5, .divisors = "wall"),
    ROW ("memory_bandwidth", "imc_read=5 imc_written=2", 3.5,
         .divisors = "wall"),
    ROW ("near_loads", "near_memory_loads=90", 90),
    ROW ("far_loads", "far_memory_loads=30", 30),
    ROW ("far_share", "near_memory_loads=90 far_memory_loads=30", 25,
         .divisors = "near_memory_loads&far_memory_loads"),
    ROW ("memory_loads", "loads_from_memory=17", 17),
    ROW ("memory_loads_per_cycle", "loads_from_memory=30 cycles=1000", 3,
         .divisors = "cycles"),

    /* ---- energy, controllers -------------------------------------------- */
    ROW ("package_energy_use", "package_energy=100", 100),
    ROW ("package_power", "package_energy=100", 50, .divisors = "wall"),
    ROW ("dram_energy_use", "dram_energy=30", 30),
    ROW ("dram_power", "dram_energy=30", 15, .divisors = "wall"),
    ROW ("system_energy_use", "system_energy=400", 400),
    /* 100 J for 5e9 operations */
    ROW ("energy_per_flop", "package_energy=100 fp_operations=5e9", 20,
         .divisors = "fp_operations"),
    ROW ("controller_read", "imc_read=500", 500),
    /* 64 * 32768 and 32 * 65536 bytes */
    ROW ("controller_read", "umc_reads=32768", 2),
    ROW ("controller_read", "scf_reads=65536", 2),
    ROW ("controller_written", "imc_written=100", 100),
    ROW ("controller_written", "umc_writes=16384", 1),
    ROW ("controller_written", "scf_bytes_written=3145728", 3),
    ROW ("controller_read_bandwidth", "imc_read=500", 250, .divisors = "wall"),
    ROW ("controller_write_bandwidth", "imc_written=100", 50,
         .divisors = "wall"),
    /* (500 + 100) MiB in 2 s */
    ROW ("controller_bandwidth", "imc_read=500 imc_written=100", 300,
         .divisors = "wall"),

    /* ---- TLB, branches -------------------------------------------------- */
    ROW ("tlb_miss_rate", "tlb_misses=2 loads_and_stores=1000", 0.2,
         .divisors = "loads_and_stores"),
    ROW ("loads_per_tlb_miss", "loads=1000 tlb_misses=4", 250,
         .divisors = "tlb_misses"),
    ROW ("accesses_per_tlb_miss", "loads_and_stores=2000 tlb_misses=4", 500,
         .divisors = "tlb_misses"),
    ROW ("tlb_misses_per_cycle", "tlb_misses=5 cycles=1000", 0.5,
         .divisors = "cycles"),
    ROW ("branch_misprediction", "mispredicted=30 branches=1500", 2,
         .divisors = "branches"),

    /* ---- operating system ----------------------------------------------- */
    ROW ("page_fault_rate", "page_faults=500", 250, .divisors = "wall"),
    ROW ("cpu_migrations", "os::CPU_MIGRATIONS=3", 3),
    ROW ("preemption_rate", "os::INVOLUNTARY_SWITCHES=50", 25,
         .divisors = "wall"),
    ROW ("read_bandwidth", "os::BYTES_READ=4194304", 2, .divisors = "wall"),
    ROW ("write_bandwidth", "os::BYTES_WRITTEN=2097152", 1, .divisors = "wall"),
    ROW ("peak_memory", "os::PEAK_MEMORY=104857600", 100),

    /* ---- by the table of costs ------------------------------------------ */
    ROW ("l2_latency", "loads_from_l2=1e9", 8),
    ROW ("l2_latency", "l1_misses=1e9 l2_misses=5e8", 4),
    ROW ("l3_latency", "loads_from_l3=1e8", 4),
    ROW ("l3_latency", "l2_misses=3e8 l3_misses=2e8", 4),
    ROW ("memory_latency", "loads_from_memory=2e7", 2),
    ROW ("memory_latency", "l3_misses=1e7", 1),
    ROW ("tlb_latency", "tlb_misses=1e8", 5),
    /* (0.5 + 0.5 + 0.5 + 0.4 + 0.09 + 0.05) s of 4 s */
    ROW ("memory_access_time",
         "loads=1e9 stores=5e8 l1_misses=1e8 l2_misses=2e7 tlb_misses=3e6 "
         "l3_misses=1e6 os::WALL_TIME=4e9", 51,
         .divisors = "os::WALL_TIME", .spared = "l3_misses",
      .without = 49.75),

    /* 4e6 of 1e6 a second, for 2 s on 4 threads */
    ROW ("peak_flops_share", "fp_operations=4e6", 50, .divisors = "wall"),
    /* 4 MiB in 2 s of 4 MiB/s */
    ROW ("peak_bandwidth_share", "program_bytes=4194304", 50,
         .divisors = "wall"),
    ROW ("roofline_share", "fp_operations=2e6 program_bytes=4194304", 50,
         .divisors = "wall"),
    ROW ("roofline_share", "fp_operations=6e6 program_bytes=4194304", 75,
         .divisors = "wall"),

    /* ---- top-down -------------------------------------------------------- */
#include "tests/metrics/topdown_rows.h"

    /* ---- energy and traffic of hosts ------------------------------------- */
    ROW ("package_energy_use", "package_energy=300", 300),
    ROW ("package_power", "package_energy=300", 150, .divisors = "wall"),
    ROW ("dram_energy_use", "dram_energy=40", 40),
    ROW ("dram_power", "dram_energy=40", 20, .divisors = "wall"),
    ROW ("system_energy_use", "system_energy=700", 700),
    ROW ("controller_bandwidth", "imc_read=3000 imc_written=1000", 2000,
         .divisors = "wall"),
};
/* clang-format on */

#endif /* HPM_TESTS_METRICS_ROWS_H */
