/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/say.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/tool_name.h"
#include "aggregate/console/report.h"

void
hpm_say (const char *format, ...)
{
    char *text = NULL;
    va_list arguments;

    va_start (arguments, format);
    if (vasprintf (&text, format, arguments) < 0)
        text = NULL;
    va_end (arguments);
    fprintf (stderr, "%s: ", hpm_tool_name ());
    hpm_report_name (stderr, text ? text : format);
    fputc ('\n', stderr);
    free (text);
}
