/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/file/script_file.h"

#include <string.h>

#define MARK "#!"
#define MARK_LENGTH (sizeof MARK - 1)
#define BLANKS " \t"

/* What of the line the kernel looks at, without "#!".  */
#define MOST (HPM_SCRIPT_LINE - MARK_LENGTH)

/* Returns 1, or 0 if there is none.  Behind the end of a short file the kernel
 * sees zeros.  */
static int
read_line (const struct hpm_file_start *start, char line[MOST + 1])
{
    size_t known = start->known < 0 ? 0 : (size_t)start->known;

    if (known < MARK_LENGTH || memcmp (start->bytes, MARK, MARK_LENGTH) != 0)
        return 0;
    if (known > HPM_SCRIPT_LINE)
        known = HPM_SCRIPT_LINE;
    memset (line, 0, MOST + 1);
    memcpy (line, start->bytes + MARK_LENGTH, known - MARK_LENGTH);
    return 1;
}

int
hpm_script_interpreter (const struct hpm_file_start *start,
                        char interpreter[HPM_SCRIPT_LINE])
{
    char line[MOST + 1];
    const char *name;
    size_t length;

    if (!read_line (start, line))
        return 0;
    name = line + strspn (line, BLANKS);
    length = strcspn (name, BLANKS "\n");
    /* A path whose end is not seen is not executed.  */
    if (length == 0 || name + length == line + MOST)
        return 0;
    memcpy (interpreter, name, length);
    interpreter[length] = '\0';
    return 1;
}
