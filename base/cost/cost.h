/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What events cost: a table of least, typical and most time of one occurrence,
 * latencies of loads, and what the machine can do at most.  Its file format is
 * documented in hpm-costs(5).  Pure but for hpm_cost_table_read_file and
 * hpm_cost_table_find; no global state.
 */
#ifndef HPM_BASE_COST_H
#define HPM_BASE_COST_H

#include <stddef.h>

#include "base/error.h"

/* X(identifier, word, nanoseconds of one, 0: those of a cycle) */
#define HPM_COST_UNITS(X)                                                      \
    X (HPM_COST_CLKS, "clks", 0)                                               \
    X (HPM_COST_NSEC, "nsec", 1)

/* Lines of text that say where a table comes from.
 * X(identifier, word, meaning) */
#define HPM_COST_FACTS(X)                                                      \
    X (HPM_COST_MACHINE, "machine", "processor it is for")                     \
    X (HPM_COST_KERNEL, "kernel", "operating system it was measured under")    \
    X (HPM_COST_DATE, "date", "when it was measured")                          \
    X (HPM_COST_METHOD, "method", "how it was measured")

/* Lines of one number.  X(identifier, word, unit, that unit in s, bytes or 1)
 */
#define HPM_COST_VALUES(X)                                                     \
    X (HPM_COST_CLOCK, "clock", "MHz", 1e6)                                    \
    X (HPM_COST_PEAK_BANDWIDTH, "peak_bandwidth", "GB/s", 1e9)                 \
    X (HPM_COST_PEAK_FLOPS, "peak_flops", "GFLOPS", 1e9)                       \
    X (HPM_COST_WIDTH, "width", "IPC", 1)

/* What latencies are known of: a load, from use to use.
 * X(identifier, word, meaning) */
#define HPM_COST_LATENCIES(X)                                                  \
    X (HPM_LATENCY_L1, "l1", "a load that the first level cache serves")       \
    X (HPM_LATENCY_L2, "l2", "a load that the second level cache serves")      \
    X (HPM_LATENCY_L3, "l3", "a load that the third level cache serves")       \
    X (HPM_LATENCY_MEMORY, "memory", "a load that memory serves")              \
    X (HPM_LATENCY_TLB, "tlb", "what a miss of the data TLB adds to a load")

/* What formulas of metrics may use: typical costs in seconds, and peaks in
 * bytes or operations a second. X(identifier, name, EVENT, LATENCY or VALUE,
 * lines: the first known one) */
#define HPM_COST_CONSTANTS(X)                                                  \
    X (HPM_COST_OF_LOAD, "cost_load", EVENT, "PAPI_LD_INS")                    \
    X (HPM_COST_OF_STORE, "cost_store", EVENT, "PAPI_SR_INS")                  \
    X (HPM_COST_OF_L1_MISS, "cost_l1_miss", EVENT, "PAPI_L1_DCM|PAPI_L1_TCM")  \
    X (HPM_COST_OF_L2_MISS, "cost_l2_miss", EVENT, "PAPI_L2_DCM|PAPI_L2_TCM")  \
    X (HPM_COST_OF_L3_MISS, "cost_l3_miss", EVENT, "PAPI_L3_TCM|PAPI_L3_DCM")  \
    X (HPM_COST_OF_TLB_MISS, "cost_tlb_miss", EVENT, "PAPI_TLB_DM")            \
    X (HPM_COST_OF_MISPREDICTION, "cost_misprediction", EVENT, "PAPI_BR_MSP")  \
    X (HPM_COST_LATENCY_L1, "latency_l1", LATENCY, "l1")                       \
    X (HPM_COST_LATENCY_L2, "latency_l2", LATENCY, "l2")                       \
    X (HPM_COST_LATENCY_L3, "latency_l3", LATENCY, "l3")                       \
    X (HPM_COST_LATENCY_MEMORY, "latency_memory", LATENCY, "memory")           \
    X (HPM_COST_LATENCY_TLB, "latency_tlb", LATENCY, "tlb")                    \
    X (HPM_COST_OF_BANDWIDTH, "peak_bandwidth", VALUE, "peak_bandwidth")       \
    X (HPM_COST_OF_FLOPS, "peak_flops", VALUE, "peak_flops")

#define HPM_X(identifier, ...) identifier,
enum hpm_cost_unit { HPM_COST_UNITS (HPM_X) HPM_COST_UNIT_COUNT };
enum hpm_cost_fact { HPM_COST_FACTS (HPM_X) HPM_COST_FACT_COUNT };
enum hpm_cost_value { HPM_COST_VALUES (HPM_X) HPM_COST_VALUE_COUNT };
enum hpm_latency { HPM_COST_LATENCIES (HPM_X) HPM_LATENCY_COUNT };
enum hpm_cost_constant { HPM_COST_CONSTANTS (HPM_X) HPM_COST_CONSTANT_COUNT };
#undef HPM_X

enum hpm_cost_kind { HPM_COST_EVENT, HPM_COST_LATENCY, HPM_COST_VALUE };

/* One line of a table: an event, a pattern of events with "*", or a latency. */
struct hpm_cost {
    enum hpm_cost_kind kind; /* EVENT or LATENCY */
    char *name;
    double least, typical, most; /* NAN where unknown */
    enum hpm_cost_unit unit;
    char *note, *from; /* "" where there is none */
};

struct hpm_cost_number {
    double value; /* in the unit of HPM_COST_VALUES, NAN: unknown */
    char *note, *from;
};

struct hpm_cost_table {
    struct hpm_cost *costs;
    int count;
    char *facts[HPM_COST_FACT_COUNT]; /* NULL where unknown */
    struct hpm_cost_number values[HPM_COST_VALUE_COUNT];
};

void hpm_cost_table_init (struct hpm_cost_table *table);
void hpm_cost_table_release (struct hpm_cost_table *table);

/* Set a line, replacing the one of the same kind and name; texts are copied.
 * Returns 0, or -1 without memory.  */
int hpm_cost_table_set (struct hpm_cost_table *table,
                        const struct hpm_cost *cost);
int hpm_cost_table_set_value (struct hpm_cost_table *table,
                              enum hpm_cost_value which, double value,
                              const char *note, const char *from);
int hpm_cost_table_set_fact (struct hpm_cost_table *table,
                             enum hpm_cost_fact which, const char *text);

/* Put all lines of `from` over those of the table; `from` is kept.  Returns 0,
 * or -1 with the error.  */
int hpm_cost_table_merge (struct hpm_cost_table *table,
                          const struct hpm_cost_table *from,
                          struct hpm_error *error);

/* The line that holds for an event or latency: that of its name; else, of the
 * patterns that match, the one with most characters beside "*", of several the
 * last.  NULL if there is none.  */
const struct hpm_cost *hpm_cost_find (const struct hpm_cost_table *table,
                                      enum hpm_cost_kind kind,
                                      const char *name);

/* 1 if the line tells anything: it may say that nothing is known.  */
int hpm_cost_is_known (const struct hpm_cost *cost);

/* Nanoseconds of `number` in the line's unit, NAN where number is NAN or the
 * unit needs a clock that is not known (0).  */
double hpm_cost_ns (const struct hpm_cost *cost, double number,
                    double clock_hz);

/* The clock of the table in Hz; 0 where it has none.  */
double hpm_cost_clock_hz (const struct hpm_cost_table *table);

/* The constants of formulas, constants[HPM_COST_CONSTANT_COUNT], NAN where
 * unknown.  A cost in cycles is turned into time by the clock of the table;
 * without one, by `nominal_hz` (0: unknown).  */
void hpm_cost_constants (const struct hpm_cost_table *table, double nominal_hz,
                         double *constants);

/* The constant of that name, -1 if there is none.  */
int hpm_cost_constant_find (const char *name);

/* Read lines into the table; later ones replace earlier ones of the same name.
 * `name` is what errors and the lines' `from` say.  A text without any line is
 * an error.  Returns 0, or -1 with "NAME:LINE: ..." and the table as before. */
int hpm_cost_table_read_text (struct hpm_cost_table *table, const char *name,
                              const char *text, struct hpm_error *error);
int hpm_cost_table_read_file (struct hpm_cost_table *table, const char *path,
                              struct hpm_error *error);

/* The table as text that hpm_cost_table_read_text reads back; malloc'ed, the
 * caller's.  NULL without memory.  */
char *hpm_cost_table_text (const struct hpm_cost_table *table);

/* What is published of a processor, by its name as in /proc/cpuinfo, and what
 * holds for all; cpu_model may be "".  Returns 0, or -1 without memory.  */
int hpm_cost_table_read_builtin (struct hpm_cost_table *table,
                                 const char *cpu_model,
                                 struct hpm_error *error);

/* The table that holds for a processor without a word of the user's: the
 * built-in one, over it the site's, over that the user's own file.  A file that
 * is not there is skipped, and so is one made for another processor (its
 * "machine" is not cpu_model): `left_out` (may be NULL) is called with a text
 * about it.  Returns 0, or -1 with the error of a file that cannot be read and
 * what was read before it.  */
typedef void hpm_cost_left_out_fn (const char *text, void *data);
int hpm_cost_table_find (struct hpm_cost_table *table, const char *cpu_model,
                         const char *site_path, hpm_cost_left_out_fn *left_out,
                         void *data, struct hpm_error *error);

/* Where the user's own file is: $XDG_CONFIG_HOME/hpmmpi/costs, or that of
 * ~/.config; "" where neither is known.  Returns buffer.  */
char *hpm_cost_user_path (char *buffer, size_t size);

#endif /* HPM_BASE_COST_H */
