/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "wrapper/launch/notice.h"

#include <limits.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/signal_guard.h"
#include "base/stderr_room.h"
#include "base/text.h"

#define PATIENCE_MS 1000

/* Write a text as far as there is room.  */
static void
put (const char *text)
{
    static int patience = PATIENCE_MS;
    size_t left = strlen (text);

    while (left && hpm_stderr_has_room (&patience)) {
        ssize_t n
            = write (STDERR_FILENO, text, left < PIPE_BUF ? left : PIPE_BUF);

        if (n <= 0)
            return; /* without a stderr there is nobody to tell */
        text += n;
        left -= (size_t)n;
    }
}

/* To be freed; NULL without memory.  */
static char *
make_line (const char *tool, const char *text)
{
    char *plain = hpm_text_escaped (text), *line = NULL;

    if (plain && asprintf (&line, "%s: %s\n", tool, plain) < 0)
        line = NULL;
    free (plain);
    return line;
}

void
hpm_notice (const char *format, ...)
{
    char *text = NULL, *line;
    struct hpm_signal_guard guard;
    va_list arguments;

    va_start (arguments, format);
    if (vasprintf (&text, format, arguments) < 0)
        text = NULL;
    va_end (arguments);
    line = text ? make_line ("hpmrun", text) : NULL;
    if (line) {
        hpm_signal_guard_begin (&guard);
        put (line);
        hpm_signal_guard_end (&guard);
    }
    free (line);
    free (text);
}

void
hpm_complain_plain (const char *lines)
{
    struct hpm_signal_guard guard;

    hpm_signal_guard_begin (&guard);
    fputs (lines, stderr);
    hpm_signal_guard_end (&guard);
}

void
hpm_complain (const char *tool, const char *text)
{
    char *line = make_line (tool, text);

    hpm_complain_plain (line ? line : "out of memory\n");
    free (line);
}
