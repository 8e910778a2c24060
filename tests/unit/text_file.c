/* SPDX-License-Identifier: BSD-3-Clause
 *
 * A file whose end was written, and not all that stands before it: a disk that
 * was full for a moment.
 */
#include "config.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "aggregate/cmd/text_file.h"
#include "tests/tap.h"

#define TABLE "table"

static void
allow (rlim_t bytes)
{
    struct rlimit limit;

    if (getrlimit (RLIMIT_FSIZE, &limit))
        abort ();
    limit.rlim_cur = bytes;
    if (setrlimit (RLIMIT_FSIZE, &limit))
        abort ();
}

/* A table of which `most` bytes have room, and then, what comes last; returns
 * what closing it does.  */
static int
write_table (rlim_t most, struct hpm_error *error)
{
    static const char block[10000] = "";
    struct hpm_text_file file;

    if (hpm_text_file_open (&file, TABLE, error))
        abort ();
    allow (most);
    fwrite (block, 1, sizeof block, file.out);
    fflush (file.out);
    allow (RLIM_INFINITY);
    fputs ("the end", file.out);
    return hpm_text_file_close (&file, 0, error);
}

int
main (void)
{
    char folder[] = "/tmp/text_file.XXXXXX";
    struct hpm_error error = { "" };

    signal (SIGXFSZ, SIG_IGN);
    if (!mkdtemp (folder) || chdir (folder))
        abort ();
    tap_ok (write_table (100, &error) == -1,
            "a table that lacks a part of its middle has failed");
    tap_ok (strstr (error.text, "cannot write " TABLE ": ") == error.text,
            "it is said which table it was");
    tap_ok (rmdir (folder) == 0, "nothing of it is left");
    tap_ok (mkdir (folder, 0700) == 0 && chdir (folder) == 0
                && write_table (RLIM_INFINITY, &error) == 0,
            "a table whose bytes were all written has not failed");
    tap_ok (unlink (TABLE) == 0, "it has its name then");
    rmdir (folder);
    return tap_done ();
}
