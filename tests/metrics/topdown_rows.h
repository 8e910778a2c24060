/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The rows of rows.h for top-down analysis, which includes them into its table.
 */
/* clang-format off */
    ROW ("retiring", "slots_retiring=200 slots=500", 40, .divisors = "slots"),
    /* of 6 * 100 - 100 slots, of 8 * 100 - 100 */
    ROW ("retiring", "zen_retired=250 zen4_cycles=100 zen_other_thread=100",
         50),
    ROW ("retiring", "zen_retired=350 zen5_cycles=100 zen_other_thread=100",
         50),
    /* 3 / 4 of the half that is not stalled: 400 of 800, 250 of 500 and 500 of
     * 1000 slots are */
    ROW ("retiring",
         "arm_retired=300 arm_issued=400 arm_stalled=400 arm_8_cycles=100",
         37.5, .divisors = "arm_issued arm_8_cycles"),
    ROW ("retiring",
         "arm_retired=300 arm_issued=400 arm_stalled=250 arm_5_cycles=100",
         37.5, .divisors = "arm_issued arm_5_cycles"),
    ROW ("retiring",
         "arm_retired=300 arm_issued=400 arm_stalled=500 arm_10_cycles=100",
         37.5, .divisors = "arm_issued arm_10_cycles"),
    ROW ("retiring", "core_retired=100 core_cycles=100", 25,
         .divisors = "core_cycles"),
    ROW ("bad_speculation", "slots_bad=50 slots=500", 10, .divisors = "slots"),
    ROW ("bad_speculation",
         "zen_dispatched=300 zen_retired=250 zen4_cycles=100"
         " zen_other_thread=100", 10),
    ROW ("bad_speculation",
         "zen_dispatched=420 zen_retired=350 zen5_cycles=100"
         " zen_other_thread=100", 10),
    /* 1 / 4 of the half that is not stalled, and 4 * 5 or 20 of 100 cycles */
    ROW ("bad_speculation",
         "arm_retired=300 arm_issued=400 arm_stalled=400 arm_8_cycles=100"
         " v1_mispredicted=5", 32.5, .divisors = "arm_issued arm_8_cycles"),
    ROW ("bad_speculation",
         "arm_retired=300 arm_issued=400 arm_stalled=400 arm_8_cycles=100"
         " v2_mispredicted=5", 32.5, .divisors = "arm_issued arm_8_cycles"),
    ROW ("bad_speculation",
         "arm_retired=300 arm_issued=400 arm_stalled=250 arm_5_cycles=100"
         " v2_mispredicted=5", 32.5, .divisors = "arm_issued arm_5_cycles"),
    ROW ("bad_speculation",
         "arm_retired=300 arm_issued=400 arm_stalled=500 arm_10_cycles=100"
         " v3_flushed=20", 32.5, .divisors = "arm_issued arm_10_cycles"),
    /* 120 - 100 + 4 * 5 of 400 */
    ROW ("bad_speculation",
         "core_issued=120 core_retired=100 core_recovery=5 core_cycles=100", 10,
         .divisors = "core_cycles"),
    ROW ("frontend_bound", "slots_frontend=100 slots=500", 20,
         .divisors = "slots"),
    ROW ("frontend_bound",
         "zen_no_operation=100 zen4_cycles=100 zen_other_thread=100", 20),
    ROW ("frontend_bound",
         "zen_no_operation=140 zen5_cycles=100 zen_other_thread=100", 20),
    /* 240 / 800 - 4 * 5 / 100; 120 / 800 - 5 / 100; 75 / 500 - 5 / 100;
     * 300 / 1000 - 20 / 100 */
    ROW ("frontend_bound", "arm_frontend=240 arm_8_cycles=100"
         " v1_mispredicted=5", 10, .divisors = "arm_8_cycles"),
    ROW ("frontend_bound", "arm_frontend=120 arm_8_cycles=100"
         " v2_mispredicted=5", 10, .divisors = "arm_8_cycles"),
    ROW ("frontend_bound", "arm_frontend=75 arm_5_cycles=100"
         " v2_mispredicted=5", 10, .divisors = "arm_5_cycles"),
    ROW ("frontend_bound", "arm_frontend=300 arm_10_cycles=100 v3_flushed=20",
         10, .divisors = "arm_10_cycles"),
    ROW ("frontend_bound",
         "core_undelivered=80 core_retired=100 core_cycles=100", 20,
         .divisors = "core_cycles"),
    ROW ("backend_bound", "slots_backend=150 slots=500", 30,
         .divisors = "slots"),
    ROW ("backend_bound",
         "zen_stalled=100 zen4_cycles=100 zen_other_thread=100", 20),
    ROW ("backend_bound",
         "zen_stalled=140 zen5_cycles=100 zen_other_thread=100", 20),
    /* 160 / 800; 280 / 800 - 3 * 5 / 100; 175 / 500 - 3 * 5 / 100;
     * 200 / 1000 */
    ROW ("backend_bound", "arm_backend=160 arm_8_cycles=100"
         " v1_mispredicted=5", 20, .divisors = "arm_8_cycles"),
    ROW ("backend_bound", "arm_backend=280 arm_8_cycles=100"
         " v2_mispredicted=5", 20, .divisors = "arm_8_cycles"),
    ROW ("backend_bound", "arm_backend=175 arm_5_cycles=100"
         " v2_mispredicted=5", 20, .divisors = "arm_5_cycles"),
    ROW ("backend_bound", "arm_backend=200 arm_10_cycles=100 v3_flushed=20",
         20, .divisors = "arm_10_cycles"),
    /* 1 - (80 + 120 + 4 * 5) / 400 */
    ROW ("backend_bound",
         "core_undelivered=80 core_issued=120 core_retired=100 core_recovery=5"
         " core_cycles=100", 45, .divisors = "core_cycles"),
    ROW ("topdown_sum",
         "slots_retiring=200 slots_bad=50 slots_frontend=100 slots_backend=150"
         " slots=500", 100, .divisors = "slots"),
    ROW ("topdown_sum",
         "zen_retired=250 zen_dispatched=300 zen_no_operation=100"
         " zen_stalled=100 zen4_cycles=100 zen_other_thread=100", 100),
    ROW ("topdown_sum",
         "zen_retired=350 zen_dispatched=420 zen_no_operation=140"
         " zen_stalled=140 zen5_cycles=100 zen_other_thread=100", 100),
    ROW ("topdown_sum",
         "arm_retired=300 arm_issued=400 arm_stalled=400 arm_frontend=240"
         " arm_backend=160 arm_8_cycles=100 v1_mispredicted=5", 100,
         .divisors = "arm_issued arm_8_cycles"),
    ROW ("topdown_sum",
         "arm_retired=300 arm_issued=400 arm_stalled=400 arm_frontend=120"
         " arm_backend=280 arm_8_cycles=100 v2_mispredicted=5", 100,
         .divisors = "arm_issued arm_8_cycles"),
    ROW ("topdown_sum",
         "arm_retired=300 arm_issued=400 arm_stalled=250 arm_frontend=150"
         " arm_backend=100 arm_5_cycles=100 v3_flushed=20", 100,
         .divisors = "arm_issued arm_5_cycles"),
    ROW ("topdown_sum",
         "core_undelivered=80 core_issued=120 core_retired=100 core_recovery=5"
         " core_cycles=100", 100, .divisors = "core_cycles"),
    ROW ("heavy_operations", "slots_heavy=40 slots=500", 8,
         .divisors = "slots"),
    /* 50 % * 40 / 250 */
    ROW ("heavy_operations",
         "zen_retired=250 zen_microcoded=40 zen4_cycles=100"
         " zen_other_thread=100", 8, .divisors = "zen_retired"),
    ROW ("light_operations", "slots_retiring=200 slots_heavy=40 slots=500", 32,
         .divisors = "slots"),
    ROW ("light_operations",
         "zen_retired=350 zen_microcoded=70 zen5_cycles=100"
         " zen_other_thread=100", 40, .divisors = "zen_retired"),
    ROW ("fetch_latency", "slots_fetch_latency=60 slots=500", 12,
         .divisors = "slots"),
    /* 6 * 10 of 500 slots, 8 * 10 of 800 */
    ROW ("fetch_latency",
         "zen4_fetch_waits=10 zen4_cycles=100 zen_other_thread=100", 12),
    ROW ("fetch_latency",
         "zen5_fetch_waits=10 zen5_cycles=110 zen_other_thread=80", 10),
    ROW ("fetch_bandwidth",
         "slots_frontend=100 slots_fetch_latency=60 slots=500", 8,
         .divisors = "slots"),
    ROW ("fetch_bandwidth",
         "zen_no_operation=100 zen4_fetch_waits=10 zen4_cycles=100"
         " zen_other_thread=100", 8),
    ROW ("fetch_bandwidth",
         "zen_no_operation=160 zen5_fetch_waits=10 zen5_cycles=110"
         " zen_other_thread=80", 10),
    ROW ("misprediction_bound", "slots_mispredicted=40 slots=500", 8,
         .divisors = "slots"),
    /* 10 % * 30 / (30 + 10) */
    ROW ("misprediction_bound",
         "zen_dispatched=300 zen_retired=250 zen4_cycles=100"
         " zen_other_thread=100 zen_mispredicted=30 zen_restarts=10", 7.5,
         .divisors = "zen_mispredicted&zen_restarts"),
    ROW ("restart_bound", "slots_bad=50 slots_mispredicted=40 slots=500", 2,
         .divisors = "slots"),
    ROW ("restart_bound",
         "zen_dispatched=300 zen_retired=250 zen4_cycles=100"
         " zen_other_thread=100 zen_mispredicted=30 zen_restarts=10", 2.5,
         .divisors = "zen_mispredicted&zen_restarts"),
    ROW ("memory_bound", "slots_memory=100 slots=500", 20,
         .divisors = "slots"),
    /* 20 % * 30 / 40 */
    ROW ("memory_bound",
         "zen_stalled=100 zen4_cycles=100 zen_other_thread=100"
         " zen_oldest_loads=30 zen_oldest_waits=40", 15,
         .divisors = "zen_oldest_waits"),
    ROW ("core_bound", "slots_backend=150 slots_memory=100 slots=500", 10,
         .divisors = "slots"),
    ROW ("core_bound",
         "zen_stalled=100 zen4_cycles=100 zen_other_thread=100"
         " zen_oldest_loads=30 zen_oldest_waits=40", 5,
         .divisors = "zen_oldest_waits"),
