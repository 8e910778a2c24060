/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "aggregate/console/patience.h"
#include "aggregate/console/report.h"
#include "base/error.h"
#include "base/tool_name.h"

static unsigned patience; /* s, 0 for no limit */

void
hpm_say_patience (unsigned seconds)
{
    patience = seconds;
}

void
hpm_say (const char *format, ...)
{
    struct hpm_error brief; /* where there is no memory for all of it */
    char *text = NULL;
    va_list arguments;

    va_start (arguments, format);
    if (vasprintf (&text, format, arguments) < 0) {
        text = NULL;
        va_end (arguments);
        va_start (arguments, format);
        vsnprintf (brief.text, sizeof brief.text, format, arguments);
    }
    va_end (arguments);
    if (patience)
        hpm_patience_begin (patience);
    fprintf (stderr, "%s: ", hpm_tool_name ());
    hpm_report_name (stderr, text ? text : brief.text);
    fputc ('\n', stderr);
    if (patience)
        hpm_patience_end ();
    free (text);
}
