/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "definitions.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

#include "core/metric_layers.h"
#include "core/path.h"

static int
installed_folder (char *folder, const char *target, struct hpm_error *error)
{
    char self[PATH_MAX];
    ssize_t length = readlink ("/proc/self/exe", self, sizeof self - 1);

    self[length > 0 ? length : 0] = '\0';
    if (hpm_path_relocate (folder, PATH_MAX, self, HPM_BINDIR, target))
        return hpm_error_set (error, "path too long: %s", target);
    return 0;
}

int
hpm_definitions_read (struct hpm_metric_set *set, const char *folder,
                      const char *file, struct hpm_error *error)
{
    char installed[PATH_MAX], site[PATH_MAX], user[PATH_MAX];
    struct hpm_metric_layers layers = { { folder, NULL, NULL, file } };

    if (!folder) {
        if (installed_folder (installed, HPM_METRICDIR, error)
            || installed_folder (site, HPM_SITEMETRICDIR, error))
            return -1;
        layers = (struct hpm_metric_layers){
            { installed, site, hpm_metric_user_folder (user, sizeof user),
              file }
        };
    }
    return hpm_metric_layers_read (&layers, set, error);
}
