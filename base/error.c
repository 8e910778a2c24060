/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/text.h"

int
hpm_error_set (struct hpm_error *error, const char *format, ...)
{
    static const char cut[] = "...";
    va_list arguments;
    int length;

    if (!error)
        return -1;
    va_start (arguments, format);
    length = vsnprintf (error->text, sizeof (error->text), format, arguments);
    va_end (arguments);
    if (length < 0)
        error->text[0] = '\0';
    else if ((size_t)length >= sizeof (error->text))
        memcpy (error->text + sizeof (error->text) - sizeof (cut), cut,
                sizeof (cut));
    hpm_text_tame (error->text);
    return -1;
}
