/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where the memory of this rank is (--pages), at a time after the start or at
 * the end.
 *
 * start, { due, step }, look, append; then it may start again.
 */
#ifndef HPM_PMPI_PAGES_H
#define HPM_PMPI_PAGES_H

#include <stdint.h>

#include "base/option/page_setting.h"
#include "pmpi/wire/stream_buffer.h"

/* Look once from here on, as the setting says, or never; forget all.  The path
 * is kept.  */
void hpm_pages_start (const struct hpm_page_setting *setting,
                      const char *sysfs);

/* When somebody is to take the next step while the program runs,
 * CLOCK_MONOTONIC in ns; 0: there is none.  */
int64_t hpm_pages_due (void);

/* Take it: clear the kernel's marks of use, or look.  Both take a while where
 * there is much memory.  One thread at a time.  */
void hpm_pages_step (void);

/* Look, unless that was done.  One thread at a time.  */
void hpm_pages_look (void);

/* Append the chunks of the rank, where it was looked at, and forget all.  */
void hpm_pages_append (struct hpm_stream_buffer *buffer, int rank);

#endif /* HPM_PMPI_PAGES_H */
