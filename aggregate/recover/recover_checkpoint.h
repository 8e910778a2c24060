/* SPDX-License-Identifier: BSD-3-Clause
 *
 * Reading a checkpoint (include/hpm_checkpoint.h), whether the processes that
 * wrote it are gone or still write.
 */
#ifndef HPM_AGGREGATE_RECOVER_CHECKPOINT_H
#define HPM_AGGREGATE_RECOVER_CHECKPOINT_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "hpm_record.h"
#include "hpm_checkpoint.h"

struct hpm_checkpoint_reader {
    int fd;
    char *path;     /* owned */
    uint64_t bytes; /* of the file, when it was last looked at */
    int slots;      /* taken */
    uint32_t space; /* where its process ids mean something */
    uint32_t fate;  /* HPM_CHECKPOINT_... */
};

/* What one process left.  */
struct hpm_checkpoint_data {
    char *head, *buffer; /* owned; buffer is NULL before its first snapshot */
    size_t head_bytes, bytes;
    struct hpm_rank_record record; /* of the buffer */
    uint32_t rank, pid;
    uint32_t space; /* where `pid` is that process (hpm_space_key) */
};

/* Open a checkpoint, of this user unless `any_owner`, and check that all that
 * its slots refer to can be in it.  Returns 0, or -1 with the error.  */
int hpm_checkpoint_reader_open (struct hpm_checkpoint_reader *reader,
                                const char *path, int any_owner,
                                struct hpm_error *error);
void hpm_checkpoint_reader_close (struct hpm_checkpoint_reader *reader);

/* Read a slot: head, and the newer complete buffer.  Returns 1, 0 when the slot
 * holds nothing that makes sense, -1 without memory.  Release it after 1.  */
int hpm_checkpoint_reader_slot (struct hpm_checkpoint_reader *reader, int slot,
                                struct hpm_checkpoint_data *saved,
                                struct hpm_error *error);
void hpm_checkpoint_data_release (struct hpm_checkpoint_data *saved);

/* Call `each` for every chunk, until the data ends or makes no sense.  */
void hpm_checkpoint_data_each (const char *data, size_t bytes,
                               void (*each) (uint32_t type, const char *payload,
                                             size_t bytes, void *to),
                               void *to);

/* The payload of the first chunk of a type; NULL when there is none.  */
const char *hpm_checkpoint_data_chunk (const char *data, size_t bytes,
                                       uint32_t type, size_t *payload);

#endif /* HPM_AGGREGATE_RECOVER_CHECKPOINT_H */
