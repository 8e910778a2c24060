/* SPDX-License-Identifier: BSD-3-Clause
 *
 * What is left of the snapshots when a process ends: removed with its result,
 * or kept, and where.
 */
#include "config.h"

#include <string.h>

#include "pmpi/checkpoint/checkpoint_copy.h"
#include "pmpi/checkpoint/checkpoint_file.h"
#include "pmpi/checkpoint/checkpoint_private.h"
#include "pmpi/guest/message.h"

void
hpm_checkpoint_release (void)
{
    if (hpm_checkpoint_file_release (&hpm_checkpoint.file))
        hpm_checkpoint_copy_remove (&hpm_checkpoint.copy);
    memset (&hpm_checkpoint.copy, 0, sizeof hpm_checkpoint.copy);
}

/* The folder for hpmagg --recover: a copy outlives the job.  */
static const char *
folder_to_recover (void)
{
    const struct hpm_checkpoint_header *header = hpm_checkpoint.file.header;

    return hpm_checkpoint.copy.path.file[0]
                   && __atomic_load_n (&header->copied, __ATOMIC_ACQUIRE)
               ? hpm_checkpoint.copy.path.folder
               : hpm_checkpoint.file.path.folder;
}

void
hpm_checkpoint_tell_kept (const char *how)
{
    const struct hpm_checkpoint_header *header = hpm_checkpoint.file.header;

    if (hpm_checkpoint.setup.finish || !header
        || !__atomic_load_n (&header->touched, __ATOMIC_ACQUIRE)
        || !hpm_checkpoint_file_may_tell (&hpm_checkpoint.file))
        return;
    hpm_message ("%s %s without MPI_Finalize; make a result file of what was "
                 "counted on %s with: hpmagg --recover %s%s -o FILE",
                 header->program, how, hpm_checkpoint.record.host,
                 folder_to_recover (), hpm_message_any_owner ());
}

int
hpm_checkpoint_keep (void)
{
    const struct hpm_checkpoint_path *path = &hpm_checkpoint.file.path;
    struct hpm_error error = { "" };

    if (!hpm_checkpoint.file.header)
        return 0;
    if (*hpm_checkpoint.setup.copies
        && hpm_checkpoint_copy_make (&hpm_checkpoint.copy, &hpm_checkpoint.file,
                                     &error)
               == 0)
        path = &hpm_checkpoint.copy.path;
    hpm_checkpoint_file_may_tell (&hpm_checkpoint.file);
    hpm_message (
        "the counts of this node are in %s; make a result file of them "
        "with: hpmagg --recover %s%s -o FILE",
        path->file, path->folder, hpm_message_any_owner ());
    hpm_checkpoint_file_keep (&hpm_checkpoint.file);
    return 1;
}
