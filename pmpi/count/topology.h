/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What this host is made of: which processors are hyper-threads of one core,
 * and which are of a socket and a NUMA node.  One rank of a host tells it.
 *
 * By one thread at a time; no malloc.  A file for each core, socket and node is
 * read, once.  errno may change.
 */
#ifndef HPM_PMPI_TOPOLOGY_H
#define HPM_PMPI_TOPOLOGY_H

#include <stddef.h>

#include "pmpi/wire/stream_buffer.h"

/* A text that is longer is not told: some 1,000 cores whose numbers follow no
 * rule.  */
#define HPM_TOPOLOGY_BYTES 8192

/* A new count begins: this rank is to tell, if it is the host's first, by what
 * the launcher says or, where that says nothing, rank 0; rank -1 tells whatever
 * the launcher says.  `sysfs` is where that is mounted, and must stay.  */
void hpm_topology_start (const char *sysfs, int rank);

/* Read it, where this rank is to tell it and has not yet: a millisecond for
 * 100 cores.  */
void hpm_topology_look (void);

/* Bytes of the chunk's payload, which is padded, after a look; before it, those
 * of most hosts.  */
size_t hpm_topology_bytes (void);

/* Append the chunk TOPOLOGY, where this rank is to tell and sysfs says it.  */
void hpm_topology_append (struct hpm_stream_buffer *buffer, int rank);

/* The text of the processors that are online into text[size], as
 * hpm_stream.h has it; "" where their cores are not known, or it does not fit.
 * A buffer of at least 512 bytes.  */
void hpm_topology_read (char *text, size_t size, const char *sysfs);

#endif /* HPM_PMPI_TOPOLOGY_H */
