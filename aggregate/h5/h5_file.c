/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <string.h>
#include <sys/stat.h>

#include "aggregate/h5/h5_reader.h"

/* To look into a pipe would wait for who writes there.  */
int
hpm_h5_is_file (const char *name)
{
    struct stat status;

    return strcmp (name, "-") != 0 && !stat (name, &status)
           && S_ISREG (status.st_mode) && H5Fis_hdf5 (name) > 0;
}
