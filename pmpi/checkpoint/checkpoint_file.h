/* SPDX-License-Identifier: BSD-3-Clause
 *
 * This process's slot in the checkpoint of its node (include/hpm_checkpoint.h).
 */
#ifndef HPM_PMPI_CHECKPOINT_FILE_H
#define HPM_PMPI_CHECKPOINT_FILE_H

#include <stddef.h>

#include "base/error.h"
#include "include/hpm_checkpoint.h"
#include "pmpi/checkpoint/checkpoint_place.h"

/* A piece of the file that is mapped here.  */
struct hpm_checkpoint_room {
    char *data;
    size_t bytes;
};

struct hpm_checkpoint_file {
    struct hpm_checkpoint_path path;
    struct hpm_checkpoint_header *header; /* NULL: not open */
    struct hpm_checkpoint_slot *slot;
    int index; /* of the slot; 0 is the first of the node */
    struct hpm_checkpoint_room head, buffers[2];
    uint64_t sequence; /* of the buffer written last */
};

/* Take a slot in the file that `fd` is, which stays the caller's.  file->path
 * is set already.  Returns 0, or -1 with the error.  */
int hpm_checkpoint_file_open (struct hpm_checkpoint_file *file, int fd,
                              int rank, struct hpm_error *error);

/* The process of the first slot says whose run this is.  */
void hpm_checkpoint_file_name (struct hpm_checkpoint_file *file,
                               const char *directory, const char *program);

/* Write the head; once.  Returns 0, or -1 when there is no room.  */
int hpm_checkpoint_file_head (struct hpm_checkpoint_file *file,
                              const void *data, size_t bytes);

/* Have room for a usual head and for buffers of so many bytes: later there may
 * be none.  Returns 0 or -1.  */
int hpm_checkpoint_file_reserve (struct hpm_checkpoint_file *file,
                                 size_t bytes);

/* Begin to write the buffer that is not the latest: `bytes` bytes to be written
 * to; NULL when there is no room on the disk.  Then finish it with what was
 * written.  One thread at a time.  */
char *hpm_checkpoint_file_begin (struct hpm_checkpoint_file *file,
                                 size_t bytes);
void hpm_checkpoint_file_finish (struct hpm_checkpoint_file *file,
                                 size_t bytes);

/* Whether this process is the first of the node that tells what is left.  */
int hpm_checkpoint_file_may_tell (struct hpm_checkpoint_file *file);

/* What all slots hold is elsewhere by now: the first process of the node that
 * comes here removes the file, as those after it may be killed before they come
 * (mpirun ends a job whose first rank to end fails).  The rest only close it:
 * by then, its name may be that of another program's.  Returns whether this
 * process removed it, and there are copies (pmpi/checkpoint/checkpoint_copy.h).
 */
int hpm_checkpoint_file_release (struct hpm_checkpoint_file *file);

/* Close a file in which there is no room, and remove it unless other processes
 * of the node use it.  */
void hpm_checkpoint_file_give_up (struct hpm_checkpoint_file *file);

/* Close it, and let no process of the node remove it.  */
void hpm_checkpoint_file_keep (struct hpm_checkpoint_file *file);

/* Leave everything as it is.  */
void hpm_checkpoint_file_close (struct hpm_checkpoint_file *file);

#endif /* HPM_PMPI_CHECKPOINT_FILE_H */
