/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/text.h"

#include <stdio.h>
#include <time.h>

char *
hpm_text_time (char *buffer, int64_t ns)
{
    time_t seconds = (time_t)(ns / 1000000000);
    struct tm utc;
    size_t n;

    gmtime_r (&seconds, &utc);
    n = strftime (buffer, HPM_TEXT_TIME, "%Y-%m-%dT%H:%M:%S", &utc);
    snprintf (buffer + n, HPM_TEXT_TIME - n, ".%06dZ",
              (int)(ns % 1000000000 / 1000));
    return buffer;
}
