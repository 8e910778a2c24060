/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/script_file.h"

#include <string.h>

#define MARK "#!"
#define BLANKS " \t"

/* The line of a script, without "#!"; it may be cut where the buffer ends.
 * Returns 1, or 0 where there is none.  */
static int
read_line (const struct hpm_file_start *start, char line[HPM_SCRIPT_LINE])
{
    size_t known = start->known < 0 ? 0 : (size_t)start->known;

    if (known >= HPM_SCRIPT_LINE)
        known = HPM_SCRIPT_LINE - 1;
    if (known < strlen (MARK)
        || memcmp (start->bytes, MARK, strlen (MARK)) != 0)
        return 0;
    known -= strlen (MARK);
    memcpy (line, start->bytes + strlen (MARK), known);
    line[known] = '\0';
    return 1;
}

int
hpm_script_interpreter (const struct hpm_file_start *start,
                        char interpreter[HPM_SCRIPT_LINE])
{
    char line[HPM_SCRIPT_LINE];
    const char *name;
    size_t length;

    if (!read_line (start, line))
        return 0;
    name = line + strspn (line, BLANKS);
    length = strcspn (name, BLANKS "\n");
    /* A path that does not end in the buffer is not executed.  */
    if (length == 0
        || name + length - line == HPM_SCRIPT_LINE - 1 - (long)strlen (MARK))
        return 0;
    memcpy (interpreter, name, length);
    interpreter[length] = '\0';
    return 1;
}
