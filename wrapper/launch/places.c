/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/launch/places.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/file/path.h"

static int
installed (char place[PATH_MAX], const char *self, const char *target,
           struct hpm_error *error)
{
    if (hpm_path_relocate (place, PATH_MAX, self, HPM_BINDIR, target) == 0)
        return 0;
    return hpm_error_set (error, "path too long: %s", target);
}

static int
named (char place[PATH_MAX], const char *path, struct hpm_error *error)
{
    if (snprintf (place, PATH_MAX, "%s", path) < PATH_MAX)
        return 0;
    return hpm_error_set (error, "path too long: %s", path);
}

static int
find_backend (char place[PATH_MAX], const char *self,
              const struct hpm_either *backend, struct hpm_error *error)
{
    if (backend->choice == HPM_BACKEND_PAPI)
        return installed (place, self, HPM_PKGLIBDIR "/papi.so", error);
    return named (place, backend->path ? backend->path : "", error);
}

static void
find_self (char self[PATH_MAX])
{
    ssize_t length = readlink ("/proc/self/exe", self, PATH_MAX - 1);

    self[length > 0 ? length : 0] = '\0';
}

int
hpm_places_site (char path[PATH_MAX])
{
    char self[PATH_MAX];

    find_self (self);
    return hpm_path_relocate (path, PATH_MAX, self, HPM_BINDIR, HPM_SITEFILE);
}

int
hpm_places_find (struct hpm_places *places, const struct hpm_options *options,
                 struct hpm_error *error)
{
    char self[PATH_MAX];

    find_self (self);
    if (installed (places->library, self, HPM_LIBDIR "/libhpmmpi.so", error)
        || installed (places->calls, self, HPM_LIBDIR "/libhpmmpi-calls.so",
                      error)
        || installed (places->marks, self, HPM_PKGLIBDIR "/marks.so", error)
        || installed (places->metrics, self, HPM_METRICDIR, error)
        || installed (places->site_metrics, self, HPM_SITEMETRICDIR, error)
        || installed (places->costs, self, HPM_COSTFILE, error)
        || find_backend (places->backend, self, &options->backend, error))
        return -1;
    return *options->writer
               ? named (places->writer, options->writer, error)
               : installed (places->writer, self, HPM_BINDIR "/hpmagg", error);
}

static int
check_library (const char *path, struct hpm_error *error)
{
    if (access (path, R_OK) == 0)
        return 0;
    return hpm_error_set (error, "cannot read the library '%s': %s", path,
                          strerror (errno));
}

int
hpm_places_check (const struct hpm_places *places,
                  const struct hpm_options *options, struct hpm_error *error)
{
    return check_library (places->library, error)
                   || (options->mpi != HPM_MPI_OFF
                       && check_library (places->calls, error))
               ? -1
               : 0;
}
