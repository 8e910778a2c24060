/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/console/scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <unistd.h>

#define MEMORY_MAX ((size_t)1 << 22) /* of a spool */
#define SEND_MAX ((size_t)1 << 26)   /* bytes at a time */

static const char *
folder (void)
{
    const char *given = getenv ("TMPDIR");

    return given && *given ? given : "/tmp";
}

/* A descriptor; -1 with errno.  */
static int
make_file (void)
{
    char name[PATH_MAX];
    int length = snprintf (name, sizeof name, "%s/hpmagg-XXXXXX", folder ());
    int descriptor;

    if (length < 0 || (size_t)length >= sizeof name)
        return -1;
    descriptor = mkostemp (name, O_CLOEXEC);
    if (descriptor >= 0)
        unlink (name);
    return descriptor;
}

FILE *
hpm_scratch_open (struct hpm_error *error)
{
    int descriptor = make_file ();
    FILE *file;

    if (descriptor < 0)
        descriptor = memfd_create ("hpmagg", MFD_CLOEXEC);
    file = descriptor < 0 ? NULL : fdopen (descriptor, "w+");
    if (file)
        return file;
    hpm_error_set (error, "cannot make a temporary file in %s: %s", folder (),
                   strerror (errno));
    if (descriptor >= 0)
        close (descriptor);
    return NULL;
}

int
hpm_scratch_failed (struct hpm_error *error)
{
    return hpm_error_set (error,
                          "cannot use a temporary file in %s: %s: name a "
                          "folder with room in TMPDIR",
                          folder (), strerror (errno));
}

static int
flush_text (struct hpm_spool *spool, struct hpm_error *error)
{
    if (!spool->file)
        spool->file = hpm_scratch_open (error);
    if (!spool->file)
        return -1;
    if (fwrite (spool->text, 1, spool->used, spool->file) != spool->used)
        return hpm_scratch_failed (error);
    spool->used = 0;
    return 0;
}

int
hpm_spool_add (struct hpm_spool *spool, const void *data, size_t bytes,
               struct hpm_error *error)
{
    if (spool->used + bytes > MEMORY_MAX && flush_text (spool, error))
        return -1;
    if (spool->used + bytes > spool->room) {
        size_t room = 2 * spool->room + bytes + 4096;
        char *text = realloc (spool->text, room);

        if (!text)
            return hpm_error_set (error, "out of memory");
        spool->text = text;
        spool->room = room;
    }
    memcpy (spool->text + spool->used, data, bytes);
    spool->used += bytes;
    return 0;
}

/* What is in memory goes first.  */
ssize_t
hpm_spool_splice (struct hpm_spool *spool, int pipe)
{
    struct hpm_error error;

    if (!spool->file || (spool->used && flush_text (spool, &error))
        || fflush (spool->file))
        return -1;
    return splice (pipe, NULL, fileno (spool->file), NULL, MEMORY_MAX, 0);
}

int
hpm_spool_rewind (struct hpm_spool *spool, struct hpm_error *error)
{
    return spool->file
                   && (fflush (spool->file)
                       || fseeko (spool->file, 0, SEEK_SET))
               ? hpm_scratch_failed (error)
               : 0;
}

/* As far as the kernel copies between the two by itself; the rest goes the long
 * way, which also tells errors.  */
static void
send_file (FILE *from, FILE *out)
{
    if (fflush (out))
        return;
    while (sendfile (fileno (out), fileno (from), NULL, SEND_MAX) > 0)
        continue;
}

int
hpm_spool_copy (struct hpm_spool *spool, FILE *out, struct hpm_error *error)
{
    static char buffer[1 << 16];
    size_t got = spool->file ? 1 : 0;

    if (hpm_spool_rewind (spool, error))
        return -1;
    if (spool->file)
        send_file (spool->file, out);
    while (got && !ferror (out)) {
        got = fread (buffer, 1, sizeof buffer, spool->file);
        fwrite (buffer, 1, got, out);
    }
    if (spool->file && ferror (spool->file))
        return hpm_scratch_failed (error);
    if (!ferror (out) && spool->used)
        fwrite (spool->text, 1, spool->used, out);
    return ferror (out) ? -1 : 0;
}

void
hpm_spool_release (struct hpm_spool *spool)
{
    if (spool->file)
        fclose (spool->file);
    free (spool->text);
    memset (spool, 0, sizeof *spool);
}
