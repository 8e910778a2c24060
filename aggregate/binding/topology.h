/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What the hosts of a run are made of.  Hosts that are alike have one text
 * between them, as hpm_stream.h has it.
 */
#ifndef HPM_AGGREGATE_TOPOLOGY_H
#define HPM_AGGREGATE_TOPOLOGY_H

#include "aggregate/places/text_table.h"
#include "hpm_record.h"

struct hpm_topologies {
    struct hpm_text_table kinds;
    int *of_host; /* [hosts], the place of its text, -1: not known; owned */
    int hosts;
};

void hpm_topologies_release (struct hpm_topologies *topologies);

/* Note that of a host, by its place among the hosts of the run.  A text that
 * makes no sense is dropped.  Returns 0, or -1 without memory.  */
int hpm_topologies_take (struct hpm_topologies *topologies, int host,
                         const char *text);

/* That of a host; NULL where it is not known.  */
const char *hpm_topologies_get (const struct hpm_topologies *topologies,
                                int host);

/* All of them, a line for each kind of host: "HOSTS TEXT", with the places of
 * the hosts, "0-3,7".  malloc'ed, "" where nothing is known, NULL without
 * memory.  */
char *hpm_topologies_text (const struct hpm_topologies *topologies);

/* Take such a text, of a run of so many hosts; what makes no sense is dropped.
 * Returns 0, or -1 without memory.  */
int hpm_topologies_read (struct hpm_topologies *topologies, const char *text,
                         int hosts);

/* One kind of host, by processor; -1 of one that is not online or where it is
 * not known.  */
struct hpm_topology {
    int processors;                      /* the last one, and one */
    int cores, sockets, nodes;           /* how many of them */
    int core[HPM_TOPOLOGY_PROCESSORS];   /* its first processor */
    int socket[HPM_TOPOLOGY_PROCESSORS]; /* from 0 on */
    int node[HPM_TOPOLOGY_PROCESSORS];   /* as the system numbers them */
};

/* Returns 0, or -1 where the text makes no sense.  Pure.  */
int hpm_topology_parse (struct hpm_topology *topology, const char *text);

#endif /* HPM_AGGREGATE_TOPOLOGY_H */
