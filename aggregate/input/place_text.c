/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/input/place_text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

const char *
hpm_place_base (const char *path)
{
    const char *slash = strrchr (path, '/');

    return slash ? slash + 1 : path;
}

char *
hpm_place_text (const char *format, ...)
{
    va_list arguments;
    char *text;
    int length;

    va_start (arguments, format);
    length = vasprintf (&text, format, arguments);
    va_end (arguments);
    return length < 0 ? NULL : text;
}
