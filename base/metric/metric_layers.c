/* SPDX-License-Identifier: BSD-3-Clause */
#include "base/metric/metric_layers.h"

#include <glob.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file/path.h"

char *
hpm_metric_user_folder (char *buffer, size_t size)
{
    hpm_path_of_user (buffer, size, "");
    if (*buffer)
        buffer[strlen (buffer) - 1] = '\0';
    return buffer;
}

static const char *
path_of (const struct hpm_metric_layers *layers, int layer)
{
    return layers->paths[layer] ? layers->paths[layer] : "";
}

/* A folder inside one that this user may not enter, such as another user's home
 * that is still in HOME, is none of his.  */
static int
is_there (const char *path)
{
    return *path && access (path, F_OK) == 0;
}

/* 1 if the folder has a file of definitions, or if that can't be known.  */
static int
has_files (const char *folder)
{
    char pattern[PATH_MAX];
    glob_t found = { 0 };
    int none;

    if (!is_there (folder)
        || snprintf (pattern, sizeof pattern, "%s/*.metric", folder)
               >= (int)sizeof pattern)
        return 0;
    none = glob (pattern, GLOB_NOSORT | GLOB_ERR, NULL, &found) == GLOB_NOMATCH;
    globfree (&found);
    return !none;
}

int
hpm_metric_layers_own (const struct hpm_metric_layers *layers)
{
    return has_files (path_of (layers, HPM_LAYER_SITE))
           || has_files (path_of (layers, HPM_LAYER_USER))
           || *path_of (layers, HPM_LAYER_FILE);
}

static int
read_layer (struct hpm_metric_set *set, const struct hpm_metric_layers *layers,
            int layer, struct hpm_error *error)
{
    const char *path = path_of (layers, layer);

    if (!*path)
        return 0;
    if (layer == HPM_LAYER_FILE)
        return hpm_metric_set_read_file (set, path, error);
    if (layer != HPM_LAYER_INSTALLED && !is_there (path))
        return 0;
    return hpm_metric_set_read_directory (set, path, error);
}

/* Those layers that have a bit in `which`, as a whole or not at all.  */
static int
read_some (struct hpm_metric_set *set, const struct hpm_metric_layers *layers,
           unsigned which, struct hpm_error *error)
{
    hpm_metric_set_init (set);
    for (int i = 0; i < HPM_LAYER_COUNT; i++)
        if ((which & 1u << i) && read_layer (set, layers, i, error)) {
            hpm_metric_set_release (set);
            return -1;
        }
    if (!hpm_metric_set_check (set, error))
        return 0;
    hpm_metric_set_release (set);
    return -1;
}

int
hpm_metric_layers_read (const struct hpm_metric_layers *layers,
                        struct hpm_metric_set *set, struct hpm_error *error)
{
    unsigned good = 0;

    if (!read_some (set, layers, (1u << HPM_LAYER_COUNT) - 1, error))
        return 0;
    for (int i = 0; i < HPM_LAYER_COUNT; i++) {
        struct hpm_metric_set tried;

        if (!read_some (&tried, layers, good | 1u << i, NULL)) {
            hpm_metric_set_release (set);
            *set = tried;
            good |= 1u << i;
        }
    }
    return -1;
}

enum hpm_metric_layer
hpm_metric_layer_of (const struct hpm_metric_layers *layers, const char *file)
{
    for (int i = HPM_LAYER_FILE; file && i >= 0; i--) {
        const char *path = path_of (layers, i);
        size_t length = strlen (path);

        if (length && !strncmp (file, path, length)
            && (i == HPM_LAYER_FILE ? !file[length] : file[length] == '/'))
            return (enum hpm_metric_layer)i;
    }
    return HPM_LAYER_COUNT;
}
