/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Lines of /proc/PID/maps, smaps and numa_maps.  Pure.
 */
#ifndef HPM_PMPI_MAPS_LINE_H
#define HPM_PMPI_MAPS_LINE_H

#include <stdint.h>

struct hpm_maps_line {
    uint64_t from, to;
    char access[5];   /* "rw-p" */
    const char *name; /* in the line; "" for none */
};

/* A line that begins a mapping.  Returns 1, or 0 where it is none.  */
int hpm_maps_line_read (struct hpm_maps_line *mapping, const char *line);

/* "NAME:  N kB" of smaps.  Returns 1 with bytes, or 0 where it is another.  */
int hpm_smaps_line_read (int64_t *bytes, const char *name, const char *line);

/* A line of numa_maps: told of each node that it names, in its order.  Returns
 * 1 with the address, or 0 where it is none.  */
typedef void hpm_numa_take (int node, int64_t bytes, void *data);
int hpm_numa_line_read (uint64_t *address, const char *line,
                        hpm_numa_take *take, void *data);

/* A list of processors, "0-3,8\n".  Returns whether it has the number.  */
int hpm_cpu_list_has (const char *list, int cpu);

#endif /* HPM_PMPI_MAPS_LINE_H */
