/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/wire/stream_texts.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"

void
hpm_stream_text_add (struct hpm_stream_buffer *texts, const char *name,
                     const char *value)
{
    if (!value || !*value)
        return;
    hpm_stream_buffer_append (texts, name, strlen (name) + 1);
    hpm_stream_buffer_append (texts, value, strlen (value) + 1);
}

void
hpm_stream_text_number (struct hpm_stream_buffer *texts, const char *name,
                        long value)
{
    char text[32];

    snprintf (text, sizeof text, "%ld", value);
    hpm_stream_text_add (texts, name, text);
}

void
hpm_stream_text_time (struct hpm_stream_buffer *texts, const char *name,
                      int64_t ns)
{
    char text[HPM_TEXT_TIME];

    hpm_stream_text_add (texts, name, hpm_text_time (text, ns));
}
