/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file of the kernel's, line by line and in one room, without malloc.
 */
#ifndef HPM_PMPI_LINE_READER_H
#define HPM_PMPI_LINE_READER_H

#include <stddef.h>

#define HPM_LINE_ROOM 16384 /* a path has 4096 */

struct hpm_line_reader {
    int fd;
    size_t at, end;
    char text[HPM_LINE_ROOM + 1];
};

/* Returns 0, or -1 where it can't be opened.  Close it if it was.  */
int hpm_line_reader_open (struct hpm_line_reader *reader, const char *path);
void hpm_line_reader_close (struct hpm_line_reader *reader);

/* The next line without its end, valid until the next; NULL after the last.  */
char *hpm_line_reader_next (struct hpm_line_reader *reader);

#endif /* HPM_PMPI_LINE_READER_H */
