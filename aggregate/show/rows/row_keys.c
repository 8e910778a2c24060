/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What tells which row it is: the one table of these columns.
 */
#include "config.h"

#include <math.h>
#include <string.h>

#include "aggregate/model/row_names.h"
#include "aggregate/show/rows/row_columns.h"

/* Which rows have a key.  */
#define OF_HOST (1u << HPM_PER_HOST)
#define OF_RANK (1u << HPM_PER_RANK)
#define OF_THREAD (1u << HPM_PER_THREAD)
#define OF_REGION (1u << HPM_PER_REGION)
#define OF_INTERVAL (1u << HPM_PER_INTERVAL)
#define OF_SITE (1u << HPM_PER_SITE)
#define OF_PHASE (1u << HPM_PER_PHASE)
#define OF_ROUTINE (1u << HPM_PER_ROUTINE)
#define OF_LINE (1u << HPM_PER_LINE)
#define OF_MAPPING (1u << HPM_PER_MAPPING)
#define OF_CALLER (1u << HPM_PER_CALLER)
#define OF_BINDING (1u << HPM_PER_BINDING)
#define OF_SPOT (OF_ROUTINE | OF_LINE)
#define OF_SAMPLES (OF_SPOT | OF_CALLER)
#define OF_INTERVAL_RANK (1u << HPM_PER_INTERVAL_RANK)
#define OF_INTERVAL_HOST (1u << HPM_PER_INTERVAL_HOST)
#define OF_MEMBER (OF_INTERVAL_RANK | OF_INTERVAL_HOST)
#define OF_TIME (OF_INTERVAL | OF_PHASE | OF_MEMBER)
#define OF_REGION_RANK (1u << HPM_PER_REGION_RANK)
#define OF_MARKED (OF_REGION | OF_REGION_RANK)

#define KEY(of, name, kind, in, field, title)                                  \
    {                                                                          \
        of, { name, kind, in, offsetof (struct hpm_row, field), NULL, title }  \
    }

static const struct {
    unsigned of;
    struct hpm_column column;
} keys[HPM_ROW_KEYS] = {
    KEY (OF_RANK | OF_THREAD, "rank", HPM_INTEGER, HPM_IN_ALL, rank, "rank"),
    KEY (OF_THREAD, "thread", HPM_INTEGER, HPM_IN_ALL, thread, "thread"),
    KEY (OF_HOST | OF_RANK | OF_THREAD, "host", HPM_TEXT,
         HPM_IN_ALL | HPM_IF_ANY, host_name, "host"),
    KEY (OF_THREAD, "role", HPM_TEXT, HPM_IN_ALL, role_word, "role"),
    KEY (OF_THREAD, "name", HPM_CHARS, HPM_IN_BOTH, name, NULL),
    KEY (OF_RANK, "status", HPM_TEXT, HPM_IN_BOTH, status_word, NULL),
    KEY (OF_HOST, "ranks", HPM_INTEGER, HPM_IN_ALL, ranks, "ranks"),
    KEY (OF_HOST | OF_RANK, "threads", HPM_INTEGER, HPM_IN_BOTH, threads, NULL),
    KEY (OF_HOST | OF_RANK | OF_THREAD, "wall_s", HPM_REAL, HPM_IN_BOTH, wall_s,
         NULL),
    KEY (OF_RANK | OF_THREAD, "useful_s", HPM_REAL, HPM_IN_ALL | HPM_IF_ANY,
         useful_s, "useful [s]"),
    KEY (OF_MARKED, "region", HPM_TEXT, HPM_IN_ALL, path, "region"),
    KEY (OF_MARKED, "label", HPM_TEXT, HPM_IN_BOTH, label, NULL),
    KEY (OF_MARKED, "id", HPM_INTEGER, HPM_IN_BOTH, id, NULL),
    KEY (OF_MARKED, "parent", HPM_INTEGER, HPM_IN_BOTH, parent, NULL),
    KEY (OF_REGION_RANK, "rank", HPM_INTEGER, HPM_IN_ALL, rank, "rank"),
    KEY (OF_REGION_RANK, "host", HPM_TEXT, HPM_IN_ALL | HPM_IF_ANY, host_name,
         "host"),
    KEY (OF_SITE, "function", HPM_TEXT, HPM_IN_ALL, function, "function"),
    KEY (OF_SITE, "place", HPM_TEXT, HPM_IN_ALL, place, "called from"),
    KEY (OF_MARKED | OF_SITE, "file", HPM_TEXT, HPM_IN_BOTH, file, NULL),
    KEY (OF_MARKED | OF_SITE, "line", HPM_INTEGER, HPM_IN_BOTH, line, NULL),
    KEY (OF_SITE, "routine", HPM_TEXT, HPM_IN_BOTH, routine, NULL),
    KEY (OF_SITE, "module", HPM_TEXT, HPM_IN_BOTH, module, NULL),
    KEY (OF_SITE, "address", HPM_INTEGER, HPM_IN_BOTH, address, NULL),
    KEY (OF_SITE, "calls", HPM_INTEGER, HPM_IN_ALL, calls, "calls"),
    KEY (OF_MARKED, "mark", HPM_TEXT, HPM_IN_BOTH, mark, NULL),
    KEY (OF_MARKED, "entries", HPM_INTEGER, HPM_IN_ALL, entries, "entries"),
    KEY (OF_MARKED, "threads", HPM_INTEGER, HPM_IN_BOTH, threads, NULL),
    KEY (OF_SITE, "ranks", HPM_INTEGER, HPM_IN_ALL, ranks, "ranks"),
    KEY (OF_MARKED | OF_SITE, "time_s", HPM_REAL, HPM_IN_ALL, time_s,
         "time [s]"),
    KEY (OF_MARKED, "own_s", HPM_REAL, HPM_IN_ALL, own_s, "own [s]"),
    KEY (OF_REGION_RANK, "useful_s", HPM_REAL, HPM_IN_ALL | HPM_IF_ANY,
         useful_s, "useful [s]"),
    KEY (OF_MARKED, "mean_s", HPM_REAL, HPM_IN_BOTH, mean_s, NULL),
    KEY (OF_MARKED, "min_s", HPM_REAL, HPM_IN_BOTH, min_s, NULL),
    KEY (OF_MARKED, "max_s", HPM_REAL, HPM_IN_BOTH, max_s, NULL),
    KEY (OF_MARKED, "stddev_s", HPM_REAL, HPM_IN_BOTH, stddev_s, NULL),
    KEY (OF_MARKED, "cost_s", HPM_REAL, HPM_IN_BOTH, cost_s, NULL),
    KEY (OF_REGION, "imbalance", HPM_REAL, HPM_IN_BOTH, imbalance, NULL),
    KEY (OF_SITE, "sent", HPM_INTEGER, HPM_IN_ALL, sent, "sent"),
    KEY (OF_SITE, "received", HPM_INTEGER, HPM_IN_ALL, received, "received"),
    KEY (OF_REGION | OF_SITE, "rank_min_s", HPM_REAL, HPM_IN_BOTH, rank_min_s,
         NULL),
    KEY (OF_REGION | OF_SITE, "rank_max_s", HPM_REAL, HPM_IN_BOTH, rank_max_s,
         NULL),
    KEY (OF_REGION | OF_SITE, "max_rank", HPM_INTEGER, HPM_IN_BOTH, max_rank,
         NULL),
    KEY (OF_REGION, "load_balance", HPM_REAL, HPM_IN_BOTH, load_balance, NULL),
    KEY (OF_REGION, "slowest_rank", HPM_INTEGER, HPM_IN_BOTH, slowest_rank,
         NULL),
    KEY (OF_MARKED, "unended", HPM_INTEGER, HPM_IN_BOTH, unended, NULL),
    KEY (OF_MARKED, "stray", HPM_INTEGER, HPM_IN_BOTH, stray, NULL),
    KEY (OF_MARKED, "folded", HPM_INTEGER, HPM_IN_BOTH, folded, NULL),
    KEY (OF_INTERVAL_RANK, "rank", HPM_INTEGER, HPM_IN_ALL, rank, "rank"),
    KEY (OF_MEMBER, "host", HPM_TEXT, HPM_IN_ALL | HPM_IF_ANY, host_name,
         "host"),
    KEY (OF_INTERVAL_HOST, "ranks", HPM_INTEGER, HPM_IN_BOTH, ranks, NULL),
    KEY (OF_PHASE, "phase", HPM_TEXT, HPM_IN_ALL, phase, "phase"),
    KEY (OF_TIME, "from_s", HPM_REAL, HPM_IN_ALL, from_s, "from [s]"),
    KEY (OF_TIME, "to_s", HPM_REAL, HPM_IN_ALL, to_s, "to [s]"),
    KEY (OF_RANK | OF_THREAD | OF_MARKED | OF_INTERVAL | OF_PHASE, "mpi_s",
         HPM_REAL, HPM_IN_ALL | HPM_IF_ANY, mpi_s, "MPI [s]"),
    KEY (OF_MEMBER, "mpi_s", HPM_REAL, HPM_IN_BOTH | HPM_IF_ANY, mpi_s, NULL),
    KEY (OF_TIME, "mpi_share", HPM_REAL, HPM_IN_ALL | HPM_IF_ANY, mpi_share,
         "MPI/time"),
    KEY (OF_TIME, "account_computing_s", HPM_REAL, HPM_IN_CSV,
         span.part[HPM_SPAN_COMPUTING], NULL),
    KEY (OF_TIME, "account_waiting_s", HPM_REAL, HPM_IN_CSV,
         span.part[HPM_SPAN_WAITING], NULL),
    KEY (OF_TIME, "account_blocked_s", HPM_REAL, HPM_IN_CSV,
         span.part[HPM_SPAN_BLOCKED], NULL),
    KEY (OF_TIME, "account_computing_error_s", HPM_REAL, HPM_IN_CSV,
         span.error[HPM_SPAN_COMPUTING], NULL),
    KEY (OF_TIME, "account_waiting_error_s", HPM_REAL, HPM_IN_CSV,
         span.error[HPM_SPAN_WAITING], NULL),
    KEY (OF_TIME, "account_blocked_error_s", HPM_REAL, HPM_IN_CSV,
         span.error[HPM_SPAN_BLOCKED], NULL),
    KEY (OF_TIME, "account_computing_s", HPM_REAL, HPM_IN_TEXT,
         span_percent[HPM_SPAN_COMPUTING], "comp. %"),
    KEY (OF_TIME, "account_waiting_s", HPM_REAL, HPM_IN_TEXT,
         span_percent[HPM_SPAN_WAITING], "in MPI %"),
    KEY (OF_TIME, "account_blocked_s", HPM_REAL, HPM_IN_TEXT,
         span_percent[HPM_SPAN_BLOCKED], "neither %"),
    KEY (OF_RANK, "before_mpi_s", HPM_REAL, HPM_IN_BOTH | HPM_IF_ANY,
         before_mpi_s, NULL),
    KEY (OF_RANK, "throttled_s", HPM_REAL, HPM_IN_BOTH | HPM_IF_ANY,
         throttled_s, NULL),
    KEY (OF_REGION, "efficiency", HPM_REAL, HPM_IN_ALL, efficiency, "effic."),
    KEY (OF_REGION, "balance", HPM_REAL, HPM_IN_ALL, balance, "balance"),
    KEY (OF_REGION, "communication", HPM_REAL, HPM_IN_ALL, communication,
         "comm."),
    KEY (OF_REGION, "thread_balance", HPM_REAL, HPM_IN_BOTH, thread_balance,
         NULL),
    KEY (OF_MARKED, "place", HPM_TEXT, HPM_IN_TEXT, place, "marked at"),
    KEY (OF_ROUTINE, "place", HPM_TEXT, HPM_IN_ALL, place, "function"),
    KEY (OF_LINE, "place", HPM_TEXT, HPM_IN_ALL, place, "line"),
    KEY (OF_SPOT, "routine", HPM_TEXT, HPM_IN_BOTH, routine, NULL),
    KEY (OF_SPOT, "file", HPM_TEXT, HPM_IN_BOTH, file, NULL),
    KEY (OF_LINE, "line", HPM_INTEGER, HPM_IN_BOTH, line, NULL),
    KEY (OF_SPOT, "module", HPM_TEXT, HPM_IN_BOTH, module, NULL),
    KEY (OF_CALLER, "caller", HPM_TEXT, HPM_IN_ALL, routine, "caller"),
    KEY (OF_CALLER, "callee", HPM_TEXT, HPM_IN_ALL, callee, "calls"),
    KEY (OF_SAMPLES, "samples", HPM_INTEGER, HPM_IN_ALL, samples, "samples"),
    KEY (OF_CALLER, "own", HPM_INTEGER, HPM_IN_ALL, own, "own"),
    KEY (OF_SPOT, "total", HPM_INTEGER, HPM_IN_ALL, total, "total"),
    KEY (OF_SAMPLES, "mpi_samples", HPM_INTEGER, HPM_IN_ALL, mpi_samples,
         "in MPI"),
    KEY (OF_SPOT, "ranks", HPM_INTEGER, HPM_IN_BOTH, ranks, NULL),
    KEY (OF_SPOT, "rank_min", HPM_INTEGER, HPM_IN_ALL, rank_min, "min"),
    KEY (OF_SPOT, "rank_max", HPM_INTEGER, HPM_IN_ALL, rank_max, "max"),
    KEY (OF_SPOT, "max_rank", HPM_INTEGER, HPM_IN_ALL, max_rank, "@rank"),
    KEY (OF_SPOT, "rank_mean", HPM_REAL, HPM_IN_ALL, rank_mean, "mean"),
    KEY (OF_SAMPLES, "share", HPM_REAL, HPM_IN_ALL, share, "share"),
    KEY (OF_SAMPLES, "amount", HPM_REAL, HPM_IN_BOTH, amount, NULL),
    KEY (OF_SAMPLES, "amount_error", HPM_REAL, HPM_IN_BOTH, amount_error, NULL),
    KEY (OF_SAMPLES, "time_s", HPM_REAL, HPM_IN_ALL, time_s, "time [s]"),
    KEY (OF_SAMPLES, "error_s", HPM_REAL, HPM_IN_ALL, error_s, "+- [s]"),
    KEY (OF_MAPPING, "rank", HPM_INTEGER, HPM_IN_ALL, rank, "rank"),
    KEY (OF_MAPPING, "mapping", HPM_TEXT, HPM_IN_TEXT, place, "mapping"),
    KEY (OF_MAPPING, "mapping", HPM_TEXT, HPM_IN_BOTH, mapping, NULL),
    KEY (OF_MAPPING, "kind", HPM_TEXT, HPM_IN_BOTH, mapping_kind, NULL),
    KEY (OF_MAPPING, "file", HPM_TEXT, HPM_IN_BOTH, file, NULL),
    KEY (OF_MAPPING, "address", HPM_INTEGER, HPM_IN_BOTH, address, NULL),
    KEY (OF_MAPPING, "parts", HPM_INTEGER, HPM_IN_BOTH, parts, NULL),
    KEY (OF_MAPPING, "size", HPM_INTEGER, HPM_IN_BOTH, size, NULL),
    KEY (OF_MAPPING, "touched", HPM_INTEGER, HPM_IN_BOTH, touched, NULL),
    KEY (OF_MAPPING, "huge", HPM_INTEGER, HPM_IN_BOTH, huge, NULL),
    KEY (OF_MAPPING, "swapped", HPM_INTEGER, HPM_IN_BOTH, swapped, NULL),
    KEY (OF_MAPPING, "nodes", HPM_TEXT, HPM_IN_BOTH, nodes, NULL),
    KEY (OF_MAPPING, "bar", HPM_TEXT, HPM_IN_TEXT, bar, "by node"),
    KEY (OF_MAPPING, "size", HPM_REAL, HPM_IN_TEXT, size_mib, "MiB"),
    KEY (OF_MAPPING, "touched", HPM_REAL, HPM_IN_TEXT, touched_mib, "touched"),
    KEY (OF_MAPPING, "huge", HPM_REAL, HPM_IN_TEXT, huge_mib, "huge"),
    KEY (OF_MAPPING, "used", HPM_INTEGER, HPM_IN_BOTH, used, NULL),
    KEY (OF_MAPPING, "used", HPM_REAL, HPM_IN_TEXT, used_mib, "used"),
    KEY (OF_MAPPING, "local", HPM_REAL, HPM_IN_ALL, local, "local"),
    KEY (OF_MAPPING, "fault_samples", HPM_INTEGER, HPM_IN_ALL, faults,
         "samples"),
    KEY (OF_MAPPING, "main_share", HPM_REAL, HPM_IN_ALL, main_share, "by main"),
    KEY (OF_MAPPING, "fault_threads", HPM_INTEGER, HPM_IN_ALL, fault_threads,
         "threads"),
    KEY (OF_BINDING, "host", HPM_TEXT, HPM_IN_BOTH, host_name, NULL),
    KEY (OF_BINDING, "host", HPM_TEXT, HPM_IN_TEXT, host_label, "host"),
    KEY (OF_BINDING, "hosts", HPM_INTEGER, HPM_IN_BOTH, hosts, NULL),
    KEY (OF_BINDING, "socket", HPM_INTEGER, HPM_IN_ALL, socket, "socket"),
    KEY (OF_BINDING, "node", HPM_INTEGER, HPM_IN_ALL, node, "node"),
    KEY (OF_BINDING, "cores", HPM_TEXT, HPM_IN_ALL, cores, "cores"),
    KEY (OF_BINDING, "processors", HPM_TEXT, HPM_IN_ALL, processors,
         "processors"),
    KEY (OF_BINDING, "ranks", HPM_TEXT, HPM_IN_ALL, bound_ranks, "ranks"),
    KEY (OF_BINDING, "how", HPM_TEXT, HPM_IN_ALL, how, "how"),
};

static int
is_number_of (int key, enum hpm_per per)
{
    return keys[key].of >> per & 1
           && (keys[key].column.kind == HPM_REAL
               || keys[key].column.kind == HPM_INTEGER);
}

const struct hpm_column *
hpm_row_key (enum hpm_per per, const char *name)
{
    for (int i = 0; i < HPM_ROW_KEYS; i++)
        if (is_number_of (i, per) && !strcmp (keys[i].column.name, name))
            return &keys[i].column;
    return NULL;
}

int
hpm_row_key_names (enum hpm_per per, const char **names)
{
    int count = 0;

    for (int i = 0; i < HPM_ROW_KEYS; i++)
        if (is_number_of (i, per))
            names[count++] = keys[i].column.name;
    return count;
}

double
hpm_row_key_number (const struct hpm_row *row, const struct hpm_column *key)
{
    const char *at = (const char *)row + key->offset;
    int64_t integer;
    double real;

    if (key->kind == HPM_REAL) {
        memcpy (&real, at, sizeof real);
        return real;
    }
    memcpy (&integer, at, sizeof integer);
    return integer == HPM_NO_INTEGER ? NAN : (double)integer;
}

/* Columns of a run whose calls were timed.  */
static int
is_time_in_mpi (const struct hpm_column *column)
{
    static const size_t offsets[] = {
        offsetof (struct hpm_row, mpi_s),
        offsetof (struct hpm_row, mpi_share),
        offsetof (struct hpm_row, mpi_samples),
        offsetof (struct hpm_row, useful_s),
        offsetof (struct hpm_row, efficiency),
        offsetof (struct hpm_row, balance),
        offsetof (struct hpm_row, communication),
    };

    for (size_t i = 0; i < sizeof offsets / sizeof *offsets; i++)
        if (column->offset == offsets[i])
            return 1;
    return 0;
}

/* Columns of the account of a part of the run.  */
static int
is_account (const struct hpm_column *column)
{
    return column->offset >= offsetof (struct hpm_row, span)
           && column->offset < offsetof (struct hpm_row, span_percent)
                                   + sizeof ((struct hpm_row *)0)->span_percent;
}

/* Columns of mappings whose page faults were sampled.  */
static int
is_of_faults (const struct hpm_column *column)
{
    return column->offset == offsetof (struct hpm_row, faults)
           || column->offset == offsetof (struct hpm_row, main_share)
           || column->offset == offsetof (struct hpm_row, fault_threads);
}

/* Whether these were.  */
static int
has_faults (const struct hpm_memory *memory)
{
    for (int64_t i = 0; i < memory->look_count; i++)
        if (memory->looks[i].record.fault_period > 0)
            return 1;
    return 0;
}

/* Columns of what was used, and whether that is told.  */
static int
is_of_use (const struct hpm_column *column)
{
    return column->offset == offsetof (struct hpm_row, used)
           || column->offset == offsetof (struct hpm_row, used_mib);
}

static int
has_use (const struct hpm_memory *memory)
{
    for (int64_t i = 0; i < memory->look_count; i++)
        if (memory->looks[i].record.used_for > 0)
            return 1;
    return 0;
}

/* Whether the mark of some region told where it stands.  */
static int
any_place (const struct hpm_region_tree *tree)
{
    for (int i = 0; i < tree->count; i++)
        if (tree->regions[i].place)
            return 1;
    return 0;
}

/* Columns of what a host is made of.  */
static int
is_of_topology (const struct hpm_column *column)
{
    return column->offset == offsetof (struct hpm_row, socket)
           || column->offset == offsetof (struct hpm_row, node)
           || column->offset == offsetof (struct hpm_row, cores);
}

/* Whether the run has what the column is of.  */
static int
is_known (const struct hpm_column *column, const struct hpm_result *result)
{
    int timed = hpm_calls_recorded (&result->calls);

    return (timed || !is_time_in_mpi (column))
           && (has_faults (&result->memory) || !is_of_faults (column))
           && (has_use (&result->memory) || !is_of_use (column))
           && (result->topologies.kinds.count || !is_of_topology (column))
           && (result->hosts.count > 1
               || column->offset != offsetof (struct hpm_row, host_label))
           && ((timed && hpm_span_has_account (result)) || !is_account (column))
           && (result->samples.stacks.count
               || column->offset != offsetof (struct hpm_row, total));
}

/* A column of ranks that are processors.  */
static struct hpm_column
named (const struct hpm_column *column, const struct hpm_result *result)
{
    struct hpm_column own = *column;

    if (column->offset == offsetof (struct hpm_row, rank)) {
        own.name = hpm_result_row_word (result);
        own.title = own.title ? own.name : NULL;
    }
    if (column->offset == offsetof (struct hpm_row, ranks) && own.title)
        own.title = hpm_result_rows_word (result);
    return own;
}

int
hpm_row_keys (const struct hpm_output *output, unsigned in,
              struct hpm_column *list)
{
    int placed = any_place (&output->result->tree), count = 0;

    for (int i = 0; i < HPM_ROW_KEYS; i++) {
        if (keys[i].of >> output->rows->per & 1 && keys[i].column.in & in
            && is_known (&keys[i].column, output->result)
            && (placed || keys[i].of != OF_MARKED
                || keys[i].column.offset != offsetof (struct hpm_row, place)))
            list[count++] = named (&keys[i].column, output->result);
    }
    return count;
}
