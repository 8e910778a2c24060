/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/live/live_peek.h"

#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/file/space_key.h"
#include "base/process.h"
#include "base/text.h"
#include "hpm_checkpoint.h"
#include "hpm_stream.h"
#include "aggregate/input/own_file.h"
#include "aggregate/recover/recover_list.h"

#define SILENT_NS                                                              \
    INT64_C (60000000000) /* then a job elsewhere is taken for ended */

int
hpm_live_runs (uint32_t space, uint32_t pid)
{
    static uint32_t here;

    if (!here)
        here = hpm_space_key ();
    if (!here || space != here)
        return -1;
    return hpm_process_is_alive ((pid_t)pid);
}

static int
is_recent (const struct hpm_checkpoint_header *header)
{
    struct timespec now;

    clock_gettime (CLOCK_REALTIME, &now);
    return (int64_t)now.tv_sec * 1000000000 - (int64_t)header->touched
           < SILENT_NS;
}

static void
look_at_slots (struct hpm_live_peek *peek, int fd,
               const struct hpm_checkpoint_header *header, uint32_t pid)
{
    uint32_t slots = header->claimed < HPM_CHECKPOINT_SLOTS
                         ? header->claimed
                         : HPM_CHECKPOINT_SLOTS;

    for (uint32_t i = 0; i < slots; i++) {
        struct hpm_checkpoint_slot slot;
        int runs;

        if (pread (fd, &slot, sizeof slot,
                   (off_t)HPM_CHECKPOINT_TABLE + (off_t)i * (off_t)sizeof slot)
            != sizeof slot)
            return;
        runs = hpm_live_runs (header->space, slot.pid);
        peek->running |= runs > 0 || (runs < 0 && is_recent (header));
        peek->has |= pid && runs >= 0 && slot.pid == pid;
    }
}

static void
look_at_file (struct hpm_live_peek *peek, const char *path, uint32_t pid,
              int any_owner)
{
    struct hpm_checkpoint_header header;
    struct hpm_error error;
    int fd = hpm_own_file_open (path, "holds no snapshots", any_owner, &error);

    if (fd < 0)
        return;
    if (pread (fd, &header, sizeof header, 0) == sizeof header
        && !memcmp (header.magic, HPM_CHECKPOINT_MAGIC, sizeof header.magic)
        && header.byte_order == HPM_STREAM_BYTE_ORDER
        && header.version == HPM_CHECKPOINT_VERSION) {
        peek->files++;
        snprintf (peek->program, sizeof peek->program, "%.200s",
                  header.program);
        hpm_text_tame (peek->program);
        if (header.fate == HPM_CHECKPOINT_IN_USE)
            look_at_slots (peek, fd, &header, pid);
    }
    close (fd);
}

void
hpm_live_peek (struct hpm_live_peek *peek, const char *folder, uint32_t pid,
               int any_owner)
{
    glob_t found;

    memset (peek, 0, sizeof *peek);
    hpm_recovery_glob (folder, "*" HPM_CHECKPOINT_SUFFIX, &found);
    for (size_t i = 0; i < found.gl_pathc; i++)
        look_at_file (peek, found.gl_pathv[i], pid, any_owner);
    globfree (&found);
}
