/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where a table goes: the standard output, a pipe or device, or a file that
 * gets its name, and replaces one of that name, when it is complete.
 */
#ifndef HPM_AGGREGATE_TEXT_FILE_H
#define HPM_AGGREGATE_TEXT_FILE_H

#include <stdio.h>

#include "base/error.h"
#include "base/file/place.h"
#include "aggregate/console/scratch.h"

struct hpm_text_file {
    FILE *out;              /* the caller's to write to */
    const char *name;       /* the caller's; NULL: the standard output */
    char *buffer;           /* of `out`, or NULL */
    struct hpm_spool kept;  /* for that, where it was named */
    struct hpm_place place; /* its temporary name is "" where none is needed */
};

/* Open `name`, or the standard output for NULL; for "-", too, which gets what
 * is written when it is complete.  An HDF5 file of that name is refused.
 * Returns 0, or -1: then there is nothing to close.  After hpm_h5_begin.  */
int hpm_text_file_open (struct hpm_text_file *file, const char *name,
                        struct hpm_error *error);

/* Whether all that was written to `out`, from its first byte, has left us.
 * Returns 0, or -1 with errno.  */
int hpm_text_file_flush (FILE *out);

/* End it.  With `failed` the file is not kept, and one of its name stays as it
 * was.  Returns 0, or -1 when anything failed, also what came before; `error`
 * keeps the first reason it was given.  */
int hpm_text_file_close (struct hpm_text_file *file, int failed,
                         struct hpm_error *error);

#endif /* HPM_AGGREGATE_TEXT_FILE_H */
