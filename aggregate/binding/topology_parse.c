/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What a host is made of, out of the text that a rank tells it with.
 */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "aggregate/binding/topology.h"

/* A text being read; `failed` stays set.  */
struct reading {
    const char *at;
    int failed;
};

/* Equally spaced processors, and how far above each others are of its core.  */
struct run {
    long first, last, step;
};

static int
skip (struct reading *reading, char character)
{
    if (reading->failed || *reading->at != character)
        return 0;
    reading->at++;
    return 1;
}

static long
take_number (struct reading *reading)
{
    char *end;
    long number;

    if (*reading->at < '0' || *reading->at > '9') {
        reading->failed = 1;
        return 0;
    }
    number = strtol (reading->at, &end, 10);
    reading->failed |= number >= HPM_TOPOLOGY_PROCESSORS;
    reading->at = end;
    return number;
}

static struct run
take_run (struct reading *reading)
{
    struct run run = { .step = 1 };

    run.first = run.last = take_number (reading);
    if (skip (reading, '-'))
        run.last = take_number (reading);
    if (skip (reading, ':'))
        run.step = take_number (reading);
    reading->failed |= run.last < run.first || run.step < 1;
    return run;
}

/* A processor is in one set of them alone.  */
static void
put (struct reading *reading, int *to, long processor, int number)
{
    if (processor >= HPM_TOPOLOGY_PROCESSORS || to[processor] >= 0)
        reading->failed = 1;
    else
        to[processor] = number;
}

static void
take_set (struct reading *reading, int *to, int number)
{
    do {
        struct run run = take_run (reading);

        for (long i = run.first; !reading->failed && i <= run.last;
             i += run.step)
            put (reading, to, i, number);
    } while (skip (reading, ','));
}

static void
put_core_run (struct reading *reading, struct hpm_topology *topology,
              const struct run *run, long offset)
{
    for (long i = run->first; !reading->failed && i <= run->last;
         i += run->step) {
        put (reading, topology->core, i + offset, (int)i);
        topology->cores += !offset;
    }
}

static void
take_cores (struct reading *reading, struct hpm_topology *topology)
{
    do {
        struct run run = take_run (reading);

        put_core_run (reading, topology, &run, 0);
        while (!reading->failed && skip (reading, '+')) {
            long offset = take_number (reading);

            reading->failed |= !offset;
            put_core_run (reading, topology, &run, offset);
        }
    } while (skip (reading, ','));
}

static void
take_sockets (struct reading *reading, struct hpm_topology *topology)
{
    do
        take_set (reading, topology->socket, topology->sockets++);
    while (skip (reading, ';'));
}

static void
take_nodes (struct reading *reading, struct hpm_topology *topology)
{
    do {
        long number = take_number (reading);

        reading->failed |= !skip (reading, ':');
        if (!reading->failed)
            take_set (reading, topology->node, (int)number);
        topology->nodes++;
    } while (skip (reading, ';'));
}

/* Whether the next word is this one.  */
static int
is_word (struct reading *reading, const char *word)
{
    size_t length = strlen (word);

    if (reading->failed || strncmp (reading->at, word, length) != 0)
        return 0;
    reading->at += length;
    return 1;
}

/* All of the processors are in a core, whatever the other sets have.  */
static void
count_processors (struct hpm_topology *topology)
{
    for (int i = 0; i < HPM_TOPOLOGY_PROCESSORS; i++)
        if (topology->core[i] >= 0)
            topology->processors = i + 1;
}

int
hpm_topology_parse (struct hpm_topology *topology, const char *text)
{
    struct reading reading = { text, 0 };

    memset (topology, 0, sizeof *topology);
    memset (topology->core, -1, sizeof topology->core);
    memset (topology->socket, -1, sizeof topology->socket);
    memset (topology->node, -1, sizeof topology->node);
    if (!is_word (&reading, "cores "))
        return -1;
    take_cores (&reading, topology);
    if (is_word (&reading, " sockets "))
        take_sockets (&reading, topology);
    if (is_word (&reading, " nodes "))
        take_nodes (&reading, topology);
    count_processors (topology);
    return reading.failed || *reading.at ? -1 : 0;
}
