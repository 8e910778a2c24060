/* SPDX-License-Identifier: BSD-3-Clause
 *
 * daemon ends the process that has called it, inside the C library, where our
 * _exit is not called.
 */
#include "config.h"

#include <unistd.h>

#include "pmpi/guest/dlsym_next.h"
#include "pmpi/guest/export.h"
#include "pmpi/session/session.h"

/* A child of its own becomes the daemon, so that this process can end here.  */
HPM_EXPORT int
daemon (int keeps_folder, int keeps_files)
{
    int (*next) (int, int) = (int (*) (int, int))hpm_dlsym_behind ("daemon");
    pid_t child = hpm_session_is_standalone () ? fork () : 0;

    if (child > 0)
        _exit (0);
    return child < 0 ? -1 : next (keeps_folder, keeps_files);
}
