/* SPDX-License-Identifier: BSD-3-Clause */
#include "config.h"

#include "aggregate/cmd/catalog_read.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

#include "aggregate/file/catalog_file.h"
#include "aggregate/h5/h5_writer.h"

#define MEMORY_FLOOR ((rlim_t)4 << 30)
#define MEMORY_PER_BYTE 256 /* of the file */
#define SECONDS_FLOOR 10
#define BYTES_PER_SECOND 50000

/* In memory that the child shares: how far it is, and what it has read.  */
struct progress {
    size_t done;
    struct hpm_catalog_entry entries[];
};

static size_t
shared_bytes (size_t count)
{
    return sizeof (struct progress) + count * sizeof (struct hpm_catalog_entry);
}

static struct progress *
progress_of (struct hpm_catalog_entry *entries)
{
    return (struct progress *)((char *)entries
                               - offsetof (struct progress, entries));
}

/* As much memory and processor time as a file of this size can need.  A
 * sanitizer needs address space without end.  */
static void
limit (const char *path)
{
    struct itimerval time = { .it_value.tv_sec = SECONDS_FLOOR };
    struct stat status;
    off_t bytes = stat (path, &status) ? 0 : status.st_size;

    time.it_value.tv_sec += bytes / BYTES_PER_SECOND;
    setitimer (ITIMER_PROF, &time, NULL);
#if !defined __SANITIZE_ADDRESS__ && !defined __SANITIZE_THREAD__
    {
        struct rlimit memory;

        getrlimit (RLIMIT_AS, &memory);
        memory.rlim_cur = MEMORY_FLOOR + MEMORY_PER_BYTE * (rlim_t)bytes;
        if (memory.rlim_cur > memory.rlim_max)
            memory.rlim_cur = memory.rlim_max;
        setrlimit (RLIMIT_AS, &memory);
    }
#endif
}

/* What a crash would say is of no use to anybody.  */
static void
prepare_child (void)
{
    struct rlimit none = { 0, 0 };
    int silence = open ("/dev/null", O_WRONLY | O_CLOEXEC);

    prctl (PR_SET_PDEATHSIG, SIGKILL);
    setrlimit (RLIMIT_CORE, &none);
    signal (SIGPROF, SIG_DFL);
    if (silence >= 0)
        dup2 (silence, STDERR_FILENO);
    hpm_h5_begin ();
}

static void
read_on (struct progress *progress, size_t count)
{
    prepare_child ();
    for (; progress->done < count; progress->done++) {
        struct hpm_catalog_entry *entry = &progress->entries[progress->done];

        if (entry->state != HPM_CATALOG_UNREAD)
            continue;
        limit (entry->path);
        hpm_catalog_file_read (entry);
    }
}

/* One child, up to the end or to the file that ends it.  Returns 0, or -1 with
 * the error.  */
static int
run_child (struct progress *progress, size_t count, struct hpm_error *error)
{
    pid_t child;
    int status;

    fflush (NULL);
    child = fork ();
    if (child < 0)
        return hpm_error_set (error, "cannot start a process: %s",
                              strerror (errno));
    if (child == 0) {
        read_on (progress, count);
        _exit (0);
    }
    while (waitpid (child, &status, 0) < 0 && errno == EINTR)
        continue;
    if (progress->done < count) {
        struct hpm_catalog_entry *entry = &progress->entries[progress->done++];

        hpm_catalog_entry_init (entry, entry->path);
        entry->state = HPM_CATALOG_DAMAGED;
    }
    return 0;
}

struct hpm_catalog_entry *
hpm_catalog_read (const struct hpm_catalog_files *files,
                  struct hpm_error *error)
{
    struct progress *progress
        = mmap (NULL, shared_bytes (files->count), PROT_READ | PROT_WRITE,
                MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    int failed = 0;

    if (progress == MAP_FAILED) {
        hpm_error_set (error, "out of memory");
        return NULL;
    }
    for (size_t i = 0; i < files->count; i++) {
        hpm_catalog_entry_init (&progress->entries[i], files->paths[i]);
        progress->entries[i].state = files->states[i];
    }
    while (!failed && progress->done < files->count)
        failed = run_child (progress, files->count, error);
    if (!failed)
        return progress->entries;
    hpm_catalog_read_free (progress->entries, files->count);
    return NULL;
}

void
hpm_catalog_read_free (struct hpm_catalog_entry *entries, size_t count)
{
    if (entries)
        munmap (progress_of (entries), shared_bytes (count));
}
