/* SPDX-License-Identifier: BSD-3-Clause
 *
 * dlclose, with ours before it: samples in a library have its name while it is
 * there.  The loader may hold a lock of its own when it is called, as in a
 * destructor of another library: nothing here waits for the list of threads.
 */
#include "config.h"

#include <dlfcn.h>
#include <errno.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/samples/samples.h"
#include "pmpi/threads/thread_private.h"

typedef int dlclose_fn (void *handle);

static dlclose_fn *
next (void)
{
    static dlclose_fn *found; /* atomic */
    dlclose_fn *it = __atomic_load_n (&found, __ATOMIC_RELAXED);

    if (!it) {
        it = (dlclose_fn *)hpm_dlsym_behind ("dlclose");
        __atomic_store_n (&found, it, __ATOMIC_RELAXED);
    }
    return it;
}

/* Where somebody has the list, he drains, too, or a thread begins or ends.  */
static void
drain (void)
{
    if (pthread_mutex_trylock (&hpm_registry.lock))
        return;
    hpm_threads_drain_held ();
    pthread_mutex_unlock (&hpm_registry.lock);
}

/* Who has the samples waits for no lock of the loader but that of its list,
 * which is free while functions of the program run.  */
static void
place (void)
{
    int saved = errno;

    hpm_samples_place ();
    errno = saved;
}

HPM_EXPORT int
dlclose (void *handle)
{
    int sampled = hpm_samples_due () != 0, result;

    if (sampled) {
        drain ();
        place ();
    }
    result = next () (handle);
    if (sampled)
        place ();
    return result;
}
