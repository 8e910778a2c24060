/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include <dlfcn.h>
#include <limits.h>

#include "base/file/path.h"
#include "pmpi/count/backend_load.h"
#include "pmpi/guest/own_libc.h"

int
hpm_installed_path (char *buffer, size_t size, const char *target)
{
    Dl_info self;

    if (!dladdr ((const void *)hpm_installed_path, &self))
        return -1;
    return hpm_path_relocate (buffer, size, self.dli_fname, HPM_LIBDIR, target);
}

const struct hpm_backend *
hpm_backend_load (const char *name, struct hpm_error *error)
{
    const struct hpm_backend *backend;
    char path[PATH_MAX];
    void *handle;

    if (!name) {
        if (hpm_installed_path (path, sizeof path, HPM_PKGLIBDIR "/papi.so"))
            return hpm_error_set (error, "path too long"), NULL;
        name = path;
    }
    handle = dlopen (name, RTLD_NOW | RTLD_LOCAL
                               | (hpm_libc_is_hidden () ? RTLD_DEEPBIND : 0));
    if (!handle)
        return hpm_error_set (error, "%s", dlerror ()), NULL;
    backend = dlsym (handle, "hpm_backend");
    if (!backend || backend->abi != HPM_BACKEND_ABI) {
        dlclose (handle);
        return hpm_error_set (
                   error, "%s: not a counter backend of this version", name),
               NULL;
    }
    return backend;
}
