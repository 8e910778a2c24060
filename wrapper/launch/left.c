/* SPDX-License-Identifier: BSD-3-Clause */
#include <config.h>

#include "wrapper/launch/left.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/file/space_key.h"
#include "base/process.h"
#include "base/text.h"
#include "include/hpm_checkpoint.h"
#include "include/hpm_stream.h"
#include "wrapper/launch/mapped.h"
#include "wrapper/launch/notice.h"

#define NS_PER_SECOND UINT64_C (1000000000)

/* What is looked for, and what may be done.  */
struct look {
    struct hpm_left *left;
    int tells, removes;
    uint32_t space;
    uint64_t now; /* CLOCK_REALTIME, ns */
    char directory[PATH_MAX];
};

/* One run's folder of snapshots, and its file of this node.  */
struct found {
    char folder[PATH_MAX];
    const char *name; /* of the file in it */
    int folder_fd, fd;
    struct hpm_checkpoint_header header;
    uint64_t touched, bytes;
};

/* ---- one file ----------------------------------------------------------- */

static int
somebody_lives (const struct found *found)
{
    uint32_t slots = found->header.claimed;
    struct hpm_checkpoint_slot slot;
    int alive = 0;

    if (slots > HPM_CHECKPOINT_SLOTS)
        slots = HPM_CHECKPOINT_SLOTS;
    for (uint32_t i = 0; i < slots && !alive; i++)
        alive = pread (found->fd, &slot, sizeof slot,
                       (off_t)HPM_CHECKPOINT_TABLE
                           + (off_t)i * (off_t)sizeof slot)
                    != sizeof slot
                || hpm_process_is_alive ((pid_t)slot.pid);
    return alive;
}

/* Whether the run is over for certain.  */
static int
is_over (const struct look *look, const struct found *found)
{
    return look->space && found->header.space == look->space
           && found->header.touched && !somebody_lives (found);
}

static int
is_old (const struct look *look, uint64_t touched)
{
    uint64_t kept = HPM_CHECKPOINT_KEPT_SECONDS * NS_PER_SECOND;

    return look->now > touched && look->now - touched > kept;
}

/* In a name space of processes that is not ours nobody can be looked for: who
 * did not write for so long is gone.  Of a file of another version nothing is
 * known but who has it mapped, not even when it was written to: that leaves the
 * time of a file in memory as it was.  */
static int
may_be_removed (const struct look *look, const struct found *found)
{
    int known = look->space && found->header.space == look->space;
    struct stat status;

    if (!is_old (look, found->touched) || (known && somebody_lives (found)))
        return 0;
    return found->header.touched || fstat (found->fd, &status)
           || !hpm_is_mapped (&status);
}

static void
remove_file (const struct found *found)
{
    unlinkat (found->folder_fd, found->name, 0);
    unlinkat (found->folder_fd, HPM_CHECKPOINT_MARK, 0);
    rmdir (found->folder);
}

/* Nobody tells it again.  */
static void
note_told (const struct found *found)
{
    const uint32_t told = 1;

    if (pwrite (found->fd, &told, sizeof told,
                (off_t)offsetof (struct hpm_checkpoint_header, told))
        < 0)
        return; /* it is told again */
}

static void
note_untold (const struct look *look, const struct found *found)
{
    struct hpm_left *left = look->left;
    const struct hpm_checkpoint_header *header = &found->header;

    if (header->told
        || strncmp (header->directory, look->directory,
                    sizeof header->directory - 1)
               != 0)
        return;
    left->untold++;
    if (left->untold == 1 || found->touched > left->touched) {
        left->touched = found->touched;
        snprintf (left->program, sizeof left->program, "%.255s",
                  header->program);
        snprintf (left->folder, sizeof left->folder, "%.1023s", found->folder);
    }
    if (look->tells)
        note_told (found);
}

/* A header that makes no sense is left to its age.  */
static void
consider (const struct look *look, struct found *found)
{
    struct hpm_checkpoint_header *header = &found->header;

    if (header->byte_order != HPM_STREAM_BYTE_ORDER
        || header->version != HPM_CHECKPOINT_VERSION)
        memset (header, 0, sizeof *header);
    header->program[sizeof header->program - 1] = '\0';
    header->directory[sizeof header->directory - 1] = '\0';
    if (header->touched)
        found->touched = header->touched;
    if (look->removes && may_be_removed (look, found)) {
        remove_file (found);
        return;
    }
    if (!is_over (look, found) || header->fate == HPM_CHECKPOINT_REMOVED)
        return;
    look->left->runs++;
    look->left->bytes += found->bytes;
    note_untold (look, found);
}

static int
is_snapshots (const char *name)
{
    size_t length = strlen (name), suffix = strlen (HPM_CHECKPOINT_SUFFIX);

    return length > suffix
           && strcmp (name + length - suffix, HPM_CHECKPOINT_SUFFIX) == 0;
}

static void
open_file (const struct look *look, struct found *found, const char *name)
{
    struct stat status;

    found->name = name;
    found->fd = openat (found->folder_fd, name,
                        O_RDWR | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
    if (found->fd < 0)
        return;
    if (fstat (found->fd, &status) == 0 && S_ISREG (status.st_mode)
        && status.st_uid == geteuid ()
        && pread (found->fd, &found->header, sizeof found->header, 0)
               == sizeof found->header) {
        found->touched = (uint64_t)status.st_mtime * NS_PER_SECOND;
        found->bytes = (uint64_t)status.st_blocks * 512;
        consider (look, found);
    }
    close (found->fd);
}

/* ---- the folders -------------------------------------------------------- */

static int
is_ours (int folder)
{
    struct stat status;

    return fstat (folder, &status) == 0 && status.st_uid == geteuid ()
           && !(status.st_mode & (S_IWGRP | S_IWOTH));
}

static void
look_in_run (const struct look *look, const char *base, const char *name)
{
    struct found found;
    struct dirent *entry;
    DIR *entries;

    if (snprintf (found.folder, sizeof found.folder, "%s/%s", base, name)
        >= (int)sizeof found.folder)
        return;
    found.folder_fd
        = open (found.folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (found.folder_fd < 0)
        return;
    if (!is_ours (found.folder_fd)
        || !(entries = fdopendir (found.folder_fd))) {
        close (found.folder_fd);
        return;
    }
    while ((entry = readdir (entries)))
        if (is_snapshots (entry->d_name))
            open_file (look, &found, entry->d_name);
    closedir (entries);
}

/* ---- marks ------------------------------------------------------------- */

static int
is_marks (const char *name)
{
    size_t length = strlen (HPM_CHECKPOINT_PREFIX);

    return strncmp (name, HPM_CHECKPOINT_PREFIX, length) == 0
           && strlen (name) == length + HPM_MARKS_DIGITS
           && strspn (name + length, "0123456789abcdef") == HPM_MARKS_DIGITS;
}

/* Nobody is in MPI_Init for so long.  */
static void
consider_marks (const struct look *look, int base, const char *name)
{
    struct stat status;

    if (fstatat (base, name, &status, AT_SYMLINK_NOFOLLOW) == 0
        && S_ISREG (status.st_mode) && status.st_uid == geteuid ()
        && is_old (look, (uint64_t)status.st_mtime * NS_PER_SECOND))
        unlinkat (base, name, 0);
}

/* ---- all places --------------------------------------------------------- */

static void
look_below (const struct look *look, const char *base)
{
    char prefix[64];
    struct dirent *entry;
    DIR *entries = opendir (base);

    snprintf (prefix, sizeof prefix, HPM_CHECKPOINT_PREFIX "%d-",
              (int)geteuid ());
    while (entries && (entry = readdir (entries)))
        if (strncmp (entry->d_name, prefix, strlen (prefix)) == 0)
            look_in_run (look, base, entry->d_name);
        else if (look->removes && is_marks (entry->d_name))
            consider_marks (look, dirfd (entries), entry->d_name);
    if (entries)
        closedir (entries);
}

/* The places of pmpi/checkpoint/checkpoint_place.c.  */
static void
look_everywhere (struct look *look, const struct hpm_options *options)
{
    const char *temporary = getenv ("TMPDIR");

    if (*options->checkpoint) {
        look->removes = 0;
        look_below (look, options->checkpoint);
        return;
    }
    look_below (look, "/dev/shm");
    look_below (look, temporary && *temporary == '/' ? temporary : "/tmp");
}

static void
look (struct hpm_left *left, const struct hpm_options *options, int acts)
{
    struct look look = { .left = left,
                         .tells = acts && !options->quiet,
                         .removes = acts,
                         .space = hpm_space_key () };
    struct timespec now = { 0, 0 };

    memset (left, 0, sizeof *left);
    clock_gettime (CLOCK_REALTIME, &now);
    look.now = (uint64_t)now.tv_sec * NS_PER_SECOND + (uint64_t)now.tv_nsec;
    if (!getcwd (look.directory, sizeof look.directory))
        look.directory[0] = '\0';
    look_everywhere (&look, options);
}

void
hpm_left_look (struct hpm_left *left, const struct hpm_options *options)
{
    look (left, options, 0);
}

void
hpm_left_tidy (const struct hpm_options *options)
{
    struct hpm_left left;
    char more[64] = "";

    look (&left, options, 1);
    if (!left.untold || options->quiet) /* then a later run tells */
        return;
    if (left.untold > 1)
        snprintf (more, sizeof more, " (and %d more beside it)",
                  left.untold - 1);
    hpm_notice ("an earlier run of %s here was cut short; make a result file "
                "of what it counted with: hpmagg --recover %s -o FILE%s",
                left.program, left.folder, more);
}
