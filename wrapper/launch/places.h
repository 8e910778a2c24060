/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The parts that hpmrun works with, as this run will use them.
 */
#ifndef HPM_WRAPPER_PLACES_H
#define HPM_WRAPPER_PLACES_H

#include <limits.h>

#include "base/error.h"
#include "base/option/option.h"

struct hpm_places {
    char library[PATH_MAX];      /* what is preloaded */
    char calls[PATH_MAX];        /* and what beside it, to time MPI calls */
    char marks[PATH_MAX];        /* what libraries of marks load */
    char writer[PATH_MAX];       /* what writes the result file */
    char backend[PATH_MAX];      /* what counts; "" for none */
    char metrics[PATH_MAX];      /* the folder of the installed metrics */
    char site_metrics[PATH_MAX]; /* the site's folder of metrics */
    char costs[PATH_MAX]; /* the site's table of costs, where there is one */
};

/* Find them from where hpmrun itself is, and from the settings that name
 * another.  Nothing is opened.  Returns 0, or -1 when a path is too long.  */
int hpm_places_find (struct hpm_places *places,
                     const struct hpm_options *options,
                     struct hpm_error *error);

/* Whether what the program will have preloaded can be read.  Returns 0, or -1
 * and why not.  */
int hpm_places_check (const struct hpm_places *places,
                      const struct hpm_options *options,
                      struct hpm_error *error);

/* Where the site's settings are, unless the user names another file.  Returns
 * 0, or -1 when the path is too long.  */
int hpm_places_site (char path[PATH_MAX]);

#endif /* HPM_WRAPPER_PLACES_H */
