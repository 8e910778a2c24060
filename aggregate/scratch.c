/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "scratch.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

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
