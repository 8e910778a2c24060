/* SPDX-License-Identifier: BSD-3-Clause */
#include "wrapper/plan/backend_load.h"

#include <dlfcn.h>
#include <string.h>

static void
set_failed (struct hpm_source *source, const char *text)
{
    source->backend = NULL;
    source->reason = HPM_REASON_NO_PAPI;
    hpm_error_set (&source->error, "%s", text ? text : "");
}

static void
load (struct hpm_source *source, const char *path)
{
    /* Not RTLD_GLOBAL: two backends have the same one symbol.  */
    source->handle = dlopen (path, RTLD_NOW | RTLD_LOCAL);
    if (!source->handle) {
        set_failed (source, dlerror ());
        return;
    }
    source->backend = dlsym (source->handle, "hpm_backend");
    if (!source->backend)
        set_failed (source, dlerror ());
    else if (source->backend->abi != HPM_BACKEND_ABI) {
        set_failed (source, NULL);
        hpm_error_set (&source->error,
                       "%s is a backend for another version of hpmmpi", path);
    }
}

int
hpm_source_check (const char *path, struct hpm_error *error)
{
    struct hpm_source source = { 0 };

    load (&source, path);
    if (source.handle)
        dlclose (source.handle);
    return source.backend ? 0
                          : hpm_error_set (error, "cannot load the backend: %s",
                                           source.error.text);
}

void
hpm_source_open (struct hpm_source *source, const char *path,
                 const struct hpm_options *options)
{
    memset (source, 0, sizeof *source);
    if (*path == '\0')
        return;
    load (source, path);
    if (!source->backend)
        return;
    source->reason = source->backend->open (
        options->domain, options->multiplex ? HPM_BACKEND_MULTIPLEX : 0,
        &source->version);
    if (source->reason != HPM_REASON_NONE)
        source->backend = NULL;
}

void
hpm_source_close (struct hpm_source *source)
{
    if (source->backend)
        source->backend->close ();
    source->backend = NULL;
    if (source->handle)
        dlclose (source->handle);
    source->handle = NULL;
}
