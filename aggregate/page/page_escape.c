/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>

#include "aggregate/page/page.h"

static ssize_t
write_escaped (void *cookie, const char *text, size_t size)
{
    FILE *out = cookie;
    const char *end = text + size;

    while (text < end) {
        const char *found = memchr (text, '<', (size_t)(end - text));
        size_t plain = (size_t)((found ? found : end) - text);

        fwrite (text, 1, plain, out);
        if (found)
            fputs ("\\u003c", out);
        text += plain + (found != NULL);
    }
    return ferror (out) ? 0 : (ssize_t)size;
}

FILE *
hpm_page_escape (FILE *out)
{
    return fopencookie (out, "w",
                        (cookie_io_functions_t){ .write = write_escaped });
}
