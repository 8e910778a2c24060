/* SPDX-License-Identifier: BSD-3-Clause
 *
 * hpmagg --catalog DIR...: the result files below folders are listed and summed
 * up.
 */
#ifndef HPM_AGGREGATE_CATALOG_COMMAND_H
#define HPM_AGGREGATE_CATALOG_COMMAND_H

#include "aggregate/cmd/show_command.h"

struct hpm_catalog_request {
    char *const *paths; /* folders and files, a NULL at the end; the caller's */
    const char *output; /* NULL: stdout */
    enum hpm_format format;
    int single; /* one file, which has to be a result */
};

/* Files that are no results are counted and named in one line.  Returns the
 * exit status.  */
int hpm_catalog_command (const struct hpm_catalog_request *request);

#endif /* HPM_AGGREGATE_CATALOG_COMMAND_H */
