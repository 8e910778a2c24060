/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "pmpi/wire/stream_texts.h"

#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

#include "base/quality.h"
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

void
hpm_stream_texts_machine (struct hpm_stream_buffer *texts,
                          enum hpm_domain domain)
{
    long line = sysconf (_SC_LEVEL1_DCACHE_LINESIZE);
    struct hpm_machine machine;
    struct utsname system;
    char text[256];

    hpm_machine_read (&machine, "");
    hpm_stream_text_add (texts, "cpu_model", machine.cpu_model);
    if (line > 0)
        hpm_stream_text_number (texts, "cache_line", line);
    if (machine.cpu_mhz > 0) {
        snprintf (text, sizeof text, "%.1f", machine.cpu_mhz);
        hpm_stream_text_add (texts, "cpu_mhz", text);
    }
    hpm_stream_text_add (
        texts, "hardware_counters",
        hpm_reason_text (hpm_machine_obstacle (&machine, domain)));
    if (uname (&system) == 0) {
        snprintf (text, sizeof text, "%s %s %s", system.sysname, system.release,
                  system.machine);
        hpm_stream_text_add (texts, "kernel", text);
    }
}
