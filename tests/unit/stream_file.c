/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The places where a record stream may be left, told where none can be written:
 * each has a file of that name.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "pmpi/wire/stream_file.h"
#include "tests/tap.h"

/* What is in the way has the name of this process, as streams do.  */
static void
name (char *path, const char *folder)
{
    snprintf (path, PATH_MAX, "%s/hpm-places.h5.stream-%d", folder,
              (int)getpid ());
}

static void
stand_in_the_way (const char *folder)
{
    char path[PATH_MAX];
    int file;

    name (path, folder);
    file = open (path, O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    if (file < 0 && errno != ENOENT)
        exit (99);
    close (file);
}

static void
go_away (const char *folder)
{
    char path[PATH_MAX];

    name (path, folder);
    unlink (path);
}

/* A result in `folder`, and the folder for temporary files.  */
static void
refuse (const char *folder, const char *temporary, const char *one,
        const char *two, const char *three)
{
    static struct hpm_stream_file file;
    const char *const places[] = { one, two, three };
    char result[PATH_MAX], path[PATH_MAX], expected[3 * PATH_MAX];
    struct hpm_error error = { "" };
    int length = sprintf (expected, "cannot write");

    for (int i = 0; i < 3 && places[i]; i++) {
        name (path, places[i]);
        length += sprintf (expected + length, "%s %s", i ? " nor" : "", path);
    }
    sprintf (expected + length, ": %s", strerror (EEXIST));
    if (temporary)
        setenv ("TMPDIR", temporary, 1);
    else
        unsetenv ("TMPDIR");
    snprintf (result, sizeof result, "%s/hpm-places.h5", folder);
    tap_case ("%s, TMPDIR %s", folder, temporary ? temporary : "not set");
    tap_ok (hpm_stream_file_create (&file, result, &error) == -1
                && file.problem == EEXIST,
            "no stream is made where files are in the way");
    tap_text (error.text, expected, "each place is told once");
}

int
main (void)
{
    char folder[] = "/tmp/stream_file.XXXXXX";

    if (!mkdtemp (folder))
        return 99;
    stand_in_the_way (folder);
    stand_in_the_way ("/dev/shm");
    stand_in_the_way ("/tmp");
    refuse ("/tmp", NULL, "/tmp", "/dev/shm", NULL);
    refuse ("/tmp", "/tmp", "/tmp", "/dev/shm", NULL);
    refuse (folder, NULL, folder, "/tmp", "/dev/shm");
    refuse ("/dev/shm", "/tmp", "/dev/shm", "/tmp", NULL);
    refuse ("/tmp", "/dev/shm", "/tmp", "/dev/shm", NULL);
    go_away (folder);
    go_away ("/dev/shm");
    go_away ("/tmp");
    rmdir (folder);
    return tap_done ();
}
