/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The definitions of metrics as hpmrun uses them.
 */
#ifndef HPM_WRAPPER_DEFINITIONS_H
#define HPM_WRAPPER_DEFINITIONS_H

#include <limits.h>

#include "base/metric/metric_layers.h"
#include "base/option/option.h"
#include "wrapper/launch/places.h"

struct hpm_definitions {
    struct hpm_metric_set set;
    struct hpm_metric_layers layers;
    char user[PATH_MAX];
};

/* Read all that hold here.  Returns 0, or -1 with the error.  Release in either
 * case.  `places` and `options` must outlive it.  */
int hpm_run_definitions_read (struct hpm_definitions *definitions,
                              const struct hpm_options *options,
                              const struct hpm_places *places,
                              struct hpm_error *error);
void hpm_run_definitions_release (struct hpm_definitions *definitions);

/* Before a run: make the name of a file given absolute, since the program may
 * go elsewhere, and, where anything beside the installed definitions holds,
 * read what will be read at its end.  Returns 0, or -1 with the error.  */
int hpm_run_definitions_check (struct hpm_options *options,
                               const struct hpm_places *places,
                               struct hpm_error *error);

/* hpmrun --show-config: the sources, and what replaces something, to stdout.
 * Returns 0, or -1 with the error.  */
int hpm_run_definitions_show (const struct hpm_options *options,
                              const struct hpm_places *places,
                              struct hpm_error *error);

#endif /* HPM_WRAPPER_DEFINITIONS_H */
