/* SPDX-License-Identifier: BSD-3-Clause
 *
 * HDF5's errors: kept off the screen, and asked for the system error below.
 */
#include "config.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aggregate/h5/h5_writer.h"

/* The system error of the last failure; HDF5 calls back where it happens, since
 * its next call, a close for instance, forgets it.  */
static char system_error[80];
static int no_memory; /* some failure was that memory could not be had */

static herr_t
find_system_error (unsigned n, const H5E_error2_t *entry, void *data)
{
    const char *found
        = entry->desc ? strstr (entry->desc, "error message = '") : NULL;

    (void)n;
    no_memory |= entry->maj_num == H5E_RESOURCE
                 && (entry->min_num == H5E_NOSPACE
                     || entry->min_num == H5E_CANTALLOC);
#if H5_VERSION_GE(1, 12, 0)
    /* HDF5 1.14 keeps to itself why a filter failed; errno does not.  */
    no_memory |= entry->maj_num == H5E_PLINE && *(const int *)data == ENOMEM;
#else
    (void)data;
#endif
    if (!found)
        return 0;
    snprintf (system_error, sizeof system_error, "%s", strchr (found, 39) + 1);
    system_error[strcspn (system_error, "'")] = '\0';
    return 0;
}

/* errno is of the failure, or of one before it since the reading began.  */
static herr_t
remember (hid_t stack, void *data)
{
    int failure = errno;

    (void)data;
    return H5Ewalk2 (stack, H5E_WALK_UPWARD, find_system_error, &failure);
}

void
hpm_h5_begin (void)
{
    /* Locks are refused by some parallel file systems; the file is ours alone
     * until it has its name.  */
    setenv ("HDF5_USE_FILE_LOCKING", "FALSE", 0);
    /* HDF5 crashes at exit when a file could not be closed because the disk was
     * full. */
    H5dont_atexit ();
    H5Eset_auto2 (H5E_DEFAULT, remember, NULL);
    /* A result file is all there is to a result: no link leads out of it.  */
    H5Lunregister (H5L_TYPE_EXTERNAL);
}

int
hpm_h5_failed (struct hpm_error *error, const char *verb, const char *name)
{
    return hpm_error_set (error, "cannot %s %s%s%s", verb, name,
                          *system_error ? ": " : "", system_error);
}

int
hpm_h5_lacked_memory (void)
{
    return no_memory;
}

int
hpm_h5_reached_size_limit (void)
{
    return !strcmp (system_error, strerror (EFBIG));
}
