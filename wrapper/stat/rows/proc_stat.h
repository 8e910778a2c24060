/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What /proc/stat tells of processors: how they spent their time, in ticks.
 */
#ifndef HPM_WRAPPER_PROC_STAT_H
#define HPM_WRAPPER_PROC_STAT_H

#include <stdint.h>

#include "include/hpm_processor_events.h"

/* Of one processor; `known` is 0 where there is no line of it.  */
struct hpm_proc_stat {
    int known;
    int64_t ticks[HPM_STAT_FIELD_COUNT];
};

/* Read the lines of n processors, whose numbers are in ascending order, from
 * the text of the file.  What a line lacks is 0.  Pure.  */
void hpm_proc_stat_parse (const char *text, const int *processors, int n,
                          struct hpm_proc_stat *stats);

/* The same of the machine's /proc/stat; where that can't be read, none is
 * known.  */
void hpm_proc_stat_read (const int *processors, int n,
                         struct hpm_proc_stat *stats);

/* The ticks of the fields whose bits are set.  */
int64_t hpm_proc_stat_ticks (const struct hpm_proc_stat *stat, int fields);

#endif /* HPM_WRAPPER_PROC_STAT_H */
