/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "wrapper/launch/notice.h"

#include <limits.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/text.h"

#define PATIENCE_MS 1000

/* Whether PIPE_BUF bytes can be written at once.  */
static int
is_ready (void)
{
    static int patience = PATIENCE_MS;
    struct pollfd output = { .fd = STDERR_FILENO, .events = POLLOUT };
    int ready = poll (&output, 1, patience);

    if (ready == 0)
        patience = 0;
    return ready > 0;
}

void
hpm_notice (const char *format, ...)
{
    char text[PIPE_BUF] = "hpmrun: ";
    size_t prefix = strlen (text);
    va_list arguments;

    va_start (arguments, format);
    vsnprintf (text + prefix, sizeof text - prefix - 1, format, arguments);
    va_end (arguments);
    strcat (hpm_text_tame (text), "\n");
    if (is_ready () && write (STDERR_FILENO, text, strlen (text)) < 0)
        return; /* without a stderr there is nobody to tell */
}
