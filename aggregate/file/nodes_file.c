/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is of hosts: counts of events of the node, a row for each event and
 * processor that counted, and what hosts are made of, a line for each kind.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_table.h"
#include "aggregate/file/result_parts.h"

static const struct hpm_h5_member members[] = {
    HPM_H5_MEMBER (NODE_EVENT, hpm_node_count, event),
    HPM_H5_MEMBER (NODE_HOST, hpm_node_count, host),
    HPM_H5_MEMBER (NODE_CPU, hpm_node_count, cpu),
    HPM_H5_MEMBER (NODE_COUNT, hpm_node_count, count),
    HPM_H5_MEMBER (NODE_SCALE, hpm_node_count, scale),
    HPM_H5_MEMBER (NODE_TIME_ENABLED, hpm_node_count, enabled),
    HPM_H5_MEMBER (NODE_TIME_RUNNING, hpm_node_count, running),
    HPM_H5_MEMBER (NODE_QUALITY, hpm_node_count, quality),
    HPM_H5_MEMBER (NODE_REASON, hpm_node_count, reason),
};
static const struct hpm_h5_table table
    = { HPM_DIMENSION_NODE, HPM_H5_NO_LABELS (hpm_node_count),
        HPM_H5_MEMBERS (members) };

static int
write_topologies (struct hpm_h5_writer *writer, const struct hpm_result *result,
                  struct hpm_error *error)
{
    char *text = hpm_topologies_text (&result->topologies);
    int failed
        = !text   ? hpm_error_set (error, "out of memory")
          : *text ? hpm_h5_write_text (writer, HPM_TEXT_TOPOLOGY, text, error)
                  : 0;

    free (text);
    return failed;
}

static int
load_topologies (const struct hpm_h5_reader *reader, struct hpm_result *result,
                 struct hpm_error *error)
{
    char *text;
    int failed;

    if (hpm_h5_read_text (reader, HPM_TEXT_TOPOLOGY, &text, error))
        return -1;
    failed = text
             && hpm_topologies_read (&result->topologies, text,
                                     result->hosts.count);
    free (text);
    return failed ? hpm_error_set (error, "out of memory") : 0;
}

static int
write_counts (struct hpm_h5_writer *writer, const struct hpm_result *result,
              struct hpm_error *error)
{
    const struct hpm_nodes *nodes = &result->nodes;
    struct hpm_node_count *rows;
    int failed;

    if (!nodes->count)
        return 0;
    rows = calloc (nodes->count, sizeof *rows);
    if (!rows)
        return hpm_error_set (error, "out of memory");
    memcpy (rows, nodes->counts, nodes->count * sizeof *rows);
    for (size_t i = 0; i < nodes->count; i++)
        if (!hpm_node_was_counted (&rows[i]))
            rows[i].count = HPM_NO_COUNT;
    failed = hpm_h5_table_write (writer, &table, rows, nodes->count, error);
    free (rows);
    return failed;
}

int
hpm_nodes_write (struct hpm_h5_writer *writer, const struct hpm_result *result,
                 struct hpm_error *error)
{
    return write_topologies (writer, result, error)
           || write_counts (writer, result, error);
}

/* Counts of what the file should not name are dropped.  */
static int
is_known (const struct hpm_result *result, const struct hpm_node_count *count)
{
    return count->event >= 0 && count->event < result->event_count
           && hpm_result_is_node (result, (size_t)count->event)
           && count->host >= 0 && count->host < result->hosts.count;
}

static int
load_counts (const struct hpm_h5_reader *reader, struct hpm_result *result,
             struct hpm_error *error)
{
    hsize_t count = reader->length[HPM_DIMENSION_NODE];
    struct hpm_node_count *rows = calloc (count + 1, sizeof *rows);
    int failed = rows ? hpm_h5_table_read (reader, &table, rows, error)
                      : hpm_error_set (error, "out of memory");

    for (hsize_t i = 0; !failed && i < count; i++)
        if (is_known (result, &rows[i])
            && hpm_nodes_add (&result->nodes, &rows[i]))
            failed = hpm_error_set (error, "out of memory");
    free (rows);
    return failed;
}

int
hpm_nodes_load (const struct hpm_h5_reader *reader, struct hpm_result *result,
                struct hpm_error *error)
{
    return load_topologies (reader, result, error)
           || load_counts (reader, result, error);
}
