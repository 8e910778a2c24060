/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "base/preload.h"

#include <string.h>

#define SEPARATORS ": "

int
hpm_preload_next (const char **list, struct hpm_piece *library)
{
    library->start = *list + strspn (*list, SEPARATORS);
    library->length = strcspn (library->start, SEPARATORS);
    *list = library->start + library->length;
    return library->length > 0;
}

int
hpm_preload_is (struct hpm_piece library, const char *begin)
{
    const char *slash = memrchr (library.start, '/', library.length);
    const char *name = slash ? slash + 1 : library.start;
    size_t length = (size_t)(library.start + library.length - name);

    return length >= strlen (begin) && !memcmp (name, begin, strlen (begin));
}

int
hpm_preload_has_ours (const char *list)
{
    struct hpm_piece library;

    while (hpm_preload_next (&list, &library))
        if (hpm_preload_is (library, HPM_PRELOAD_OURS))
            return 1;
    return 0;
}

int
hpm_preload_holds (const char *path)
{
    return path[strcspn (path, SEPARATORS)] == '\0';
}
