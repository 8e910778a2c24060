/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is said of a run in words, in the making: "name\0value\0"
 * (HPM_CHUNK_RUN).
 */
#ifndef HPM_PMPI_STREAM_TEXTS_H
#define HPM_PMPI_STREAM_TEXTS_H

#include "base/machine.h"
#include "pmpi/wire/stream_buffer.h"

/* Add a text; none where it is NULL or empty.  */
void hpm_stream_text_add (struct hpm_stream_buffer *texts, const char *name,
                          const char *value);
void hpm_stream_text_number (struct hpm_stream_buffer *texts, const char *name,
                             long value);

/* The same of a moment in ns since 1970.  */
void hpm_stream_text_time (struct hpm_stream_buffer *texts, const char *name,
                           int64_t ns);

/* What this machine is: its processor, why that counts nothing in the domain,
 * and its kernel.  */
void hpm_stream_texts_machine (struct hpm_stream_buffer *texts,
                               enum hpm_domain domain);

#endif /* HPM_PMPI_STREAM_TEXTS_H */
