/* SPDX-License-Identifier: BSD-3-Clause
 *
 * The copy is written under another name, and then takes its own: whoever is
 * killed meanwhile leaves the one before.  Nobody holds the others up: a buffer
 * that was overwritten while it was copied is left out, and its rank has the
 * other one.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "pmpi/guest/clock.h"
#include "pmpi/guest/message.h"
#include "pmpi/checkpoint/checkpoint_copy.h"

#define LEAST_SNAPSHOTS 10
#define SHARE 64 /* of the time so far */
#define MOST_NS INT64_C (300000000000)

/* A copy in the making.  */
struct making {
    const char *from; /* the checkpoint, mapped */
    size_t bytes;
    int to;
    uint64_t end; /* of what was written */
};

void
hpm_checkpoint_copy_begin (struct hpm_checkpoint_copy *copy,
                           const struct hpm_checkpoint_path *local,
                           const char *folder, int64_t period)
{
    memset (copy, 0, sizeof *copy);
    if (hpm_checkpoint_place_name_below (&copy->path, local, folder) < 0)
        return;
    copy->least = LEAST_SNAPSHOTS * period;
    copy->began = hpm_clock_monotonic ();
    copy->next = copy->began + copy->least;
}

static void
set_next (struct hpm_checkpoint_copy *copy)
{
    int64_t now = hpm_clock_monotonic (), pause = (now - copy->began) / SHARE;

    if (pause < copy->least)
        pause = copy->least;
    else if (pause > MOST_NS)
        pause = MOST_NS;
    copy->next = now + pause;
}

/* ---- one copy ----------------------------------------------------------- */

static const struct hpm_checkpoint_slot *
slot_of (const struct making *making, uint32_t index)
{
    return (const struct hpm_checkpoint_slot *)(making->from
                                                + HPM_CHECKPOINT_TABLE)
           + index;
}

static uint64_t
sequence_of (const struct hpm_checkpoint_extent *extent)
{
    return __atomic_load_n (&extent->sequence, __ATOMIC_ACQUIRE);
}

/* Copy an extent behind what is there.  Returns 0, or -1 when the disk is full;
 * one that is not complete, or changed meanwhile, becomes an empty one.  */
static int
copy_extent (struct making *making, const struct hpm_checkpoint_extent *from,
             struct hpm_checkpoint_extent *to)
{
    uint64_t sequence = sequence_of (from);
    uint64_t offset = from->offset, bytes = from->bytes;

    memset (to, 0, sizeof *to);
    if (!sequence || offset > making->bytes || bytes > making->bytes - offset)
        return 0;
    if (pwrite (making->to, making->from + offset, bytes, (off_t)making->end)
        != (ssize_t)bytes)
        return -1;
    if (sequence_of (from) != sequence)
        return 0;
    *to = (struct hpm_checkpoint_extent){ .sequence = sequence,
                                          .offset = making->end,
                                          .bytes = bytes,
                                          .room = bytes };
    making->end += (bytes + 7) / 8 * 8;
    return 0;
}

static int
copy_slot (struct making *making, uint32_t index)
{
    const struct hpm_checkpoint_slot *from = slot_of (making, index);
    struct hpm_checkpoint_slot to = { .rank = from->rank, .pid = from->pid };
    off_t at = (off_t)HPM_CHECKPOINT_TABLE + (off_t)index * (off_t)sizeof to;
    int newer
        = sequence_of (&from->buffers[1]) > sequence_of (&from->buffers[0]);

    if (copy_extent (making, &from->head, &to.head) < 0
        || copy_extent (making, &from->buffers[newer], &to.buffers[newer]) < 0)
        return -1;
    if (!to.buffers[newer].sequence
        && copy_extent (making, &from->buffers[!newer], &to.buffers[!newer])
               < 0)
        return -1;
    return pwrite (making->to, &to, sizeof to, at) == sizeof to ? 0 : -1;
}

static int
copy_all (struct making *making)
{
    const struct hpm_checkpoint_header *from
        = (const struct hpm_checkpoint_header *)making->from;
    struct hpm_checkpoint_header to = *from;

    to.claimed = __atomic_load_n (&from->claimed, __ATOMIC_ACQUIRE);
    if (to.claimed > HPM_CHECKPOINT_SLOTS)
        to.claimed = HPM_CHECKPOINT_SLOTS;
    making->end = HPM_CHECKPOINT_TABLE
                  + HPM_CHECKPOINT_SLOTS * sizeof (struct hpm_checkpoint_slot);
    for (uint32_t i = 0; i < to.claimed; i++)
        if (copy_slot (making, i) < 0)
            return -1;
    to.end = making->end;
    return pwrite (making->to, &to, sizeof to, 0) == sizeof to ? 0 : -1;
}

/* Returns 0 or -1.  */
static int
copy_from (const struct hpm_checkpoint_file *file, int to)
{
    struct making making = { .to = to };
    int fd = open (file->path.file, O_RDONLY | O_NOFOLLOW | O_CLOEXEC);
    struct stat status;
    void *from;
    int result;

    if (fd < 0)
        return -1;
    from = fstat (fd, &status) < 0 ? MAP_FAILED
                                   : mmap (NULL, (size_t)status.st_size,
                                           PROT_READ, MAP_SHARED, fd, 0);
    close (fd);
    if (from == MAP_FAILED)
        return -1;
    making.from = from;
    making.bytes = (size_t)status.st_size;
    result = copy_all (&making);
    munmap (from, making.bytes);
    return result;
}

/* Returns 0, or -1 with errno.  */
static int
make_file (const struct hpm_checkpoint_copy *copy,
           const struct hpm_checkpoint_file *file)
{
    char name[PATH_MAX + 32];
    int fd, failed, saved;

    snprintf (name, sizeof name, "%s.%d", copy->path.file, (int)getpid ());
    fd = open (name, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC,
               0600);
    if (fd < 0)
        return -1;
    failed = copy_from (file, fd);
    if (close (fd) == 0 && !failed && rename (name, copy->path.file) == 0)
        return 0;
    saved = errno;
    unlink (name);
    errno = saved;
    return -1;
}

int
hpm_checkpoint_copy_make (struct hpm_checkpoint_copy *copy,
                          const struct hpm_checkpoint_file *file,
                          struct hpm_error *error)
{
    if (!copy->path.file[0])
        return 0;
    set_next (copy);
    if (hpm_checkpoint_place_make (&copy->path, error) < 0)
        return -1;
    __atomic_store_n (&file->header->copied, 1, __ATOMIC_RELEASE);
    if (make_file (copy, file) == 0)
        return 0;
    return hpm_error_set (error, "cannot write %s: %s", copy->path.file,
                          strerror (errno));
}

static int
is_due (const struct hpm_checkpoint_copy *copy,
        const struct hpm_checkpoint_file *file)
{
    return file->index == 0 && hpm_clock_monotonic () >= copy->next;
}

void
hpm_checkpoint_copy_now (struct hpm_checkpoint_copy *copy,
                         const struct hpm_checkpoint_file *file, int ending)
{
    struct hpm_error error = { "" };

    if (!copy->path.file[0] || (!ending && !is_due (copy, file))
        || hpm_checkpoint_copy_make (copy, file, &error) == 0 || copy->failed)
        return;
    copy->failed = 1;
    hpm_message_once ("no copy of the snapshots that outlives the job, because "
                      "%s",
                      error.text);
}

void
hpm_checkpoint_copy_remove (struct hpm_checkpoint_copy *copy)
{
    if (copy->path.file[0])
        hpm_checkpoint_place_remove (&copy->path);
    copy->path.file[0] = '\0';
}
