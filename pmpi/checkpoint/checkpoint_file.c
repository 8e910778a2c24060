/* SPDX-License-Identifier: BSD-3-Clause
 *
 * All room is allocated before it is written to: a mapping of a file that has
 * no block on a full disk would raise SIGBUS.  No descriptor is kept, as the
 * program may close them all; the mapping does not need one.
 */
#include "config.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/file/space_key.h"
#include "include/hpm_stream.h"
#include "pmpi/checkpoint/checkpoint_file.h"
#include "pmpi/guest/clock.h"

#define USUAL_HEAD 32768 /* some 20 events, and the functions of MPI */
#define TABLE_BYTES                                                            \
    (HPM_CHECKPOINT_TABLE                                                      \
     + HPM_CHECKPOINT_SLOTS * (size_t)sizeof (struct hpm_checkpoint_slot))

static size_t
page_bytes (void)
{
    return (size_t)sysconf (_SC_PAGESIZE);
}

static size_t
round_up (size_t bytes)
{
    return (bytes + page_bytes () - 1) / page_bytes () * page_bytes ();
}

/* Map a part of the file that has its blocks.  A forked child does not get the
 * mapping, and a core file does not hold it.  */
static void *
map (int fd, off_t offset, size_t bytes)
{
    void *data;

    errno = posix_fallocate (fd, offset, (off_t)bytes);
    if (errno)
        return NULL;
    data = mmap (NULL, bytes, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);
    if (data == MAP_FAILED)
        return NULL;
    madvise (data, bytes, MADV_DONTFORK);
    madvise (data, bytes, MADV_DONTDUMP);
    return data;
}

static void
unmap (void *data, size_t bytes)
{
    if (data)
        munmap (data, bytes);
}

/* Whoever comes writes the same; the magic says that the rest is there.  */
static int
begin_header (struct hpm_checkpoint_header *header)
{
    uint64_t none = 0, magic;

    if (!memcmp (header->magic, HPM_CHECKPOINT_MAGIC, sizeof header->magic))
        return header->version == HPM_CHECKPOINT_VERSION
                       && header->byte_order == HPM_STREAM_BYTE_ORDER
                   ? 0
                   : -1;
    __atomic_store_n (&header->version, HPM_CHECKPOINT_VERSION,
                      __ATOMIC_RELAXED);
    __atomic_store_n (&header->byte_order, HPM_STREAM_BYTE_ORDER,
                      __ATOMIC_RELAXED);
    __atomic_compare_exchange_n (&header->end, &none, round_up (TABLE_BYTES), 0,
                                 __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    memcpy (&magic, HPM_CHECKPOINT_MAGIC, sizeof magic);
    __atomic_store_n ((uint64_t *)(void *)header->magic, magic,
                      __ATOMIC_RELEASE);
    return 0;
}

static int
take_slot (struct hpm_checkpoint_file *file, int rank, struct hpm_error *error)
{
    struct hpm_checkpoint_header *header = file->header;
    uint32_t index;

    index = __atomic_fetch_add (&header->claimed, 1, __ATOMIC_ACQ_REL);
    if (index >= HPM_CHECKPOINT_SLOTS)
        return hpm_error_set (error, "%s has no slot left", file->path.file);
    file->index = (int)index;
    file->slot
        = (struct hpm_checkpoint_slot *)((char *)header + HPM_CHECKPOINT_TABLE)
          + index;
    file->slot->rank = (uint32_t)rank;
    file->slot->pid = (uint32_t)getpid ();
    return 0;
}

int
hpm_checkpoint_file_open (struct hpm_checkpoint_file *file, int fd, int rank,
                          struct hpm_error *error)
{
    file->header = map (fd, 0, round_up (TABLE_BYTES));
    if (!file->header) {
        hpm_error_set (error, "cannot write %s: %s", file->path.file,
                       strerror (errno));
        hpm_checkpoint_place_clear (&file->path);
        return -1;
    }
    if (begin_header (file->header) == 0 && take_slot (file, rank, error) == 0)
        return 0;
    hpm_error_set (error, "%s is of another version, or full", file->path.file);
    hpm_checkpoint_file_close (file);
    return -1;
}

void
hpm_checkpoint_file_name (struct hpm_checkpoint_file *file,
                          const char *directory, const char *program)
{
    struct hpm_checkpoint_header *header = file->header;

    if (file->index != 0)
        return;
    snprintf (header->directory, sizeof header->directory, "%s", directory);
    snprintf (header->program, sizeof header->program, "%s", program);
    header->space = hpm_space_key ();
}

int
hpm_checkpoint_file_may_tell (struct hpm_checkpoint_file *file)
{
    return !__atomic_exchange_n (&file->header->told, 1, __ATOMIC_ACQ_REL);
}

/* New room at the end of the file.  Room that this process had before is lost;
 * as it grows by doubling, that is less than what it has now.  */
static int
get_room (struct hpm_checkpoint_file *file, struct hpm_checkpoint_room *room,
          struct hpm_checkpoint_extent *extent, size_t bytes)
{
    size_t whole = round_up (bytes);
    uint64_t offset;
    char *data = NULL;
    int fd;

    if (room->bytes >= bytes)
        return 0;
    fd = open (file->path.file, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
    if (fd < 0)
        return -1;
    if (room->bytes && whole < 2 * room->bytes)
        whole = 2 * room->bytes;
    offset = __atomic_fetch_add (&file->header->end, whole, __ATOMIC_ACQ_REL);
    data = map (fd, (off_t)offset, whole);
    close (fd);
    if (!data)
        return -1;
    unmap (room->data, room->bytes);
    *room = (struct hpm_checkpoint_room){ data, whole };
    extent->offset = offset;
    extent->room = whole;
    return 0;
}

static void
complete (struct hpm_checkpoint_extent *extent, size_t bytes, uint64_t sequence)
{
    extent->bytes = bytes;
    __atomic_store_n (&extent->sequence, sequence, __ATOMIC_RELEASE);
}

int
hpm_checkpoint_file_head (struct hpm_checkpoint_file *file, const void *data,
                          size_t bytes)
{
    if (get_room (file, &file->head, &file->slot->head, bytes) < 0)
        return -1;
    memcpy (file->head.data, data, bytes);
    complete (&file->slot->head, bytes, 1);
    return 0;
}

int
hpm_checkpoint_file_reserve (struct hpm_checkpoint_file *file, size_t bytes)
{
    if (get_room (file, &file->head, &file->slot->head, USUAL_HEAD) < 0)
        return -1;
    for (int i = 0; i < 2; i++)
        if (get_room (file, &file->buffers[i], &file->slot->buffers[i], bytes)
            < 0)
            return -1;
    return 0;
}

char *
hpm_checkpoint_file_begin (struct hpm_checkpoint_file *file, size_t bytes)
{
    int next = (file->sequence + 1) % 2;
    struct hpm_checkpoint_extent *extent = &file->slot->buffers[next];

    /* An exchange: what is written next stays behind it.  */
    __atomic_exchange_n (&extent->sequence, 0, __ATOMIC_SEQ_CST);
    if (get_room (file, &file->buffers[next], extent, bytes) < 0)
        return NULL;
    return file->buffers[next].data;
}

void
hpm_checkpoint_file_finish (struct hpm_checkpoint_file *file, size_t bytes)
{
    file->sequence++;
    complete (&file->slot->buffers[file->sequence % 2], bytes, file->sequence);
    __atomic_store_n (&file->header->touched, (uint64_t)hpm_clock_real (),
                      __ATOMIC_RELAXED);
}

/* Returns whether this process is the one to decide.  */
static int
decide (struct hpm_checkpoint_header *header, uint32_t fate)
{
    uint32_t undecided = HPM_CHECKPOINT_IN_USE;

    return __atomic_compare_exchange_n (&header->fate, &undecided, fate, 0,
                                        __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
}

int
hpm_checkpoint_file_release (struct hpm_checkpoint_file *file)
{
    int copied = 0;

    if (!file->header)
        return 0;
    if (decide (file->header, HPM_CHECKPOINT_REMOVED)) {
        hpm_checkpoint_place_remove (&file->path);
        copied = __atomic_load_n (&file->header->copied, __ATOMIC_ACQUIRE) != 0;
    }
    hpm_checkpoint_file_close (file);
    return copied;
}

void
hpm_checkpoint_file_give_up (struct hpm_checkpoint_file *file)
{
    struct hpm_checkpoint_header *header = file->header;
    uint32_t given_up
        = __atomic_add_fetch (&header->given_up, 1, __ATOMIC_ACQ_REL);

    /* The last of those who came, if none of them stays; nobody else gets a
     * slot from then on.  */
    if (__atomic_compare_exchange_n (&header->claimed, &given_up,
                                     HPM_CHECKPOINT_SLOTS, 0, __ATOMIC_ACQ_REL,
                                     __ATOMIC_ACQUIRE))
        hpm_checkpoint_place_remove (&file->path);
    hpm_checkpoint_file_close (file);
}

void
hpm_checkpoint_file_keep (struct hpm_checkpoint_file *file)
{
    decide (file->header, HPM_CHECKPOINT_KEPT);
    hpm_checkpoint_file_close (file);
}

void
hpm_checkpoint_file_close (struct hpm_checkpoint_file *file)
{
    unmap (file->header, round_up (TABLE_BYTES));
    unmap (file->head.data, file->head.bytes);
    unmap (file->buffers[0].data, file->buffers[0].bytes);
    unmap (file->buffers[1].data, file->buffers[1].bytes);
    memset (file, 0, sizeof *file);
}
