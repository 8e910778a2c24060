/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Where definitions of metrics are found.
 */
#ifndef HPM_BASE_METRIC_LAYERS_H
#define HPM_BASE_METRIC_LAYERS_H

#include "base/metric/metric.h"

/* The sources, the later wins.
 * X(identifier, what to call it) */
#define HPM_METRIC_LAYERS(X)                                                   \
    X (INSTALLED, "metrics")                                                   \
    X (SITE, "metrics, site")                                                  \
    X (USER, "metrics, own")                                                   \
    X (FILE, "metrics, file")

enum hpm_metric_layer {
#define HPM_X(identifier, name) HPM_LAYER_##identifier,
    HPM_METRIC_LAYERS (HPM_X)
#undef HPM_X
        HPM_LAYER_COUNT
};

/* Paths of three folders and of a file; NULL or "": none.  The folders of the
 * site and of the user need not be there.  Owned by the caller.  */
struct hpm_metric_layers {
    const char *paths[HPM_LAYER_COUNT];
};

/* The user's folder, "" where there can be none.  Returns buffer.  */
char *hpm_metric_user_folder (char *buffer, size_t size);

/* 1 if there is anything beside what was installed.  */
int hpm_metric_layers_own (const struct hpm_metric_layers *layers);

/* Read all sources into an empty set and check the whole.  Returns 0, or -1
 * with the first error; the set then has those sources that can be read and
 * make sense together.  */
int hpm_metric_layers_read (const struct hpm_metric_layers *layers,
                            struct hpm_metric_set *set,
                            struct hpm_error *error);

/* The source a definition stands in, HPM_LAYER_COUNT where in none.  */
enum hpm_metric_layer
hpm_metric_layer_of (const struct hpm_metric_layers *layers, const char *file);

#endif /* HPM_BASE_METRIC_LAYERS_H */
