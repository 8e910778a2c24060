/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/text_file.h"

#include <errno.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_reader.h"

static int
refuse (const struct hpm_text_file *file, struct hpm_error *error)
{
    return hpm_error_set (error, "cannot write %s: %s",
                          file->name ? file->name : "the output",
                          strerror (errno));
}

/* A table of 10^6 ranks is 10^9 bytes, and each write has its price in the
 * kernel.  Without memory for it the C library's own buffer does.  */
static void
enlarge_buffer (struct hpm_text_file *file)
{
    const size_t size = (size_t)1 << 16;

    file->buffer = file->out ? malloc (size) : NULL;
    if (file->buffer)
        setvbuf (file->out, file->buffer, _IOFBF, size);
}

/* A table never takes the place of a result file: not of the one it is made
 * from, and not of the next in a list whose -o was forgotten.  */
static int
open_beside (struct hpm_text_file *file, struct hpm_error *error)
{
    struct hpm_error detail;

    if (hpm_h5_is_file (file->name))
        return hpm_error_set (error,
                              "%s is an HDF5 file, not to be replaced by a "
                              "table: give another name to -o",
                              file->name);
    if (hpm_place_begin (&file->place, file->name, 1, &detail))
        return hpm_error_set (error, "cannot write %s: %s", file->name,
                              detail.text);
    file->out = fopen (file->place.temporary, "we");
    enlarge_buffer (file);
    return 0;
}

/* What is no regular file, such as /dev/null or a pipe, is written to and not
 * replaced.  */
static int
open_named (struct hpm_text_file *file, struct hpm_error *error)
{
    struct hpm_target target;

    if (hpm_target_find (&target, file->name, error))
        return -1;
    if (target.kind != HPM_TARGET_SPECIAL)
        return open_beside (file, error);
    /* Who asked for it by name is told when its reader has gone.  */
    signal (SIGPIPE, SIG_IGN);
    file->out = fopen (file->name, "we");
    return 0;
}

/* Kept until it is complete: who reads a pipe cannot tell a page from half of
 * one.  */
static int
open_standard (struct hpm_text_file *file, struct hpm_error *error)
{
    file->name = NULL;
    file->kept.file = hpm_scratch_open (error);
    file->out = file->kept.file;
    return file->out ? 0 : -1;
}

int
hpm_text_file_open (struct hpm_text_file *file, const char *name,
                    struct hpm_error *error)
{
    memset (file, 0, sizeof *file);
    file->name = name;
    if (name && !strcmp (name, "-"))
        return open_standard (file, error);
    if (!name)
        file->out = stdout;
    else if (open_named (file, error))
        return -1;
    if (file->out)
        return 0;
    hpm_place_abandon (&file->place);
    return refuse (file, error);
}

int
hpm_text_file_flush (FILE *out)
{
    if (fflush (out))
        return -1;
    if (!ferror (out))
        return 0;
    /* Why, is forgotten by now: the next byte fails as those before did.  */
    errno = 0;
    putc ('\n', out);
    fflush (out);
    errno = errno ? errno : EIO;
    return -1;
}

/* What was kept goes to the standard output, which is `out` from then on.  */
static int
pass_on (struct hpm_text_file *file, int failed, struct hpm_error *error)
{
    if (!failed && hpm_text_file_flush (file->out))
        failed = hpm_scratch_failed (error);
    else if (!failed) {
        error->text[0] = '\0';
        failed = hpm_spool_copy (&file->kept, stdout, error);
    }
    hpm_spool_release (&file->kept);
    file->out = stdout;
    return failed;
}

int
hpm_text_file_close (struct hpm_text_file *file, int failed,
                     struct hpm_error *error)
{
    if (file->kept.file)
        failed = pass_on (file, failed, error);
    if (hpm_text_file_flush (file->out)) {
        if (!failed || !error->text[0])
            refuse (file, error);
        failed = 1;
    }
    if (file->name && fclose (file->out) && !failed)
        failed = refuse (file, error);
    free (file->buffer);
    file->buffer = NULL;
    if (!failed && file->place.temporary[0])
        failed = hpm_place_finish (&file->place, error);
    hpm_place_abandon (&file->place);
    if (failed && !error->text[0])
        refuse (file, error);
    return failed ? -1 : 0;
}
